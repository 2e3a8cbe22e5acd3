import { appState, currentUser } from '@posthorn/contracts/identity/session.http';
import { listAccounts } from '@posthorn/contracts/integrations/accounts.http';
import {
  changeManyPosts,
  type ManyPostsRequest,
  type OnePostResult,
} from '@posthorn/contracts/scheduling/many-posts.http';
import { POST_TEXT } from '@posthorn/contracts/scheduling/post-words';
import { restorePost, type PostView } from '@posthorn/contracts/scheduling/posts.http';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answerPosts } from '#testing/answer-posts.ts';
import { accessibilityFaults } from '#testing/axe.ts';
import { answer, refuseWith } from '#testing/fake-server.ts';
import { toasts } from '#ui/toast-store.ts';
import { liveServer } from '#testing/live-server.ts';
import { renderApp } from '#testing/render-app.tsx';
import { aBlueskyAccount, aPost, aTarget, aUser } from '#testing/views.ts';

const user = userEvent.setup();
const live = liveServer();
let posts: PostView[];
let sent: ManyPostsRequest[];
let resultOf: (id: number) => OnePostResult;
const later = (instant: string, hours: number) =>
  new Date(Date.parse(instant) + hours * 3_600_000).toISOString();
const noonOf = (day: number) => `2030-01-0${String(day)}T12:00:00.000Z`;

beforeEach(() => {
  localStorage.clear();
  sent = [];
  resultOf = (id) => ({ id, ok: true });
  posts = [
    ...[1, 2, 3, 4].map((id) => aPost({ id, content: `Post ${String(id)}`, scheduledFor: noonOf(id) })),
    aPost({
      id: 5,
      content: 'Failed one',
      status: 'failed',
      scheduledFor: '2026-11-01T10:00:00.000Z',
      targets: [aTarget({ status: 'failed' })],
    }),
  ];
  answer(appState, () => ({ sandbox: false, sandboxUrl: null, version: '0.1.0', signInProviders: [] }));
  answer(currentUser, () => aUser({ isPremium: true, timezone: 'America/New_York' }));
  answer(listAccounts, () => [aBlueskyAccount({ id: 7 })]);
  answerPosts(() => posts);
  answer(changeManyPosts, (request) => {
    sent.push(request);
    const results = request.ids.map(resultOf);
    if (request.action === 'delete')
      posts = posts.filter(({ id }) => !results.some((one) => one.id === id && one.ok));
    return { results };
  });
});
afterEach(() => {
  jest.useRealTimers();
});

const card = (name: string) => screen.findByRole('article', { name });
const bar = () => screen.queryByRole('region', { name: 'Selected posts' });
const button = (name: string) => within(bar() as HTMLElement).getByRole('button', { name });
const selectedLabels = () =>
  screen
    .getAllByRole('checkbox')
    .filter((box) => (box as HTMLInputElement).checked)
    .map((box) => box.getAttribute('aria-label'));

/** Sends a mouse event with the fields of a pointer event, because jsdom has no pointer events. */
function touch(place: HTMLElement, type: string, clientY = 50): void {
  const event = new MouseEvent(type, { bubbles: true, cancelable: true, clientX: 50, clientY });
  fireEvent(place, Object.assign(event, { pointerType: 'touch', isPrimary: true }));
}

/** Opens the list, and selects the first post. The code for selections loads when a card first gets the focus, but the key works at once. */
async function open(): Promise<void> {
  renderApp('/posts');
  await card('Post 1');
  act(() => {
    screen.getByRole('article', { name: 'Post 1' }).focus();
  });
  await user.keyboard('x');
  await waitFor(() => {
    expect(bar()).not.toBeNull();
  });
  expect(selectedLabels()).toEqual(['Select Post 1']);
}

it('selects posts by keyboard, announces the number of selected posts, and ends with Escape', async () => {
  await open();
  await user.keyboard('jx');
  expect(selectedLabels()).toEqual(['Select Post 1', 'Select Post 2']);
  screen.getByText('2 posts selected. Press Escape to end the selection.');
  expect(await accessibilityFaults()).toEqual([]);
  await user.keyboard('x');
  expect(selectedLabels()).toEqual(['Select Post 1']);
  await user.keyboard('X');
  expect(document.activeElement).toBe(button('Move 1'));
  await user.keyboard('{Escape}');
  expect(bar()).toBeNull();
  expect(document.activeElement).toBe(await card('Post 1'));
  screen.getByText('Selection ended.');
  expect(screen.queryByRole('checkbox')).toBeNull();
});

