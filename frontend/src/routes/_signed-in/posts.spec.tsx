import { appState, currentUser } from '@posthorn/contracts/identity/session.http';
import { listAccounts } from '@posthorn/contracts/integrations/accounts.http';
import { listPlatforms, type PlatformView } from '@posthorn/contracts/integrations/platforms.http';
import { POST_TEXT } from '@posthorn/contracts/scheduling/post-words';
import {
  checkTarget,
  confirmTarget,
  deletePost,
  deleteRemote,
  listPosts,
  restorePost,
  retryTarget,
  type PostView,
  type DuplicateView,
  type TargetView,
} from '@posthorn/contracts/scheduling/posts.http';
import { COPIES_TEXT } from '@posthorn/contracts/scheduling/targets';
import type { Platform } from '@posthorn/contracts/shared/platform';
import { beforeEach, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answerPosts } from '#testing/answer-posts.ts';
import { accessibilityFaults } from '#testing/axe.ts';
import { answer, refuse, refuseWith } from '#testing/fake-server.ts';
import { renderApp } from '#testing/render-app.tsx';
import { aBlueskyAccount, aMastodonAccount, aPlatform, aPost, aTarget, aUser } from '#testing/views.ts';

const user = userEvent.setup();
let posts: PostView[];

beforeEach(() => {
  localStorage.clear();
  posts = [
    aPost({ id: 1, content: 'Harbour at dawn', hashtags: 'sea' }),
    aPost({ id: 2, content: 'Kiln opened', status: 'posted', scheduledFor: '2026-11-01T10:00:00.000Z' }),
    aPost({ id: 3, content: 'Glaze test', status: 'failed', scheduledFor: '2026-11-02T10:00:00.000Z' }),
  ];
  answer(appState, () => ({ sandbox: false, sandboxUrl: null, version: '0.1.0', signInProviders: [] }));
  answer(currentUser, () => aUser());
  answer(listAccounts, () => [1, 2, 3, 4, 5, 6, 7, 8].map((id) => aBlueskyAccount({ id })));
  answerPosts(() => posts);
});

const card = (name: string) => screen.findByRole('article', { name });
const cards = () => screen.queryAllByRole('article').map((article) => article.getAttribute('aria-label'));
const openMenu = async (name: string) => {
  await user.click(within(await card(name)).getByRole('button', { name: `More for ${name}` }));
  return screen.findByRole('menu');
};
const choose = async (name: string, item: string) => {
  await user.click(within(await openMenu(name)).getByRole('menuitem', { name: item }));
};

