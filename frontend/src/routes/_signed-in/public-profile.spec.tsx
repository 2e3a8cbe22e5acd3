import {
  showPublicUser,
  type PublicAccountView,
  type PublicUserView,
} from '@posthorn/contracts/identity/public-user.http';
import { appState, currentUser, listSessions } from '@posthorn/contracts/identity/session.http';
import { listAccounts } from '@posthorn/contracts/integrations/accounts.http';
import { listPublicPosts, type PublicPostView } from '@posthorn/contracts/scheduling/public-posts.http';
import { beforeEach, expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { accessibilityFaults } from '#testing/axe.ts';
import { answer, missing } from '#testing/fake-server.ts';
import { renderApp } from '#testing/render-app.tsx';
import { aUser } from '#testing/views.ts';

const user = userEvent.setup();

const bluesky: PublicAccountView = {
  platform: 'bluesky',
  accountName: 'bea.example',
  address: 'https://bsky.app/profile/bea.example',
};
const bea: PublicUserView = {
  username: 'bea',
  handle: 'bea_bakes',
  firstName: 'Bea',
  lastName: 'Lim',
  isPremium: true,
  personalityProfile: 'Warm and short.',
  bannerImageUrl: null,
  profileImageUrl: null,
  createdAt: '2026-01-31T23:30:00.000Z',
  accounts: [bluesky, { platform: 'linkedin', accountName: 'Beatrice', address: null }],
  stats: { posts: 2, engagement: null, platforms: 2 },
};
const post = (id: number, overrides: Partial<PublicPostView> = {}): PublicPostView => ({
  id,
  content: `Post ${String(id)}`,
  hashtags: null,
  media: null,
  platforms: ['bluesky'],
  publishedAt: new Date(Date.now() - 3 * 3_600_000).toISOString(),
  likes: null,
  comments: null,
  shares: null,
  ...overrides,
});

let profile: PublicUserView;
let posts: readonly PublicPostView[];
beforeEach(() => {
  profile = bea;
  posts = [post(1), post(2)];
  answer(appState, () => ({ sandbox: false, sandboxUrl: null, version: '0.1.0', signInProviders: [] }));
  answer(currentUser, () => aUser());
  answer(listAccounts, () => []);
  answer(listSessions, () => []);
  answer(showPublicUser, (_, { username }) => (username === profile.username ? profile : missing()));
  answer(listPublicPosts, () => posts);
});

const figure = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent;

it('shows the names, the plan and the counts of a user', async () => {
  renderApp('/profile/bea');
  await screen.findByRole('heading', { level: 1, name: '@bea' });
  for (const words of ['Bea Lim', 'Pro', 'Warm and short.', 'Joined January 2026']) screen.getByText(words);
  expect(['Posts', 'Engagement', 'Platforms'].map(figure)).toEqual(['2', 'No figures yet', '2']);
  screen.getByText('Showing 2 of 2');
  screen.getByText('Connect with @bea on 2 platforms');
  expect(document.title).toBe('@bea · Posthorn');
  expect(await accessibilityFaults()).toEqual([]);
});

it('links to accounts with a known URL, and shows only the name of other accounts', async () => {
  renderApp('/profile/bea');
  const follow = within(await screen.findByRole('region', { name: 'Follow me on' }));
  const [link, ...others] = follow.getAllByRole('link');
  expect(others).toEqual([]);
  expect(link?.getAttribute('href')).toBe('https://bsky.app/profile/bea.example');
  follow.getByText('Beatrice');
});

it("shows a post's text, three of its hashtags, its platforms, and its metrics", async () => {
  profile = { ...bea, stats: { ...bea.stats, posts: 61 } };
  posts = [
    post(1, {
      hashtags: '#one #two  #three #four',
      media: { mediaUrl: '/media/a', mediaType: 'image', thumbnailUrl: '/media/a-small', altText: 'Buns' },
      platforms: ['bluesky', 'mastodon', 'threads', 'twitter'],
      likes: 1,
      comments: 0,
    }),
  ];
  renderApp('/profile/bea');
  const card = within(await screen.findByRole('article'));
  card.getByText('#one #two #three');
  card.getByText('1 like · 0 comments');
  card.getByText('3 h ago');
  card.getByText('Published on Bluesky, Mastodon, Threads, X');
  card.getByText('+1');
  expect(card.getByRole('img', { name: 'Buns' }).getAttribute('src')).toBe('/media/a-small');
  screen.getByText('Showing 1 of 61');
});

it('does not show metrics for a post without figures', async () => {
  posts = [post(1)];
  renderApp('/profile/bea');
  const card = await screen.findByRole('article');
  expect(card.textContent).not.toMatch(/like|comment|share/u);
});

it('shows more posts on request', async () => {
  posts = Array.from({ length: 20 }, (_, at) => post(at + 1));
  profile = { ...bea, stats: { ...bea.stats, posts: 20 } };
  renderApp('/profile/bea');
  await screen.findByText('Showing 12 of 20');
  await user.click(screen.getByRole('button', { name: 'Show more posts' }));
  await screen.findByText('Showing 20 of 20');
  expect(screen.queryByRole('button', { name: 'Show more posts' })).toBeNull();
});

it("shows the product's name on the profile of a free user, and links viewers to their own profile", async () => {
  profile = { ...bea, isPremium: false };
  renderApp('/profile/bea');
  await screen.findByText('Made with Posthorn');
  expect(screen.queryByText('Pro')).toBeNull();
  profile = { ...bea, username: 'ana', isPremium: false, stats: { ...bea.stats, posts: 0 }, accounts: [] };
  posts = [];
  await user.click(screen.getByRole('link', { name: 'Get Your Own Profile' }));
  await screen.findByRole('heading', { level: 1, name: '@ana' });
  screen.getByText('Nothing published yet');
  expect(screen.queryByRole('region', { name: 'Follow me on' })).toBeNull();
  screen.getByRole('link', { name: 'Edit Profile' });
  const own = screen.getByRole('link', { name: 'Get Your Own Profile' });
  expect(own.getAttribute('href')).toBe('/settings/link-page');
  screen.getByRole('link', { name: 'Create a post' });
});

it('says that no user has the name in the URL', async () => {
  renderApp('/profile/nobody');
  await screen.findByRole('heading', { level: 1, name: 'Profile Not Found' });
  screen.getByText('There is no user called @nobody. Please check the spelling.');
  expect(await accessibilityFaults()).toEqual([]);
});

it('opens from a link in Settings', async () => {
  profile = { ...bea, username: 'ana' };
  renderApp('/settings');
  await user.click(await screen.findByRole('link', { name: 'View Profile' }));
  await screen.findByRole('heading', { level: 1, name: '@ana' });
});
