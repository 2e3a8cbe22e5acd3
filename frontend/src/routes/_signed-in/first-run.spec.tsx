import { appState, currentUser } from '@posthorn/contracts/identity/session.http';
import { listAccounts, type AccountView } from '@posthorn/contracts/integrations/accounts.http';
import { listPlatforms } from '@posthorn/contracts/integrations/platforms.http';
import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import { beforeEach, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answerPosts } from '#testing/answer-posts.ts';
import { accessibilityFaults } from '#testing/axe.ts';
import { answer, refuse } from '#testing/fake-server.ts';
import { liveServer } from '#testing/live-server.ts';
import { renderApp } from '#testing/render-app.tsx';
import { aBlueskyAccount, aPlatform, aPost, aUser } from '#testing/views.ts';

const user = userEvent.setup();
const live = liveServer();
let posts: PostView[];
let accounts: AccountView[];

beforeEach(() => {
  localStorage.clear();
  posts = [];
  accounts = [];
  answer(appState, () => ({ sandbox: false, sandboxUrl: null, version: '0.1.0', signInProviders: [] }));
  answer(currentUser, () => aUser());
  answer(listAccounts, () => accounts);
  answer(listPlatforms, () => [
    aPlatform(),
    aPlatform({ platform: 'tiktok', name: 'TikTok', configured: false, reason: 'Set TIKTOK_CLIENT_KEY.' }),
  ]);
  answerPosts(() => posts);
});

const steps = async () =>
  within(await screen.findByRole('list', { name: 'Steps to your first post' })).getAllByRole('listitem');
const current = async () => {
  const all = await steps();
  const currentSteps = all.filter((step) => step.getAttribute('aria-current') === 'step');
  expect(currentSteps).toHaveLength(1);
  return within(currentSteps[0] as HTMLElement).getByRole('heading', { level: 3 }).textContent;
};

it('begins with the platforms that can be connected, and returns to this screen after a consent', async () => {
  renderApp('/posts');
  expect(await current()).toBe('Connect an account');
  screen.getByRole('heading', { name: 'No posts yet', level: 2 });
  for (const name of ['Write your post', 'Watch it go out']) screen.getByRole('heading', { name, level: 3 });
  const list = screen.getByRole('list', { name: 'Connect an account' });
  const link = within(list).getByRole('link', { name: 'Connect Bluesky' });
  expect(link.getAttribute('href')).toBe('/api/auth/bluesky?return=%2Fposts');
  expect(within(list).queryByText('TikTok')).toBeNull();
  screen.getByText('Not available on this server (1)');
  expect(await accessibilityFaults()).toEqual([]);
});
it('continues with writing once an account is connected', async () => {
  renderApp('/posts');
  expect(await current()).toBe('Connect an account');
  accounts = [aBlueskyAccount()];
  live.send('accounts');
  await waitFor(async () => {
    expect(await current()).toBe('Write your post');
  });
  screen.getByRole('heading', { name: 'Connect an account (done)' });
  screen.getByText('1 account connected');
  expect(screen.getByText('Connect another').closest('details')).toHaveProperty('open', false);
  expect(await accessibilityFaults()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Create First Post' }));
  await screen.findByRole('dialog', { name: 'Create New Post' });
});
it('still offers the platforms, in a collapsed list, once an account is connected', async () => {
  accounts = [aBlueskyAccount()];
  renderApp('/posts');
  await steps();
  await user.click(screen.getByText('Connect another'));
  screen.getByRole('link', { name: 'Connect Bluesky' });
  expect(await current()).toBe('Write your post');
  expect(await accessibilityFaults()).toEqual([]);
});
it('disappears with the first post', async () => {
  accounts = [aBlueskyAccount()];
  renderApp('/posts');
  await steps();
  posts = [aPost()];
  live.send('posts');
  await screen.findByRole('article');
  await waitFor(() => {
    expect(screen.queryByRole('list', { name: 'Steps to your first post' })).toBeNull();
  });
});
it('does not appear for a user with posts', async () => {
  posts = [aPost()];
  renderApp('/posts');
  await screen.findByRole('article');
  expect(screen.queryByText('No posts yet')).toBeNull();
});
it('says that the platforms failed to load, and tries again', async () => {
  refuse(listPlatforms, 503, { message: 'Not now.', code: 'server.database-unavailable' });
  renderApp('/posts');
  await screen.findByText(/The platforms could not be loaded/u);
  answer(listPlatforms, () => [aPlatform()]);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('link', { name: 'Connect Bluesky' });
});
it('links to the platforms in the composer, and stores the draft before the user leaves', async () => {
  renderApp('/posts?compose=true');
  const dialog = await screen.findByRole('dialog', { name: 'Create New Post' });
  await user.click(within(dialog).getByText('No connected accounts'));
  const link = await within(dialog).findByRole('link', { name: 'Connect Bluesky' });
  expect(link.getAttribute('href')).toBe('/api/auth/bluesky?return=%2Fposts%3Fcompose%3Dtrue');
  await user.type(within(dialog).getByRole('textbox', { name: 'Content' }), 'Half a thought');
  // The user leaves the page before the app has stored the draft.
  globalThis.dispatchEvent(new Event('pagehide'));
  expect(JSON.stringify(Object.entries(localStorage))).toContain('Half a thought');
});
it('links to the reconnect of an account in the composer, and returns to the composer', async () => {
  accounts = [aBlueskyAccount({ status: 'needs-reconnect' })];
  renderApp('/posts?compose=true');
  const dialog = await screen.findByRole('dialog', { name: 'Create New Post' });
  const link = await within(dialog).findByRole('link', { name: 'Reconnect (Bluesky, ana.bsky.social)' });
  expect(link.getAttribute('href')).toBe('/api/auth/bluesky?return=%2Fposts%3Fcompose%3Dtrue');
  expect(await accessibilityFaults()).toEqual([]);
});