it('shows counts that filter the list', async () => {
  renderApp('/posts');
  await screen.findByText('Manage your scheduled content');
  const filters = within(screen.getByRole('group', { name: 'Filter posts' })).getAllByRole('button');
  expect(filters.map(({ textContent }) => textContent)).toEqual([
    '3Totals',
    '1Scheduled',
    '1Posted',
    '1Failed',
  ]);
  await user.click(screen.getByRole('button', { name: '1 Failed' }));
  await waitFor(() => {
    expect(cards()).toEqual(['Glaze test']);
  });
  expect(await accessibilityFaults()).toEqual([]);
});
it('searches content and hashtags, and says when nothing is found', async () => {
  renderApp('/posts');
  const search = await screen.findByPlaceholderText('Search posts by content or hashtags...');
  await user.type(search, '#sea');
  await waitFor(() => {
    expect(cards()).toEqual(['Harbour at dawn']);
  });
  await user.type(search, 'nowhere');
  await screen.findByRole('heading', { name: 'No matching posts' });
  await user.click(screen.getByRole('button', { name: 'Clear Search' }));
  await waitFor(() => {
    expect(cards()).toHaveLength(3);
  });
});
it('says that a filter finds no posts, and links back to all posts', async () => {
  posts = posts.filter(({ status }) => status !== 'failed');
  renderApp('/posts?filter=failed');
  await screen.findByRole('heading', { name: 'No failed posts' });
  await user.click(screen.getByRole('button', { name: 'Show All Posts' }));
  await waitFor(() => {
    expect(cards()).toHaveLength(2);
  });
});
it('shows the day above its first post, and reads it out with each post', async () => {
  const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
  posts = [aPost({ id: 1, content: 'Far' }), aPost({ id: 2, content: 'Farther' })];
  answerPosts(() => [...posts, aPost({ id: 3, content: 'Soon', scheduledFor: inAnHour })]);
  renderApp('/posts');
  await screen.findByRole('heading', { name: 'Tue 1 Jan 2030', level: 2 });
  screen.getByRole('heading', { name: /^(Today|Tomorrow)$/u, level: 2 });
  expect(screen.getAllByRole('heading', { name: /2030/u })).toHaveLength(1);
  for (const name of ['Far', 'Farther'])
    expect((await card(name)).querySelector('time')?.textContent).toMatch(/^Tue 1 Jan 2030, 12:00 in/u);
});
it('expands a post in the list by Enter to its full text, and collapses it again', async () => {
  const content = `${'Much to say. '.repeat(20)}The end.`;
  posts = [
    aPost({ title: 'Long', content, hashtags: 'sea', targets: [aTarget(), aTarget({ accountId: 8 })] }),
  ];
  renderApp('/posts');
  const article = await card('Long');
  expect(within(article).queryByRole('listitem')).toBeNull();
  await user.keyboard('j{Enter}');
  expect(within(article).getAllByRole('listitem')).toHaveLength(2);
  expect(within(article).getByRole('button', { expanded: true }).textContent).toMatch(/^Show all/u);
  expect(await accessibilityFaults()).toEqual([]);
  await user.keyboard('{Enter}');
  expect(within(article).queryByRole('listitem')).toBeNull();
});
it('invites a user without posts to write one', async () => {
  posts = [];
  renderApp('/');
  await screen.findByRole('heading', { name: 'No posts yet' });
  await user.click(screen.getByRole('button', { name: 'Create First Post' }));
  await screen.findByRole('dialog', { name: 'Create New Post' });
});
it('stops a free user at three scheduled posts, and says why', async () => {
  posts = [1, 2, 3].map((id) => aPost({ id }));
  renderApp('/posts');
  const button = await screen.findByRole('button', { name: 'Upgrade to Create More' });
  expect(button).toHaveProperty('disabled', true);
  const upgrade = screen.getByRole('link', { name: POST_TEXT.limitReached });
  expect(upgrade.getAttribute('href')).toBe('/subscribe');
});
it('does not limit the scheduled posts of a Premium user', async () => {
  posts = [1, 2, 3].map((id) => aPost({ id }));
  answer(currentUser, () => aUser({ isPremium: true }));
  renderApp('/posts');
  expect(await screen.findByRole('button', { name: 'Start Creating' })).toHaveProperty('disabled', false);
});

it('removes a deleted post immediately, and restores it on Undo', async () => {
  const restored: number[] = [];
  answer(deletePost, (_nothing, { id }) => {
    posts = posts.filter((post) => post.id !== Number(id));
    return { outcome: 'cancelled', targets: [] };
  });
  answer(restorePost, (_nothing, { id }) => {
    restored.push(Number(id));
    const post = aPost({ id: 1, content: 'Harbour at dawn' });
    posts = [...posts, post];
    return post;
  });
  renderApp('/posts');
  await choose('Harbour at dawn', 'Delete');
  await waitFor(() => {
    expect(cards()).toEqual(['Glaze test', 'Kiln opened']);
  });
  await screen.findByText('Post Deleted');
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await card('Harbour at dawn');
  expect(restored).toEqual([1]);
});
it('shows a post again, with the reason, when the server refuses to delete it', async () => {
  refuse(deletePost, 409, { message: POST_TEXT.started, code: 'scheduling.publishing-started' });
  renderApp('/posts');
  await choose('Harbour at dawn', 'Delete');
  await screen.findByText(POST_TEXT.started);
  await card('Harbour at dawn');
});
it('opens a deleted post as a new post when Undo comes after its scheduled time', async () => {
  answer(deletePost, () => {
    posts = posts.filter(({ id }) => id !== 1);
    return { outcome: 'cancelled', targets: [] };
  });
  refuse(restorePost, 422, { message: POST_TEXT.timePast, code: 'scheduling.time-is-past' });
  renderApp('/posts');
  await choose('Harbour at dawn', 'Delete');
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  const dialog = await screen.findByRole('dialog', { name: 'Create New Post' });
  expect(within(dialog).getByRole('textbox', { name: 'Content' })).toHaveProperty('value', 'Harbour at dawn');
});
it('offers no changes while a post is being published', async () => {
  posts = [aPost({ publishing: true, targets: [aTarget({ status: 'publishing' })] })];
  renderApp('/posts');
  const items = within(await openMenu('Hello from the harbour')).getAllByRole('menuitem');
  const disabledItems = items.filter((item) => item.getAttribute('aria-disabled') === 'true');
  expect(disabledItems.map(({ textContent }) => textContent)).toEqual([
    'Edit',
    'Post now',
    'Move to…',
    'Delete',
  ]);
  expect(screen.getByText(POST_TEXT.started)).toBeTruthy();
});

