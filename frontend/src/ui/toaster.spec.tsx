import { beforeEach, expect, it, jest } from '@jest/globals';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { UI_TEXT } from './messages.en.ts';
import { clearToasts, toast } from './toast-store.ts';
import { Toaster } from './toaster.tsx';

const user = userEvent.setup();
const focusedLabel = () => document.activeElement?.textContent;

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

it('moves the focus to the button of a message on F8, and back after Undo', async () => {
  const undo = jest.fn();
  toast({ title: 'Post deleted', undo });
  screen.getByRole('button', { name: 'Next card' }).focus();
  await screen.findByRole('button', { name: UI_TEXT.undo });
  await user.keyboard('[F8]');
  expect(focusedLabel()).toBe(UI_TEXT.undo);
  await user.keyboard('{Enter}');
  expect(undo).toHaveBeenCalledTimes(1);
  await waitFor(() => {
    expect(focusedLabel()).toBe('Next card');
  });
});

it('moves the focus to the heading when the element that had the focus is removed', async () => {
  toast({ title: 'Post deleted' });
  const before = document.body.appendChild(document.createElement('button'));
  before.focus();
  await screen.findByRole('button', { name: UI_TEXT.dismiss });
  await user.keyboard('[F8]');
  before.remove();
  await user.keyboard('{Enter}');
  await waitFor(() => {
    expect(focusedLabel()).toBe('Posts');
  });
});

it('leaves the focus where it is when there is no message', async () => {
  screen.getByRole('button', { name: 'Next card' }).focus();
  await user.keyboard('[F8]');
  expect(focusedLabel()).toBe('Next card');
});

it('does not cover the footer of a dialog that opens while a toast is shown', async () => {
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
