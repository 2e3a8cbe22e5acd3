import { getHistory, type HistoryEntry } from '@posthorn/contracts/scheduling/history.http';
import { appState, currentUser } from '@posthorn/contracts/identity/session.http';
import { listAccounts } from '@posthorn/contracts/integrations/accounts.http';
import { listPlatforms } from '@posthorn/contracts/integrations/platforms.http';
import { deletePost, type PostView } from '@posthorn/contracts/scheduling/posts.http';
import { FREE_SUFFIX } from '@posthorn/contracts/shared/brand';
import { beforeEach, expect, it } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answerPosts } from '#testing/answer-posts.ts';
import { accessibilityFaults } from '#testing/axe.ts';
import { answer, refuse } from '#testing/fake-server.ts';
import { liveServer } from '#testing/live-server.ts';
import { renderApp } from '#testing/render-app.tsx';
import { aBlueskyAccount, aPlatform, aPost, aTarget, aUser } from '#testing/views.ts';
import { windowIs } from '#testing/window-width.ts';

const user = userEvent.setup();
const live = liveServer();
const timeAt = (hour: number) => `2030-01-01T${String(hour)}:00:00.000Z`;

let posts: readonly PostView[];
let events: readonly HistoryEntry[];

beforeEach(() => {
  localStorage.clear();
  windowIs(1440);
  posts = ['One', 'Two', 'Three'].map((content, index) =>
    aPost({ id: index + 1, content, scheduledFor: timeAt(10 + index) }),
  );
  events = [step('PostScheduled', 'It was scheduled')];
  answer(appState, () => ({ sandbox: false, sandboxUrl: null, version: '0.1.0', signInProviders: [] }));
  answer(currentUser, () => aUser());
  answerPosts(() => posts);
  answer(listAccounts, () => [aBlueskyAccount()]);
  answer(listPlatforms, () => [aPlatform()]);
  answer(getHistory, (_nothing, { id }) => ({
    postId: Number(id),
    at: null,
    events,
    post: posts.find((post) => post.id === Number(id)) ?? null,
  }));
  answer(deletePost, (_nothing, { id }) => {
    posts = posts.filter((post) => post.id !== Number(id));
    return { outcome: 'cancelled', targets: [] };
  });
});

const step = (type: string, summary: string, data: HistoryEntry['data'] = {}): HistoryEntry => ({
  id: type,
  stream: 'post-1',
  revision: 0,
  type,
  at: timeAt(10),
  summary,
  said: [],
  data,
  actor: { kind: 'system', id: 'publisher', name: 'Posthorn' },
  correlationId: 'c1',
  causationId: 'c1',
  accountId: null,
  platform: null,
  accountName: null,
  attempt: null,
  requestFingerprint: null,
  remoteId: null,
  permalink: null,
});
const card = (name: string) => screen.findByRole('article', { name });
const details = () => screen.getByRole('region', { name: 'Details' });
const detailsShow = (name: string) =>
  waitFor(() => {
    within(details()).getByRole('heading', { level: 2, name });
  });
const focusedLabel = () => document.activeElement?.getAttribute('aria-label');

it('shows the selected post as its account receives it, with receipt and history', async () => {
  const router = renderApp('/posts?filter=scheduled');
  await user.click(await card('Two'));
  await detailsShow('Two');
  expect((await card('Two')).getAttribute('aria-current')).toBe('true');
  const preview = await within(details()).findByRole('tabpanel', { name: 'Bluesky' });
  // The post is not published on any account, so the current plan decides.
  expect(preview.textContent).toContain(FREE_SUFFIX);
  await within(details()).findByRole('list', { name: 'Accounts' });
  await within(details()).findByText('Go back in time');
  await waitFor(() => {
    expect(router.state.location.search).toEqual({ filter: 'scheduled', post: 2 });
  });
  expect(await accessibilityFaults()).toEqual([]);
});

it('selects posts with j, k and arrow keys, and moves the focus to the details and back', async () => {
  const router = renderApp('/posts');
  await card('One');
  await user.keyboard('j');
  await detailsShow('One');
  expect(focusedLabel()).toBe('One');
  await user.keyboard('j');
  await detailsShow('Two');
  await user.keyboard('{ArrowDown}');
  await detailsShow('Three');
  await user.keyboard('k');
  await detailsShow('Two');
  await user.keyboard('{ArrowUp}{ArrowRight}');
  await detailsShow('One');
  expect(focusedLabel()).toBe('Details');
  await user.keyboard('{Escape}');
  await waitFor(() => {
    expect(focusedLabel()).toBe('One');
  });
  await waitFor(() => {
    expect(router.state.location.search).toEqual({ post: 1 });
  });
  // Moving through the list adds no history entries.
  expect(router.history.length).toBe(1);
});