it('offers to delete a post once only its owner can find out whether it is there', async () => {
  const target = (nextAttemptAt: string | null) => aTarget({ status: 'unknown', nextAttemptAt });
  posts = [
    aPost({
      id: 1,
      content: 'Lost',
      publishing: true,
      targets: [target(null), aTarget({ accountId: 8, status: 'posted' })],
    }),
    aPost({ id: 2, content: 'Sought', publishing: true, targets: [target('2030-01-01T13:00:00.000Z')] }),
  ];
  renderApp('/posts');
  const deletion = async (text: string) =>
    within(await openMenu(text)).getByRole('menuitem', { name: 'Delete' });
  expect((await deletion('Lost')).getAttribute('aria-disabled')).toBeNull();
  await user.keyboard('{Escape}');
  expect((await deletion('Sought')).getAttribute('aria-disabled')).toBe('true');
});

it("links to the post of a published target, and quotes the platform's message for a failed target", async () => {
  posts = [
    aPost({
      status: 'failed',
      targets: [
        aTarget({ status: 'posted', permalink: 'https://bsky.app/1' }),
        aTarget({
          accountId: 8,
          accountName: 'shop.bsky.social',
          status: 'failed',
          problem: { code: 'x', message: 'Bluesky refused this post.', words: 'Record too long' },
        }),
      ],
    }),
  ];
  const retried: unknown[] = [];
  answer(retryTarget, (_nothing, params) => {
    retried.push(params['accountId']);
    posts = [
      aPost({ targets: [aTarget({ status: 'posted' }), aTarget({ accountId: 8, status: 'publishing' })] }),
    ];
    return posts[0] ?? aPost();
  });
  renderApp('/posts');
  const link = await screen.findByRole('link', { name: /View post/ });
  expect(link.getAttribute('href')).toBe('https://bsky.app/1');
  expect(screen.getByText('Record too long')).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: /^Retry/ }));
  await screen.findByText('1 posted · 1 publishing');
  expect(retried).toEqual(['8']);
});