it('keeps the focus when x replaces the focused button of a card', async () => {
  await open();
  await user.keyboard('{Escape}');
  (await screen.findByRole('button', { name: 'Edit Post 3' })).focus();
  await user.keyboard('x');
  expect(selectedLabels()).toEqual(['Select Post 3']);
  expect(document.activeElement).toBe(await card('Post 3'));
});

it('moves the focus to the card after the deleted posts', async () => {
  await open();
  await user.keyboard('jxX');
  await user.click(button('Delete 2'));
  const question = await screen.findByRole('alertdialog');
  await user.click(within(question).getByRole('button', { name: 'Delete 2' }));
  await waitFor(() => {
    expect(screen.queryByRole('article', { name: 'Post 2' })).toBeNull();
  });
  await waitFor(async () => {
    expect(document.activeElement).toBe(await card('Post 3'));
  });
});

it('selects a range by a click with Shift, and single posts by further clicks', async () => {
  await open();
  fireEvent.click(await card('Post 3'), { shiftKey: true });
  expect(selectedLabels()).toEqual(['Select Post 1', 'Select Post 2', 'Select Post 3']);
  fireEvent.click(await card('Post 2'));
  expect(selectedLabels()).toEqual(['Select Post 1', 'Select Post 3']);
  await user.click(screen.getByRole('checkbox', { name: 'Select Post 4' }));
  expect(selectedLabels()).toEqual(['Select Post 1', 'Select Post 3', 'Select Post 4']);
  await user.click(button('End the selection'));
  expect(bar()).toBeNull();
});

it('selects a post by a long press, but not by a swipe', async () => {
  await open();
  await user.keyboard('{Escape}');
  const first = await card('Post 2');
  jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick'] });
  touch(first, 'pointerdown');
  touch(first, 'pointermove', 90);
  act(() => {
    jest.advanceTimersByTime(600);
  });
  expect(bar()).toBeNull();
  touch(first, 'pointerup', 90);
  touch(first, 'pointerdown');
  act(() => {
    jest.advanceTimersByTime(600);
  });
  touch(first, 'pointerup');
  fireEvent.click(first);
  expect(selectedLabels()).toEqual(['Select Post 2']);
});

