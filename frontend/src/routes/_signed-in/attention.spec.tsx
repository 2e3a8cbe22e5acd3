import { appState, currentUser } from '@posthorn/contracts/identity/session.http';
import { listAccounts, type AccountView } from '@posthorn/contracts/integrations/accounts.http';
import { listPlatforms } from '@posthorn/contracts/integrations/platforms.http';
import {
  deletePost,
  deleteRemote,
  retryTarget,
  type PostView,
  type RemovalView,
} from '@posthorn/contracts/scheduling/posts.http';
import { TARGET_TEXT } from '@posthorn/contracts/scheduling/targets';
import { beforeEach, expect, it } from '@jest/globals';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answerPosts } from '#testing/answer-posts.ts';
import { accessibilityFaults } from '#testing/axe.ts';
import { answer, refuse } from '#testing/fake-server.ts';
import { liveServer } from '#testing/live-server.ts';
import { renderApp } from '#testing/render-app.tsx';
import { UI_TEXT } from '#ui/messages.en.ts';
import { aBlueskyAccount, aMastodonAccount, aPlatform, aPost, aTarget, aUser } from '#testing/views.ts';

const user = userEvent.setup();
const live = liveServer();
let posts: PostView[];
let accounts: AccountView[];

const onMastodon = { accountId: 8, platform: 'mastodon', accountName: 'ana@mastodon.social' } as const;
const posted = aTarget({ status: 'posted', remoteId: '42', permalink: 'https://bsky.app/42' });
const refused = aTarget({
  ...onMastodon,
  status: 'failed',
  problem: { code: 'rejected', message: 'The platform refused the post.', words: null },
});
const gone = aTarget({
  ...onMastodon,
  status: 'failed',
  problem: { code: 'not-connected', message: 'This account is disconnected.', words: null },
});
const waiting = aTarget({
  status: 'publishing',
  waitsSince: '2026-11-22T22:09:00.000Z',
  problem: { code: 'reconnect', message: 'The account has to be connected again.', words: 'Revoked' },
});

beforeEach(() => {
  localStorage.clear();
  posts = [];
  accounts = [aBlueskyAccount(), aMastodonAccount()];
  answer(appState, () => ({ sandbox: false, sandboxUrl: null, version: '0.1.0', signInProviders: [] }));
  answer(currentUser, () => aUser());
  answer(listAccounts, () => accounts);
  answer(listPlatforms, () => [
    aPlatform(),
    aPlatform({ platform: 'mastodon', name: 'Mastodon', connectPath: '/api/auth/mastodon' }),
  ]);
  answerPosts(() => posts);
});

const card = (name: string) => screen.findByRole('article', { name });
const cards = () => screen.queryAllByRole('article').map((article) => article.getAttribute('aria-label'));

