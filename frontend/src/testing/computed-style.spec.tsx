import { afterEach, expect, it } from '@jest/globals';

// Specs of screens ask jsdom whether an element is visible and whether it can be clicked.

afterEach(() => {
  document.body.replaceChildren();
});

function styleOf(markup: string): CSSStyleDeclaration {
  document.body.innerHTML = markup;
  const marked = document.querySelector('[data-asked]');
  if (!marked) throw new Error('The markup marks no element.');
  return getComputedStyle(marked);
}

it.each([
  ['a block', '<p data-asked></p>', 'block'],
  ['hidden by its attribute', '<p data-asked hidden></p>', 'none'],
  ['hidden by its own style', '<p data-asked style="display: none"></p>', 'none'],
  ['a hidden field', '<input data-asked type="hidden" />', 'none'],
])('computes the display of an element: %s', (_, markup, display) => {
  const style = styleOf(markup);
  expect([style.display, style.getPropertyValue('display')]).toEqual([display, display]);
});

it('does not inherit the display of a parent', () => {
  expect(styleOf('<div hidden><p data-asked></p></div>').display).toBe('block');
});

it.each([
  ['no parent says otherwise', '<p data-asked></p>', 'visible'],
  ['a parent hides it', '<div style="visibility: hidden"><p data-asked></p></div>', 'hidden'],
  [
    'an element that is visible in a hidden parent',
    '<div style="visibility: hidden"><p data-asked style="visibility: visible"></p></div>',
    'visible',
  ],
])('inherits visibility: %s', (_, markup, visibility) => {
  const style = styleOf(markup);
  expect([style.visibility, style.getPropertyValue('visibility')]).toEqual([visibility, visibility]);
});

it.each([
  ['no parent says otherwise', '<p data-asked></p>', 'auto'],
  ['a parent switches them off', '<div style="pointer-events: none"><p data-asked></p></div>', 'none'],
  [
    'a class switches them on again',
    '<div style="pointer-events: none"><p class="pointer-events-auto"><b data-asked></b></p></div>',
    'auto',
  ],
])('inherits pointer events: %s', (_, markup, events) => {
  const style = styleOf(markup);
  expect([style.pointerEvents, style.getPropertyValue('pointer-events')]).toEqual([events, events]);
});