it('moves several posts by days in the zone of the viewer, and undoes the move within ten seconds', async () => {
  resultOf = (id) => ({ id, ok: true, scheduledFor: later(noonOf(id), -72) });
  await open();
  await user.keyboard('jx');
  fireEvent.click(await card('Failed one'));
  await user.click(button('Move 2'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Move 2 posts' }));
  dialog.getByText('1 post already published or being published will stay.');
  const by = dialog.getByRole('spinbutton', { name: 'Move by' });
  await user.clear(by);
  await user.click(dialog.getByRole('button', { name: 'Move 2' }));
  dialog.getByText('Please enter a whole number, at most ten years.');
  await user.type(by, '3');
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Direction' }), 'earlier');
  expect(await accessibilityFaults()).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Move 2' }));
  await screen.findByText('2 posts moved');
  expect(document.activeElement).toBe(await card('Post 1'));
  const move = { ids: [1, 2], action: 'move' };
  expect(sent).toEqual([
    { ...move, times: [noonOf(1), noonOf(2)], byDays: -3, timezone: 'America/New_York' },
  ]);
  expect(bar()).toBeNull();
  expect(toasts()[0]).toMatchObject({ seconds: 10 });
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByText('Undone');
  expect(sent.slice(1)).toEqual([
    { ...move, times: [later(noonOf(1), -72), later(noonOf(2), -72)], byMinutes: 4320 },
  ]);
});

it('moves each post back to its own time, and lists each post that cannot move back', async () => {
  // Between the two posts, clocks change.
  resultOf = (id) => ({ id, ok: true, scheduledFor: later(noonOf(id), id === 1 ? 23 : 24) });
  await open();
  await user.keyboard('jx');
  await user.click(button('Move 2'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Move 2 posts' }));
  await user.click(dialog.getByRole('button', { name: 'Move 2' }));
  await screen.findByText('2 posts moved');
  resultOf = (id) => ({
    id,
    ok: false,
    code: id === 1 ? 'scheduling.already-publishing' : 'scheduling.post-changed',
    message: 'In the language of the server.',
  });
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  const refused = within(await screen.findByRole('dialog', { name: '2 posts not moved' }));
  expect(
    refused
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
      .sort(),
  ).toEqual([`Post 1${POST_TEXT.started}`, `Post 2${POST_TEXT.changed}`]);
  refused.getByText('They were not moved back.');
  expect(sent.slice(1).sort((a, b) => Number(a.ids[0]) - Number(b.ids[0]))).toEqual([
    { ids: [1], action: 'move', times: [later(noonOf(1), 23)], byMinutes: -1380 },
    { ids: [2], action: 'move', times: [later(noonOf(2), 24)], byMinutes: -1440 },
  ]);
  expect(screen.queryByText('Undone')).toBeNull();
});

it('moves several posts by hours', async () => {
  await open();
  await user.click(button('Move 1'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Move 1 post' }));
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Unit' }), 'hours');
  await user.click(dialog.getByRole('button', { name: 'Move 1' }));
  await waitFor(() => {
    expect(sent).toEqual([{ ids: [1], action: 'move', times: [noonOf(1)], byMinutes: 60 }]);
  });
});

it('lists each post that the server refused, and keeps these posts selected', async () => {
  resultOf = (id) =>
    id === 2
      ? { id, ok: false, code: 'scheduling.already-publishing', message: 'In the language of the server.' }
      : { id, ok: true };
  const restored: number[] = [];
  answer(restorePost, (_nothing, { id }) => {
    restored.push(Number(id));
    return aPost({ id: Number(id) });
  });
  await open();
  fireEvent.click(await card('Post 3'), { shiftKey: true });
  await user.click(button('Delete 3'));
  const question = await screen.findByRole('alertdialog', { name: 'Delete 3 posts?' });
  expect(sent).toEqual([]);
  await user.click(within(question).getByRole('button', { name: 'Delete 3' }));
  const refused = within(await screen.findByRole('dialog', { name: '1 post not deleted' }));
  expect(refused.getByRole('listitem').textContent).toBe(`Post 2${POST_TEXT.started}`);
  expect(await accessibilityFaults()).toEqual([]);
  await user.click(refused.getByRole('button', { name: 'OK' }));
  await screen.findByText('2 posts deleted');
  expect(selectedLabels()).toEqual(['Select Post 2']);
  await waitFor(() => {
    expect(screen.queryByRole('article', { name: 'Post 1' })).toBeNull();
  });
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => {
    expect(restored).toEqual([1, 3]);
  });
});

it('lists each post that was not restored, with the reason, and says how many on other screens too', async () => {
  answer(restorePost, (_nothing, { id }) => {
    if (id === '1') return aPost({ id: 1 });
    const code = id === '2' ? 'scheduling.post-not-found' : 'scheduling.time-is-past';
    return refuseWith(409, { message: 'In the language of the server.', code, requestId: 'r1' });
  });
  await open();
  await user.keyboard('jxjx');
  await user.click(button('Delete 3'));
  const question = await screen.findByRole('alertdialog', { name: 'Delete 3 posts?' });
  await user.click(within(question).getByRole('button', { name: 'Delete 3' }));
  await screen.findByText('3 posts deleted');
  await waitFor(() => {
    expect(screen.queryByRole('article', { name: 'Post 2' })).toBeNull();
  });
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  const refused = within(await screen.findByRole('dialog', { name: '2 posts not restored' }));
  expect(refused.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    `Post 2${POST_TEXT.missing}`,
    `Post 3${POST_TEXT.timePast}`,
  ]);
  refused.getByText('They stay deleted.');
  await waitFor(() => {
    expect(toasts()).toMatchObject([
      {
        title: '2 posts not restored',
        description: `${POST_TEXT.missing} ${POST_TEXT.timePast}`,
        variant: 'destructive',
      },
    ]);
  });
});

it('ends the selection when the only selected post leaves the list', async () => {
  await open();
  posts = posts.filter(({ id }) => id !== 1);
  live.send('posts', { ids: [], gone: [1] });
  await screen.findByText('Selection ended.');
  await waitFor(() => {
    expect(screen.queryByRole('checkbox')).toBeNull();
  });
  screen.getByRole('button', { name: 'Edit Post 2' });
});

it('forgets a selected post that left the list, also when the post comes back', async () => {
  await open();
  await user.keyboard('jx');
  const [first, ...others] = posts;
  posts = others;
  live.send('posts', { ids: [], gone: [1] });
  await screen.findByText('1 post selected. Press Escape to end the selection.');
  posts = [first as PostView, ...others];
  live.send('posts', { ids: [1], gone: [] });
  await card('Post 1');
  expect(selectedLabels()).toEqual(['Select Post 2']);
});

it('retries the failed posts in the selection', async () => {
  await open();
  fireEvent.click(await card('Failed one'));
  await user.click(button('Retry 1 failed'));
  await screen.findByText('Publishing 1 post again');
  expect(sent).toEqual([{ ids: [5], action: 'retry' }]);
});

it('clears the selection when the user leaves the screen', async () => {
  await open();
  cleanup();
  renderApp('/posts');
  await card('Post 1');
  expect(screen.queryByRole('checkbox')).toBeNull();
});