it('shows on how many accounts a post was published, and counts a partly published post as failed', async () => {
  posts = [
    aPost({ id: 1, content: 'Partly', status: 'posted', targets: [posted, refused] }),
    aPost({ id: 2, content: 'Well', status: 'posted' }),
  ];
  renderApp('/posts');
  within(await card('Partly')).getByText('Posted on 1 of 2');
  within(await card('Well')).getAllByText('Posted');
  const strip = await screen.findByRole('region', { name: '1 post needs attention' });
  await screen.findByRole('link', { name: /^Posts.*1 post needs attention$/u });
  await user.click(within(strip).getByRole('button', { name: 'Show' }));
  await waitFor(() => {
    expect(cards()).toEqual(['Partly']);
  });
  expect(await accessibilityFaults()).toEqual([]);
  await user.click(within(strip).getByRole('button', { name: 'Show all' }));
  await user.click(await screen.findByRole('button', { name: '1 Failed' }));
  await waitFor(() => {
    expect(cards()).toEqual(['Partly']);
  });
});
it('shows the failure of one account while another is still publishing', async () => {
  posts = [
    aPost({ content: 'Half way', publishing: true, targets: [aTarget({ status: 'publishing' }), refused] }),
  ];
  renderApp('/posts');
  within(await card('Half way')).getByText('Failed on 1 of 2');
});
it('does not show the notice when no post needs attention', async () => {
  posts = [aPost()];
  renderApp('/posts');
  await card('Hello from the harbour');
  expect(screen.queryByRole('region', { name: /need/u })).toBeNull();
  screen.getByRole('link', { name: 'Posts' });
});
it('says that no post needs attention, and links to all posts', async () => {
  posts = [aPost()];
  renderApp('/posts?filter=attention');
  await screen.findByText('You have no failed, disconnected or unconfirmed posts.');
  expect(screen.queryByRole('region', { name: /need/u })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Show All Posts' }));
  await card('Hello from the harbour');
});

it('warns about a disconnected account without a reload, on the card and in the editor', async () => {
  posts = [aPost({ content: 'To both', targets: [aTarget(), aTarget(onMastodon)] })];
  renderApp('/posts');
  const article = await card('To both');
  within(article).getByText('Scheduled');
  accounts = [aBlueskyAccount()];
  live.send('accounts');
  await within(article).findByText('Scheduled on 1 of 2');
  await within(article).findByText(/This account is disconnected\. The post will not go out there\./u);
  const link = within(article).getByRole('link', { name: 'Connect (Mastodon, ana@mastodon.social)' });
  expect(link.getAttribute('href')).toBe('/api/auth/mastodon?return=%2Fposts%3Fat%3D1');
  expect(await accessibilityFaults()).toEqual([]);
  await user.click(within(article).getByRole('button', { name: 'Edit To both' }));
  const dialog = await screen.findByRole('dialog', { name: 'Edit Post' });
  await within(dialog).findByText(/ana@mastodon\.social \(Mastodon\) is disconnected/u);
});
it("shows an account's problem once, whether the server or the page has found it", async () => {
  accounts = [aBlueskyAccount()];
  const warning = { code: 'not-connected', message: 'This account is disconnected.' };
  posts = [
    aPost({ id: 1, content: 'Soon', targets: [aTarget({ ...onMastodon, warning })] }),
    aPost({ id: 2, content: 'Late', status: 'failed', targets: [gone] }),
  ];
  renderApp('/posts');
  const soon = await card('Soon');
  await within(soon).findByText(/disconnected\. The post/u);
  expect(within(soon).queryByText(/not connected/u)).toBeNull();
  expect(within(soon).getAllByRole('link', { name: /^Connect/u })).toHaveLength(1);
  const late = await card('Late');
  await within(late).findByRole('link', { name: /^Connect/u });
  expect(within(late).getAllByText(/connected/u)).toHaveLength(1);
});

it('shows since when a post waits for a reconnect, and offers it', async () => {
  accounts = [aBlueskyAccount({ status: 'needs-reconnect' })];
  posts = [aPost({ content: 'Locked out', publishing: true, targets: [waiting] })];
  renderApp('/posts');
  const article = await card('Locked out');
  expect(within(article).getAllByText('Waiting for reconnection')).toHaveLength(2);
  expect(within(article).queryByText('Publishing')).toBeNull();
  await within(article).findByText(/^Since Sun 22 Nov, 22:09/u);
  within(article).getByText('Revoked');
  const link = await within(article).findByRole('link', { name: 'Reconnect (Bluesky, ana.bsky.social)' });
  expect(link.getAttribute('href')).toBe('/api/auth/bluesky?return=%2Fposts%3Fat%3D1');
  expect(await accessibilityFaults()).toEqual([]);
});

it('confirms a retry when the live update arrives before the response', async () => {
  posts = [aPost({ id: 1, status: 'posted', targets: [posted, refused] })];
  answer(retryTarget, async () => {
    posts = [
      aPost({ id: 1, publishing: true, targets: [posted, aTarget({ ...onMastodon, status: 'publishing' })] }),
    ];
    live.send('posts', { ids: [1], gone: [] });
    await waitFor(() => {
      expect(screen.queryByRole('button', { name: /^Retry/u })).toBeNull();
    });
    return posts[0] ?? aPost();
  });
  renderApp('/posts');
  await user.click(await screen.findByRole('button', { name: /^Retry/u }));
  await screen.findByText('Publishing again');
});
it('confirms a retry when its card has left the list before the response arrives', async () => {
  posts = [aPost({ id: 1, status: 'posted', targets: [posted, refused] })];
  answer(retryTarget, async () => {
    posts = [aPost({ id: 1, publishing: true, targets: [posted, aTarget({ ...onMastodon })] })];
    live.send('posts', { ids: [1], gone: [] });
    await screen.findByRole('heading', { name: 'No failed posts' });
    return posts[0] ?? aPost();
  });
  renderApp('/posts?filter=failed');
  await user.click(await screen.findByRole('button', { name: /^Retry/u }));
  await screen.findByText('Publishing again');
  expect(cards()).toEqual([]);
});
it('offers Connect instead of Retry when the account is disconnected', async () => {
  accounts = [aBlueskyAccount()];
  posts = [aPost({ status: 'posted', targets: [posted, gone] })];
  renderApp('/posts');
  await screen.findByRole('link', { name: 'Connect (Mastodon, ana@mastodon.social)' });
  expect(screen.queryByRole('button', { name: /^Retry/u })).toBeNull();
  accounts = [aBlueskyAccount(), aMastodonAccount()];
  live.send('accounts');
  await screen.findByRole('button', { name: /^Retry/u });
  expect(screen.queryByRole('link', { name: /^Connect/u })).toBeNull();
});
it('offers Connect when a retry is refused because the account is disconnected', async () => {
  posts = [aPost({ status: 'posted', targets: [posted, refused] })];
  refuse(retryTarget, 409, { message: TARGET_TEXT.notConnected, code: 'scheduling.account-not-connected' });
  renderApp('/posts');
  const retry = await screen.findByRole('button', { name: /^Retry/u });
  accounts = [aBlueskyAccount()];
  await user.click(retry);
  await screen.findByText(TARGET_TEXT.notConnected);
  await screen.findByRole('link', { name: 'Connect (Mastodon, ana@mastodon.social)' });
});

const remove = async (name: string, item: string, removal: RemovalView) => {
  answer(deletePost, () => {
    posts = [];
    return removal;
  });
  await user.click(within(await card(name)).getByRole('button', { name: `More for ${name}` }));
  await user.click(within(await screen.findByRole('menu')).getByRole('menuitem', { name: item }));
};
it('reports that a post was published before its deletion, and offers to delete it on its platforms', async () => {
  posts = [aPost({ id: 5, content: 'Just out' })];
  renderApp('/posts');
  await remove('Just out', 'Delete', { outcome: 'archived', targets: [posted] });
  await screen.findByText('Post Archived');
  screen.getByText('It was published before it could be deleted. It stays on Bluesky.');
  const requests: unknown[] = [];
  answer(deleteRemote, (_nothing, { id, accountId }) => {
    requests.push([id, accountId]);
    return aPost({ id: 5, content: 'Just out', status: 'posted', targets: [posted] });
  });
  expect(screen.getByRole('button', { name: 'Undo' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Delete on the platforms' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Delete this post from its platforms?' });
  expect(await accessibilityFaults()).toEqual([]);
  await user.click(within(dialog).getByRole('button', { name: 'Delete from 1 account' }));
  await screen.findByText('Deleting from platforms');
  expect(requests).toEqual([['5', '7']]);
  // The post stays archived.
  expect(cards()).toEqual([]);
});
it('does not mention platforms where nothing was published', async () => {
  posts = [aPost({ content: 'Never out', status: 'failed', targets: [refused] })];
  renderApp('/posts');
  await remove('Never out', 'Archive', { outcome: 'archived', targets: [refused] });
  await screen.findByText('It is no longer in this list.');
  expect(screen.queryByRole('button', { name: 'Delete on the platforms' })).toBeNull();
});

it("shows since when live updates are missing, in the user's time zone, until the connection works again", async () => {
  answer(currentUser, () => aUser({ timezone: 'Asia/Kolkata' }));
  posts = [aPost()];
  renderApp('/posts');
  await card('Hello from the harbour');
  act(live.opened);
  expect(screen.queryByText(/No live updates/u)).toBeNull();
  act(live.disconnected);
  const notice = await screen.findByText(/^No live updates since \d\d:\d\d/u);
  const minutes = new Date(Date.now() + 5.5 * 3_600_000).toISOString().slice(14, 16);
  expect(notice.textContent).toContain(`:${minutes}`);
  act(live.opened);
  await waitFor(() => {
    expect(screen.queryByText(/No live updates/u)).toBeNull();
  });
});

it('lists several accounts of one platform by name, and each in its own row once expanded', async () => {
  const names = ['Ana', 'Bakery', 'Choir', 'Dock', 'Embassy'];
  const targets = names.map((accountName, index) =>
    aTarget({ accountId: 20 + index, platform: 'linkedin', accountName }),
  );
  accounts = targets.map(({ accountId: id, accountName }) =>
    aBlueskyAccount({ id, platform: 'linkedin', accountName }),
  );
  posts = [
    aPost({ id: 1, content: 'To come', targets }),
    aPost({
      id: 2,
      content: 'Out',
      status: 'posted',
      targets: targets.map((target) => ({ ...target, status: 'posted' as const })),
    }),
  ];
  renderApp('/posts');
  for (const name of ['To come', 'Out']) {
    const article = await card(name);
    const fold = within(article).getByRole('button', { name: /Ana, Bakery, Choir, Dock, Embassy$/u });
    within(fold).getByText('Ana, Bakery');
    within(fold).getByText('+3');
    expect(within(article).queryByRole('listitem')).toBeNull();
    await user.click(fold);
    const rows = within(article).getAllByRole('listitem');
    expect(rows.map(({ textContent }) => textContent.replace(/^.*LinkedIn: /u, ''))).toEqual(
      names.map((each) => `${each}${name === 'Out' ? 'Posted' : 'Scheduled'}`),
    );
  }
  expect(await accessibilityFaults()).toEqual([]);
});

it('returns from a reconnect to the card, but from the attention list to the whole list', async () => {
  accounts = [
    aBlueskyAccount({ status: 'needs-reconnect' }),
    aMastodonAccount({ connectPath: '/api/auth/its-own-way', status: 'needs-reconnect' }),
  ];
  posts = [
    aPost({ id: 1, content: 'Locked out', publishing: true, targets: [waiting] }),
    aPost({ id: 2, content: 'Too', status: 'failed', targets: [gone] }),
  ];
  renderApp('/posts?filter=failed&q=too');
  const link = async (name: string) =>
    (await within(await card(name)).findByRole('link', { name: /^Reconnect/u })).getAttribute('href');
  expect(await link('Too')).toBe(
    '/api/auth/its-own-way?return=%2Fposts%3Ffilter%3Dfailed%26q%3Dtoo%26at%3D2',
  );
  cleanup();
  renderApp('/posts?filter=attention');
  expect(await link('Locked out')).toBe('/api/auth/bluesky?return=%2Fposts%3Fat%3D1');
});
const closeMessage = async () => {
  await user.click(await screen.findByRole('button', { name: UI_TEXT.dismiss }));
};
it('moves the focus to the card after a consent, and shows the result until it is dismissed', async () => {
  posts = [1, 2, 3].map((id) => aPost({ id, content: `Post ${String(id)}` }));
  const router = renderApp('/posts?filter=scheduled&at=2&connected=bluesky');
  await screen.findByText('Bluesky connected');
  await waitFor(async () => {
    expect(document.activeElement).toBe(await card('Post 2'));
  });
  await waitFor(() => {
    expect(router.state.location.href).toBe('/posts?filter=scheduled&connected=bluesky');
  });
  await closeMessage();
  await waitFor(() => {
    expect(router.state.location.href).toBe('/posts?filter=scheduled');
  });
});
it('ignores the id of a card that is not in the list', async () => {
  posts = [aPost()];
  const router = renderApp('/posts?at=99&refused=bluesky&reason=denied');
  await screen.findByText('Bluesky not connected');
  await closeMessage();
  await waitFor(() => {
    expect(router.state.location.href).toBe('/posts');
  });
});
