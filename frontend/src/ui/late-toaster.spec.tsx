import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { noteDisconnected } from '#lib/live-cut.ts';
import { accessibilityFaults } from '#testing/axe.ts';
import { Dialog, DialogBody } from './dialog.tsx';
import { lateToaster } from './late-toaster.tsx';
import { clearToasts, toast } from './toast-store.ts';
import { Toaster } from './toaster.tsx';

const missing = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
const PROBLEM = {
  title: 'Not deleted',
  description: 'The post is already out.',
  variant: 'destructive',
} as const;

beforeEach(() => {
  // React logs every error that a boundary catches.
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => {
  jest.useRealTimers();
  clearToasts();
});

const pass = (milliseconds: number) => {
  act(() => {
    jest.advanceTimersByTime(milliseconds);
  });
};
const show = (load: Parameters<typeof lateToaster>[0], dialog: React.ReactNode = null) => {
  const LateToaster = lateToaster(load);
  render(
    <>
      <p>My posts</p>
      {dialog}
      <LateToaster />
    </>,
  );
};

it('shows a message, and keeps the page, when the code of the toaster failed to load', async () => {
  const user = userEvent.setup();
  show(missing);
  act(() => void toast(PROBLEM));
  const message = await screen.findByRole('alert');
  expect(message.textContent).toBe('Not deleted The post is already out.Dismiss');
  screen.getByText('My posts');
  expect(await accessibilityFaults()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByRole('alert')).toBeNull();
});

it('shows a message after a second when the code of the toaster does not arrive', () => {
  jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick'] });
  show(() => new Promise(() => undefined));
  act(() => void toast(PROBLEM));
  pass(900);
  expect(screen.queryByRole('alert')).toBeNull();
  pass(200);
  expect(screen.getByRole('alert').textContent).toContain('The post is already out.');
});

it('offers Undo without the code of the toaster, and does not close an open dialog', async () => {
  const user = userEvent.setup();
  const undo = jest.fn();
  const onOpenChange = jest.fn();
  show(
    missing,
    <Dialog open onOpenChange={onOpenChange} title="Edit post">
      <DialogBody>…</DialogBody>
    </Dialog>,
  );
  act(() => void toast({ title: 'Deleted', undo }));
  const message = await screen.findByRole('alert');
  expect(message.closest('[aria-hidden=true]')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(undo).toHaveBeenCalledTimes(1);
  expect(onOpenChange).not.toHaveBeenCalled();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('loads the toaster again after a reconnect', async () => {
  let tries = 0;
  show(() => (tries++ === 0 ? missing() : Promise.resolve(Toaster)));
  act(() => void toast(PROBLEM));
  await screen.findByRole('alert');
  act(() => {
    noteDisconnected(1);
    noteDisconnected(null);
  });
  // Only the toaster makes its messages a list.
  await screen.findByRole('list');
  await screen.findByText('Not deleted');
  expect(tries).toBe(2);
});