it('checks on the platform whether a target with an unknown outcome is published', async () => {
  posts = [aPost({ attention: true, targets: [aTarget({ status: 'unknown' })] })];
  answer(checkTarget, () => {
    posts = [aPost({ status: 'posted', targets: [aTarget({ status: 'posted' })] })];
    return posts[0] ?? aPost();
  });
  renderApp('/posts');
  expect((await screen.findAllByText('Unconfirmed')).length).toBe(2);
  await user.click(await screen.findByRole('button', { name: /^Check now/ }));
  await waitFor(() => {
    expect(screen.queryByText('Unconfirmed')).toBeNull();
  });
});
it('lets a user mark a target with an unknown outcome as posted, with a link to the post', async () => {
  posts = [aPost({ attention: true, targets: [aTarget({ status: 'unknown' })] })];
  const requests: unknown[] = [];
  answer(confirmTarget, (request) => {
    requests.push(request);
    posts = [aPost({ status: 'posted', targets: [aTarget({ status: 'posted' })] })];
    return posts[0] ?? aPost();
  });
  renderApp('/posts');
  await user.click(await screen.findByRole('button', { name: /^Mark as posted/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Mark as posted on Bluesky?' });
  await user.type(within(dialog).getByRole('textbox'), 'https://bsky.app/2');
  await user.click(within(dialog).getByRole('button', { name: 'Mark as posted' }));
  await waitFor(() => {
    expect(requests).toEqual([{ permalink: 'https://bsky.app/2' }]);
  });
});
it.each([
  ['failed', aTarget({ status: 'failed', problem: { code: 'late', message: 'Too late.', words: null } })],
  ['waits for its next try', aTarget({ status: 'publishing', nextAttemptAt: '2030-01-01T00:00:00.000Z' })],
  ['is late', aTarget({ status: 'scheduled' })],
])('lets a user mark a target as posted when it %s', async (_what, target) => {
  posts = [aPost({ scheduledFor: '2026-01-01T00:00:00.000Z', targets: [target] })];
  const requests: unknown[] = [];
  answer(confirmTarget, (request) => {
    requests.push(request);
    posts = [aPost({ status: 'posted', targets: [aTarget({ status: 'posted' })] })];
    return posts[0] ?? aPost();
  });
  renderApp('/posts');
  await user.click(await screen.findByRole('button', { name: /^Mark as posted/u }));
  const dialog = await screen.findByRole('dialog', { name: 'Mark as posted on Bluesky?' });
  expect(await accessibilityFaults()).toEqual([]);
  await user.click(within(dialog).getByRole('button', { name: 'Mark as posted' }));
  await waitFor(() => {
    expect(requests).toEqual([{}]);
  });
});
it('does not offer “Mark as posted” while a target is not due or is being published', async () => {
  posts = [
    aPost({
      scheduledFor: '2100-01-01T00:00:00.000Z',
      targets: [aTarget({ status: 'scheduled' }), aTarget({ accountId: 8, status: 'publishing' })],
    }),
  ];
  renderApp('/posts');
  await screen.findByText('1 publishing · 1 scheduled');
  expect(screen.queryByRole('button', { name: /^Mark as posted/u })).toBeNull();
});
it('warns before a retry of a post that may already be published', async () => {
  posts = [aPost({ attention: true, targets: [aTarget({ status: 'unknown' })] })];
  let sent = 0;
  answer(retryTarget, () => {
    sent += 1;
    return aPost();
  });
  renderApp('/posts');
  await user.click(await screen.findByRole('button', { name: /^Send again/ }));
  const warning = await screen.findByRole('alertdialog', { name: 'Send again to Bluesky?' });
  expect(sent).toBe(0);
  await user.click(within(warning).getByRole('button', { name: 'Send again' }));
  // After the confirmation, the card no longer shows a problem.
  await screen.findByText('Publishing again');
  expect(sent).toBe(1);
});
it('shows until when Posthorn looks for a post before a retry, and warns before an earlier retry', async () => {
  const lookUntil = new Date(Date.now() + 5 * 60_000).toISOString();
  const unknown = aTarget({ status: 'unknown', lookUntil });
  posts = [aPost({ attention: true, targets: [unknown] })];
  const requests: unknown[] = [];
  answer(retryTarget, (request) => {
    requests.push(request);
    return posts[0] ?? aPost();
  });
  renderApp('/posts');
  await screen.findByText(COPIES_TEXT.looking('Bluesky', 'in 5 min'));
  await user.click(screen.getByRole('button', { name: /^Send again/ }));
  const question = await screen.findByRole('alertdialog', { name: 'Send again to Bluesky?' });
  within(question).getByText(COPIES_TEXT.waits);
  within(question).getByText(COPIES_TEXT.risk);
  expect(await accessibilityFaults()).toEqual([]);
  await user.click(within(question).getByRole('button', { name: 'Send again' }));
  await screen.findByText('Checking first');
  await user.click(screen.getByRole('button', { name: /^Send again/ }));
  await user.click(await screen.findByRole('button', { name: 'Send at once' }));
  await waitFor(() => {
    expect(requests).toEqual([{}, { atOwnRisk: true }]);
  });
});
it('does not offer “Send at once” when the time for looking up the post has passed', async () => {
  const unknown = aTarget({ status: 'unknown', lookUntil: '2026-01-01T00:00:00.000Z' });
  posts = [aPost({ attention: true, targets: [unknown] })];
  renderApp('/posts');
  await user.click(await screen.findByRole('button', { name: /^Send again/ }));
  await screen.findByRole('alertdialog', { name: 'Send again to Bluesky?' });
  expect(screen.queryByRole('button', { name: 'Send at once' })).toBeNull();
});
it('says what to do when the posts fail to load', async () => {
  refuse(listPosts, 503, {
    message: 'In the language of the server.',
    code: 'server.database-unavailable',
  });
  renderApp('/posts');
  expect((await screen.findByRole('alert')).textContent).toContain(
    'Posthorn cannot read right now. Please try again in a few seconds.',
  );
  answerPosts(() => posts);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await card('Kiln opened');
});

const CONNECT_AGAIN = 'Reconnect this account in Settings. The post waits.';
const waitingForAccount = {
  code: 'reconnect',
  message: CONNECT_AGAIN,
  words: 'Token has been revoked',
};
it('says that a post waits for its account, and links to the reconnect of the account', async () => {
  const waitsSince = '2026-11-22T22:09:00.000Z';
  posts = [aPost({ publishing: true, targets: [aTarget({ problem: waitingForAccount, waitsSince })] })];
  renderApp('/posts');
  await screen.findByText(/The post goes out as soon as the account is connected again\.$/u);
  screen.getByText('Token has been revoked');
  const link = screen.getByRole('link', { name: /^Reconnect/ });
  expect(link.getAttribute('href')).toBe('/api/auth/bluesky?return=%2Fposts%3Fat%3D1');
  expect(await accessibilityFaults()).toEqual([]);
});
it('warns before the due time that an account must be reconnected, and links to the reconnect', async () => {
  const message = 'Reconnect this account in Settings before then, or the post waits.';
  const warning = { code: 'reconnect', message };
  posts = [aPost({ targets: [aTarget({ warning }), aTarget({ accountId: 8, accountName: 'shop' })] })];
  renderApp('/posts');
  await screen.findByText(warning.message);
  expect(screen.getByText('Warning:')).toBeTruthy();
  screen.getByRole('link', { name: /^Reconnect \(Bluesky, ana.bsky.social\)/ });
  expect(await accessibilityFaults()).toEqual([]);
});

const published = (overrides: Partial<TargetView> = {}) =>
  aTarget({ status: 'posted', remoteId: '42', permalink: 'https://bsky.app/42', ...overrides });
const onMastodon = { accountId: 8, platform: 'mastodon', accountName: 'ana@mastodon.social' } as const;
it('deletes a published post from its platforms, after a confirmation that lists each account', async () => {
  posts = [aPost({ content: 'Kiln', status: 'posted', targets: [published(), published(onMastodon)] })];
  answer(listPlatforms, () => []);
  const deletions: unknown[] = [];
  answer(deleteRemote, (_request, { accountId }) => {
    deletions.push(accountId);
    const targets = [published({ remoteDeletion: 'requested' }), published(onMastodon)];
    posts = [aPost({ content: 'Kiln', status: 'posted', targets })];
    return posts[0] ?? aPost();
  });
  renderApp('/posts');
  await choose('Kiln', 'Delete from platforms…');
  const dialog = await screen.findByRole('alertdialog', { name: 'Delete this post from its platforms?' });
  within(dialog).getByText('Bluesky: ana.bsky.social');
  within(dialog).getByText('Mastodon: ana@mastodon.social');
  expect(await accessibilityFaults()).toEqual([]);
  expect(deletions).toEqual([]);
  await user.click(within(dialog).getByRole('button', { name: 'Delete from 2 accounts' }));
  await screen.findByText('Being deleted from Bluesky.');
  expect(deletions).toEqual(['7', '8']);
});
it('names every account whose platform refused the deletion, and says on how many the post is being deleted', async () => {
  const shop = { ...onMastodon, accountId: 9, accountName: 'shop@mastodon.social' };
  const choir = { ...onMastodon, accountId: 10, accountName: 'choir@mastodon.social' };
  const targets = [published(), published(onMastodon), published(shop), published(choir)];
  posts = [aPost({ content: 'Kiln', status: 'posted', targets })];
  answer(listPlatforms, () => []);
  answer(deleteRemote, (_request, { accountId }) => {
    const message = accountId === '7' ? 'Not known there.' : 'Not possible now.';
    if (accountId !== '10') refuseWith(422, { message, code: 'test.refused', requestId: 'r1' });
    return posts[0] ?? aPost();
  });
  renderApp('/posts');
  await choose('Kiln', 'Delete from platforms…');
  await user.click(await screen.findByRole('button', { name: 'Delete from 4 accounts' }));
  await screen.findByText(
    'Bluesky: ana.bsky.social. Not known there. Mastodon: ana@mastodon.social, Mastodon: shop@mastodon.social. Not possible now. The post is being deleted on 1 account.',
  );
});
it('lists the accounts on whose platform the user must delete the post by hand', async () => {
  posts = [aPost({ content: 'Kiln', status: 'posted', targets: [published()] })];
  const cannot = { platform: 'bluesky', capabilities: { deletePost: false } };
  answer(listPlatforms, () => [cannot as PlatformView]);
  renderApp('/posts');
  await choose('Kiln', 'Delete from platforms…');
  const dialog = await screen.findByRole('alertdialog', { name: 'This post has to be deleted there' });
  within(dialog).getByText('Bluesky: ana.bsky.social');
});
it('excludes an account without the permission to delete posts, and says how to grant it', async () => {
  const granted = published({ ...onMastodon });
  posts = [aPost({ content: 'Kiln', status: 'posted', targets: [published(), granted] })];
  answer(listAccounts, () => [aBlueskyAccount({ deletesPosts: false }), aMastodonAccount()]);
  renderApp('/posts');
  await choose('Kiln', 'Delete from platforms…');
  const dialog = await screen.findByRole('alertdialog', { name: 'Delete this post from its platforms?' });
  within(dialog).getByText(/do not let Posthorn delete posts/u);
  within(dialog).getByText('Bluesky: ana.bsky.social');
  within(dialog).getByRole('button', { name: 'Delete from 1 account' });
});
it("shows the result of a post's deletion for each account", async () => {
  const problem = { code: 'rejected', message: 'The platform refused to delete the post.', words: 'Locked' };
  const targets = [
    published({ remoteDeletion: 'deleted', permalink: null }),
    published({ ...onMastodon, remoteDeletion: 'failed', remoteDeletionProblem: problem }),
  ];
  posts = [aPost({ content: 'Kiln', status: 'posted', targets })];
  renderApp('/posts');
  await screen.findByText('Deleted from Bluesky.');
  await screen.findByText(/Not deleted from Mastodon/u);
  screen.getByText('Locked');
  expect(screen.getAllByRole('link', { name: /^View post/ })).toHaveLength(1);
  const menu = await openMenu('Kiln');
  within(menu).getByRole('menuitem', { name: 'Delete from platforms…' });
});
it('reports a video that was published without its cover, and still links to it', async () => {
  const coverProblem = {
    code: 'rejected',
    message: 'The platform refused the picture.',
    words: 'Not verified',
  };
  posts = [aPost({ content: 'Kiln', status: 'posted', targets: [published({ coverProblem })] })];
  renderApp('/posts');
  await screen.findByText(/The video is out on Bluesky, without the cover that was chosen/u);
  screen.getByText('Not verified');
  screen.getByRole('link', { name: /^View post/ });
});
it('does not offer to delete from platforms when nothing is published', async () => {
  renderApp('/posts');
  const menu = await openMenu('Harbour at dawn');
  expect(within(menu).queryByRole('menuitem', { name: 'Delete from platforms…' })).toBeNull();
});

it('shows only the number of accounts without problems, and lists accounts with problems', async () => {
  const publishedOn = (accountId: number, platform: Platform) =>
    aTarget({
      accountId,
      platform,
      accountName: `ana${String(accountId)}`,
      status: 'posted',
      permalink: `https://${platform}.example/1`,
    });
  const targets = [
    ...[
      publishedOn(1, 'facebook'),
      publishedOn(2, 'threads'),
      publishedOn(3, 'twitter'),
      publishedOn(4, 'linkedin'),
    ],
    { ...publishedOn(5, 'snapchat'), permalink: null },
    aTarget({
      accountId: 6,
      platform: 'tiktok',
      accountName: 'ana6',
      status: 'failed',
      problem: { code: 'rejected', message: 'The platform refused the post.', words: null },
    }),
  ];
  answerPosts(() => [aPost({ content: 'To many', status: 'failed', targets })]);
  renderApp('/posts');
  const card = await screen.findByRole('article', { name: 'To many' });
  within(card).getByText('The platform refused the post.');
  const rows = () => within(within(card).getByRole('list', { name: 'Accounts' })).getAllByRole('listitem');
  expect(rows()).toHaveLength(1);
  expect(within(card).queryByRole('link', { name: /^View post/u })).toBeNull();
  const fold = within(card).getByRole('button', {
    name: /^Show all: 5 posted ?ana1, ana2, ana3, ana4, ana5$/u,
  });
  expect(fold.getAttribute('aria-expanded')).toBe('false');
  await user.click(fold);
  expect(rows()).toHaveLength(6);
  const link = within(card).getByRole('link', { name: /^View post ?on X/u });
  expect(link.getAttribute('href')).toBe('https://twitter.example/1');
  const unlinked = rows().find(({ textContent }) => textContent.includes('ana5'));
  expect(unlinked?.querySelector('a')).toBeNull();
  expect(await accessibilityFaults()).toEqual([]);
});

const second: DuplicateView = {
  remoteId: '43',
  permalink: 'https://bsky.app/43',
  remoteDeletion: null,
  remoteDeletionProblem: null,
};
it('shows both copies of a post that was published twice, and deletes the chosen one', async () => {
  const twice = (overrides: Partial<DuplicateView> = {}) => [
    aPost({ status: 'posted', targets: [published({ duplicates: [{ ...second, ...overrides }] })] }),
  ];
  posts = twice();
  answer(listPlatforms, () => [aPlatform()]);
  const deletions: (string | null)[] = [];
  answer(deleteRemote, (_request, _params, query) => {
    deletions.push(query.get('remoteId'));
    posts = twice({ permalink: null, remoteDeletion: 'deleted' });
    return posts[0] ?? aPost();
  });
  renderApp('/posts');
  await screen.findByText(COPIES_TEXT.twice('Bluesky'));
  const list = screen.getByRole('list', { name: 'Copies on Bluesky' });
  const links = within(list).getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    'https://bsky.app/42',
    'https://bsky.app/43',
  ]);
  expect(await accessibilityFaults()).toEqual([]);
  await user.click(within(list).getByRole('button', { name: /^Delete second copy/ }));
  expect(deletions).toEqual([]);
  const question = await screen.findByRole('alertdialog', { name: 'Delete the second copy from Bluesky?' });
  await user.click(within(question).getByRole('button', { name: 'Delete this copy' }));
  await screen.findByText(COPIES_TEXT.onceAgain('Bluesky'));
  expect(deletions).toEqual(['43']);
});
it('does not offer to delete a copy when the account lacks the permission', async () => {
  posts = [aPost({ status: 'posted', targets: [published({ duplicates: [second] })] })];
  answer(listAccounts, () => [aBlueskyAccount({ deletesPosts: false })]);
  renderApp('/posts');
  await screen.findByText(new RegExp(COPIES_TEXT.deletionNotGranted('Bluesky')));
  expect(screen.queryByRole('button', { name: /^Delete (?:first|second) copy/ })).toBeNull();
});
it('says on which platform the user must delete a copy by hand', async () => {
  posts = [aPost({ status: 'posted', targets: [published({ duplicates: [second] })] })];
  const { capabilities, ...rest } = aPlatform();
  answer(listPlatforms, () => [{ ...rest, capabilities: { ...capabilities, deletePost: false } }]);
  renderApp('/posts');
  await screen.findByText(new RegExp(COPIES_TEXT.deleteThere('Bluesky')));
  expect(screen.queryByRole('button', { name: /^Delete (?:first|second) copy/ })).toBeNull();
});
