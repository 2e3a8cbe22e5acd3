import { beforeEach, expect, it } from '@jest/globals';
import { noteFocus } from './last-focused.ts';
import { toastPlace } from './toast-place.ts';

const FULL_WIDTH = { left: 0, right: 1024, top: 0, bottom: 0 };
/** Adds an element at a position in a window of 1024 × 768 px. */
function addElement(
  html: string,
  place: Readonly<{ top: number; bottom: number; left?: number }>,
): HTMLElement {
  document.body.insertAdjacentHTML('beforeend', html);
  const element = document.body.lastElementChild as HTMLElement;
  element.getBoundingClientRect = () => ({ ...FULL_WIDTH, ...place }) as DOMRect;
  return element;
}

beforeEach(() => {
  document.body.innerHTML = '';
});

it('places a toast at the top on a phone, and at the bottom on a desktop', () => {
  expect(toastPlace()).toEqual({ edge: 'top', taken: 0, deskEdge: 'bottom', head: 0, foot: 0 });
});

it.each(['<input aria-invalid="true">', '<p role="alert">Too long</p>'])(
  'does not cover the error %s',
  (error) => {
    addElement(error, { top: 40, bottom: 80 });
    expect(toastPlace()).toMatchObject({ edge: 'bottom', deskEdge: 'bottom' });
    document.body.innerHTML = '';
    addElement(error, { top: 700, bottom: 740 });
    expect(toastPlace()).toMatchObject({ edge: 'top', deskEdge: 'top' });
  },
);

it('does not cover the card that has the focus, nor the card around a focused button', () => {
  const card = addElement('<article data-row tabindex="-1"><button>More</button></article>', {
    top: 600,
    bottom: 700,
  });
  card.focus();
  expect(toastPlace().deskEdge).toBe('top');
  card.querySelector('button')?.focus();
  expect(toastPlace().deskEdge).toBe('top');
});

it('does not cover the card whose button lost the focus because it was disabled or removed', () => {
  document.addEventListener('focusin', noteFocus);
  const card = addElement('<article data-row tabindex="-1"><button>Check now</button></article>', {
    top: 600,
    bottom: 700,
  });
  const button = card.querySelector('button');
  button?.focus();
  button?.blur();
  expect(document.activeElement).toBe(document.body);
  expect(toastPlace().deskEdge).toBe('top');
  button?.remove();
  expect(toastPlace().deskEdge).toBe('top');
  card.remove();
  expect(toastPlace().deskEdge).toBe('bottom');
  document.removeEventListener('focusin', noteFocus);
});

it('does not cover the focused button of a card that is as high as the window', () => {
  const card = addElement('<article data-row tabindex="-1"><button>Check now</button></article>', {
    top: 0,
    bottom: 768,
  });
  const button = card.querySelector('button');
  if (button) button.getBoundingClientRect = () => ({ ...FULL_WIDTH, top: 700, bottom: 744 }) as DOMRect;
  button?.focus();
  expect(toastPlace()).toMatchObject({ edge: 'top', deskEdge: 'top' });
});

it('ignores elements beside the toast, and elements that the toast would cover at both edges', () => {
  addElement('<p role="alert">Far right</p>', { left: 600, top: 700, bottom: 740 });
  expect(toastPlace().deskEdge).toBe('bottom');
  addElement('<article data-row tabindex="-1"></article>', { top: 0, bottom: 768 }).focus();
  expect(toastPlace()).toMatchObject({ edge: 'top', deskEdge: 'bottom' });
});