it('moves the focus from the details to the heading when the card is not in the list', async () => {
  renderApp('/posts?filter=posted&post=2');
  await detailsShow('Two');
  details().focus();
  await user.keyboard('{Escape}');
  await waitFor(() => {
    expect(document.activeElement?.textContent).toBe('Posts');
  });
});

it('selects and focuses the next post when the selected post is deleted', async () => {
  const router = renderApp('/posts?post=2');
  await detailsShow('Two');
  await user.click(screen.getByRole('button', { name: 'More for Two' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  await detailsShow('Three');
  await waitFor(() => {
    expect(focusedLabel()).toBe('Three');
  });
  await waitFor(() => {
    expect(router.state.location.search).toEqual({ post: 3 });
  });
});

it('says that a selected post was deleted', async () => {
  renderApp('/posts?post=99');
  await within(await screen.findByRole('region', { name: 'Details' })).findAllByText(
    'This post has been removed.',
  );
});

it('shows the new content of the selected post after a live update', async () => {
  renderApp('/posts?post=2');
  await detailsShow('Two');
  posts = posts.map((post) => (post.id === 2 ? { ...post, content: 'Two, once more' } : post));
  act(() => {
    live.send('posts', { ids: [2], gone: [] });
  });
  await detailsShow('Two, once more');
});

it('shows the suffix of a published post only if the post was sent with it', async () => {
  const target = aTarget({ status: 'posted', publishedAt: timeAt(12) });
  posts = [aPost({ content: 'Out', status: 'posted', targets: [target] })];
  events = [...events, step('PostPublishingStarted', 'Publishing began', { suffixOn: [] })];
  renderApp('/posts?post=1');
  const shown = async () => (await within(details()).findByRole('tabpanel')).textContent;
  await detailsShow('Out');
  expect(await shown()).not.toContain(FREE_SUFFIX);

  answer(currentUser, () => aUser({ isPremium: true }));
  events = [step('PostPublishingStarted', 'Publishing began', { suffixOn: [7] })];
  act(() => {
    live.send('user');
    live.send('posts', { ids: [1], gone: [] });
  });
  await waitFor(async () => {
    expect(await shown()).toContain(FREE_SUFFIX);
  });
});

it('says that the history failed to load, shows no suffix, and tries again', async () => {
  posts = [aPost({ content: 'Out', status: 'posted', targets: [aTarget({ status: 'posted' })] })];
  refuse(getHistory, 500, { message: 'Something went wrong.', code: 'server.bug' });
  renderApp('/posts?post=1');
  await detailsShow('Out');
  await within(details()).findByText('Its history could not be loaded.');
  expect(within(details()).getByRole('tabpanel').textContent).not.toContain(FREE_SUFFIX);
  answer(getHistory, () => ({ postId: 1, at: null, events, post: posts[0] ?? null }));
  await user.click(within(details()).getByRole('button', { name: 'Try again' }));
  await within(details()).findByText('Go back in time');
});

it('does not show details in a narrow window, where a link to a post opens its history', async () => {
  windowIs(1280);
  const router = renderApp('/posts?post=2');
  await waitFor(() => {
    expect(router.state.location.pathname).toBe('/posts/2/history');
  });
  await router.navigate({ to: '/posts' });
  await user.click(await card('Two'));
  expect(screen.queryByRole('region', { name: 'Details' })).toBeNull();
  expect((await card('Two')).getAttribute('aria-current')).toBeNull();
});

it('keeps the selection and the list when the user opens and closes a new post', async () => {
  answer(currentUser, () => aUser({ isPremium: true }));
  const router = renderApp('/posts?filter=scheduled&post=2');
  await detailsShow('Two');
  await user.keyboard('c');
  await screen.findByRole('dialog', { name: 'Create New Post' });
  await user.keyboard('{Escape}');
  await waitFor(() => {
    expect(router.state.location.search).toEqual({ filter: 'scheduled', post: 2 });
  });
});
