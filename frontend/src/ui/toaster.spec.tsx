import { beforeEach, expect, it, jest } from '@jest/globals';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { UI_TEXT } from './messages.en.ts';
import { clearToasts, toast } from './toast-store.ts';
import { Toaster } from './toaster.tsx';

const user = userEvent.setup();
const focused = () => document.activeElement?.textContent;

beforeEach(() => {
  clearToasts();
  render(
    <>
      <h1 tabIndex={-1}>Posts</h1>
      <button type="button">Next card</button>
      <Toaster />
    </>,
  );
});

it('takes the focus to its button after F8, and returns the focus after Undo', async () => {
  const undo = jest.fn();
  toast({ title: 'Post deleted', undo });
  screen.getByRole('button', { name: 'Next card' }).focus();
  await screen.findByRole('button', { name: UI_TEXT.undo });
  await user.keyboard('[F8]');
  expect(focused()).toBe(UI_TEXT.undo);
  await user.keyboard('{Enter}');
  expect(undo).toHaveBeenCalledTimes(1);
  await waitFor(() => {
    expect(focused()).toBe('Next card');
  });
});

it('returns the focus to the heading when the element before is gone', async () => {
  toast({ title: 'Post deleted' });
  const before = document.body.appendChild(document.createElement('button'));
  before.focus();
  await screen.findByRole('button', { name: UI_TEXT.dismiss });
  await user.keyboard('[F8]');
  before.remove();
  await user.keyboard('{Enter}');
  await waitFor(() => {
    expect(focused()).toBe('Posts');
  });
});

it('leaves the focus where it is when there is no message', async () => {
  screen.getByRole('button', { name: 'Next card' }).focus();
  await user.keyboard('[F8]');
  expect(focused()).toBe('Next card');
});

it('leaves the footer of a dialog free that opens while the toast is shown', async () => {
  toast({ title: 'Threads connected' });
  const list = (await screen.findByText('Threads connected')).closest('ol');
  // The frame after which the position is fixed.
  await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  const dialog = document.createElement('div');
  dialog.innerHTML = '<div role="dialog" data-state="open"><footer></footer></div>';
  const foot = dialog.querySelector('footer');
  if (foot) foot.getBoundingClientRect = () => ({ top: window.innerHeight - 60 }) as DOMRect;
  const content = dialog.querySelector('[role=dialog]');
  if (content)
    content.getBoundingClientRect = () => ({ top: 20, bottom: window.innerHeight - 20 }) as DOMRect;
  document.body.append(dialog);
  await waitFor(() => {
    expect(list?.style.getPropertyValue('--foot')).toBe('60px');
  });
  dialog.remove();
});
