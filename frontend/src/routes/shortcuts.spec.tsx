import { appState, currentUser, listSessions } from '@posthorn/contracts/identity/session.http';
import { listAccounts } from '@posthorn/contracts/integrations/accounts.http';
import { POST_TEXT } from '@posthorn/contracts/scheduling/post-words';
import { beforeEach, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answerPosts } from '#testing/answer-posts.ts';
import { answer } from '#testing/fake-server.ts';
import { renderApp } from '#testing/render-app.tsx';
import { aPost, aUser } from '#testing/views.ts';

const user = userEvent.setup();

beforeEach(() => {
  localStorage.clear();
  answer(appState, () => ({ sandbox: false, sandboxUrl: null, version: '0.1.0', signInProviders: [] }));
  answer(currentUser, () => aUser());
  answer(listSessions, () => []);
  answer(listAccounts, () => []);
  answerPosts(() => [
    aPost({ id: 1, content: 'First' }),
    aPost({ id: 2, content: 'Second', scheduledFor: '2030-01-02T12:00:00.000Z' }),
  ]);
});

it('opens a new post with c, but not while the user types', async () => {
  renderApp('/posts');
  await user.type(await screen.findByRole('searchbox'), 'c');
  expect(screen.queryByRole('dialog')).toBeNull();
  await user.click(screen.getByRole('heading', { name: 'Posts' }));
  await user.keyboard('c');
  await screen.findByRole('dialog', { name: 'Create New Post' });
});
it('keeps the parameters of the list when c opens a new post, and removes those of other screens', async () => {
  const router = renderApp('/posts?filter=scheduled&q=first');
  await screen.findByRole('article', { name: 'First' });
  await user.keyboard('c');
  await screen.findByRole('dialog', { name: 'Create New Post' });
  expect(router.state.location.search).toEqual({ filter: 'scheduled', q: 'first', compose: true });
  await user.keyboard('{Escape}');

  await router.navigate({ to: '/bluesky-setup', search: { return: '/posts?at=1' } });
  await screen.findByRole('heading', { level: 1, name: /Bluesky/ });
  await user.click(screen.getByRole('heading', { level: 1 }));
  await user.keyboard('c');
  await screen.findByRole('dialog', { name: 'Create New Post' });
  expect(router.state.location.search).toEqual({ compose: true });
});
it('opens a screen by two keys', async () => {
  const router = renderApp('/posts');
  await screen.findByRole('article', { name: 'First' });
  await user.keyboard('gs');
  await waitFor(() => {
    expect(router.state.location.pathname).toBe('/settings');
  });
});
it('focuses the heading when two keys open the screen again', async () => {
  renderApp('/posts?filter=scheduled');
  (await screen.findByRole('article', { name: 'First' })).focus();
  await user.keyboard('gp');
  await waitFor(() => {
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Posts' }));
  });
});
it('moves between posts with j and k', async () => {
  renderApp('/posts');
  await screen.findByRole('article', { name: 'First' });
  const focusedLabel = () => document.activeElement?.getAttribute('aria-label');
  await user.keyboard('j');
  expect(focusedLabel()).toBe('First');
  await user.keyboard('j');
  expect(focusedLabel()).toBe('Second');
  await user.keyboard('k');
  expect(focusedLabel()).toBe('First');
});
it('shows all shortcuts with ?, and can switch them off', async () => {
  renderApp('/posts');
  await screen.findByRole('article', { name: 'First' });
  await user.keyboard('?');
  await user.click(await screen.findByRole('switch', { name: 'Use shortcuts' }));
  await user.keyboard('{Escape}');
  await waitFor(() => {
    expect(screen.queryByRole('dialog')).toBeNull();
  });
  await user.keyboard('c');
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('says why c does not open a new post at the limit of the free plan', async () => {
  answerPosts(() => [1, 2, 3].map((id) => aPost({ id })));
  const router = renderApp('/posts');
  await screen.findByRole('button', { name: 'Upgrade to Create More' });
  await user.keyboard('c');
  await waitFor(() => {
    expect(screen.getAllByText(POST_TEXT.limitReached).length).toBeGreaterThan(1);
  });
  expect(router.state.location.search).toEqual({});
  expect(screen.queryByRole('dialog')).toBeNull();
});
