import { appState, currentUser, listSessions } from '@posthorn/contracts/identity/session.http';
import { listAccounts } from '@posthorn/contracts/integrations/accounts.http';
import { beforeEach, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answerPosts } from '#testing/answer-posts.ts';
import { answer, refuse } from '#testing/fake-server.ts';
import { renderApp } from '#testing/render-app.tsx';
import { aBlueskyAccount, aPost, aUser } from '#testing/views.ts';

const user = userEvent.setup();

beforeEach(() => {
  answer(appState, () => ({ sandbox: false, sandboxUrl: null, version: '0.1.0', signInProviders: [] }));
  answer(currentUser, () => aUser());
  answerPosts(() => [aPost()]);
  answer(listAccounts, () => [aBlueskyAccount()]);
  answer(listSessions, () => []);
});

it.each([
  ['/posts', 'Posts · Posthorn'],
  ['/', 'Posts · Posthorn'],
  ['/settings', 'Settings · Posthorn'],
  ['/bluesky-setup', 'Connect Bluesky · Posthorn'],
  ['/mastodon-setup', 'Connect Mastodon · Posthorn'],
  ['/no/such/page', 'Page Not Found · Posthorn'],
])('shows the name of the screen at %s in the title of the window', async (path, title) => {
  renderApp(path);
  await screen.findByRole('heading', { level: 1 });
  expect(document.title).toBe(title);
});

it('shows the name of the sign-in page in the title of the window', async () => {
  refuse(currentUser, 401, { code: 'identity.signed-out' });
  renderApp('/login');
  await screen.findByRole('heading', { level: 1 });
  expect(document.title).toBe('Sign in · Posthorn');
});

it('moves the focus to the heading of the next screen, even after Back', async () => {
  const router = renderApp('/posts');
  await screen.findByRole('heading', { name: 'Posts' });
  expect(document.activeElement).toBe(document.body);
  await user.click(screen.getByRole('link', { name: 'Settings' }));
  await screen.findByRole('heading', { name: 'Settings' });
  await waitFor(() => {
    expect(document.activeElement?.textContent).toBe('Settings');
  });
  expect(document.title).toBe('Settings · Posthorn');
  router.history.back();
  await screen.findByRole('heading', { name: 'Posts' });
  await waitFor(() => {
    expect(document.activeElement?.textContent).toBe('Posts');
  });
});

it('keeps the focus on the button that filters the list', async () => {
  renderApp('/posts');
  const failed = await screen.findByRole('button', { name: /Failed/ });
  await user.click(failed);
  await screen.findByRole('heading', { name: 'No failed posts' });
  expect(document.activeElement).toBe(failed);
});
