import { appState, currentUser } from '@posthorn/contracts/identity/session.http';
import { listAccounts } from '@posthorn/contracts/integrations/accounts.http';
import { listPlatforms } from '@posthorn/contracts/integrations/platforms.http';
import { POST_TEXT } from '@posthorn/contracts/scheduling/post-words';
import { retryTarget, type PostView, type TargetView } from '@posthorn/contracts/scheduling/posts.http';
import { COPIES_TEXT } from '@posthorn/contracts/scheduling/targets';
import { beforeEach, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answerPosts } from '#testing/answer-posts.ts';
import { accessibilityFaults } from '#testing/axe.ts';
import { answer, missing } from '#testing/fake-server.ts';
import { renderApp } from '#testing/render-app.tsx';
import { aBlueskyAccount, aPlatform, aPost, aTarget, aUser } from '#testing/views.ts';

const user = userEvent.setup();
let posts: PostView[];

const IDS = [1, 2, 3];
const nameOf = (id: number) => `shop${String(id)}.bsky.social`;
const unreachable = { code: 'network', message: 'The platform could not be reached.', words: null };
const target = (id: number, overrides: Partial<TargetView>) =>
  aTarget({ accountId: id, accountName: nameOf(id), ...overrides });
const failed = (id: number, overrides: Partial<TargetView> = {}) =>
  target(id, { status: 'failed', problem: unreachable, ...overrides });

beforeEach(() => {
  localStorage.clear();
  posts = [];
  answer(appState, () => ({ sandbox: false, sandboxUrl: null, version: '0.1.0', signInProviders: [] }));
  answer(currentUser, () => aUser());
  answer(listAccounts, () => IDS.map((id) => aBlueskyAccount({ id, accountName: nameOf(id) })));
  answer(listPlatforms, () => [aPlatform()]);
  answerPosts(() => posts);
});

const beingChecked = () => ({
  status: 'unknown' as const,
  problem: { code: 'timeout', message: 'The platform did not answer in time.', words: null },
  nextAttemptAt: new Date(Date.now() + 60_000).toISOString(),
  lookUntil: new Date(Date.now() + 5 * 60_000).toISOString(),
});

it('says that Posthorn is looking for the post, without asking the user to act', async () => {
  posts = [aPost({ content: 'Cut off', targets: [target(1, beingChecked())] })];
  renderApp('/posts');
  const card = await screen.findByRole('article', { name: 'Cut off' });
  expect(within(card).getAllByText('Checking…')).toHaveLength(2);
  await within(card).findByText(COPIES_TEXT.looking('Bluesky', 'in 5 min'));
  expect(within(card).queryByText(/^Next try/u)).toBeNull();
  expect(screen.queryByRole('region', { name: /need/u })).toBeNull();
  expect(await accessibilityFaults()).toEqual([]);
});

it('shows accounts in separate rows when the values of their problems differ', async () => {
  const tooLong = (used: number) => ({
    code: 'integrations.text-too-long',
    values: { platform: 'Bluesky', used, max: 300 },
    message: `Bluesky: ${String(used)}.`,
    words: null,
  });
  posts = [
    aPost({
      content: 'Long',
      targets: [310, 320].map((used, index) => failed(index + 1, { problem: tooLong(used) })),
    }),
  ];
  renderApp('/posts');
  await screen.findByText('Bluesky: the text has 310 characters, 300 are allowed.');
  await screen.findByText('Bluesky: the text has 320 characters, 300 are allowed.');
});

it('shows accounts in separate rows when their sentences name other platforms, although the server says the same', async () => {
  const gaveUp = (platform: string) => ({
    code: 'gave-up',
    variant: 'quota',
    values: { platform },
    message: 'It could not be published in time.',
    words: null,
  });
  posts = [
    aPost({
      content: 'Late',
      targets: ['Threads', 'Instagram'].map((name, index) => failed(index + 1, { problem: gaveUp(name) })),
    }),
  ];
  renderApp('/posts');
  await screen.findByText(/quota of this account on Threads was used up/u);
  await screen.findByText(/quota of this account on Instagram was used up/u);
});

it('shows accounts with the same problem in one row, and retries all of them', async () => {
  posts = [aPost({ content: 'Offline', status: 'failed', targets: IDS.map((id) => failed(id)) })];
  const retried: number[] = [];
  answer(retryTarget, (_request, { accountId }) => {
    retried.push(Number(accountId));
    if (Number(accountId) === 2) missing('scheduling.post-not-found');
    const targets = IDS.map((id) => (id === 2 ? failed(id) : target(id, { status: 'publishing' })));
    posts = [aPost({ content: 'Offline', targets })];
    return posts[0] ?? aPost();
  });
  renderApp('/posts');
  const card = await screen.findByRole('article', { name: 'Offline' });
  await within(card).findByRole('button', { name: 'Retry all' });
  expect(within(card).getAllByText(unreachable.message)).toHaveLength(1);
  expect(within(card).queryByRole('button', { name: /^Retry \(/u })).toBeNull();
  await user.click(within(card).getByRole('button', { name: 'Show each' }));
  const each = within(card).getByRole('list', { name: 'Each of 3 accounts' });
  expect(await within(each).findAllByRole('button', { name: /^Retry \(/u })).toHaveLength(3);
  expect(await accessibilityFaults()).toEqual([]);
  await user.click(within(card).getByRole('button', { name: 'Retry all' }));
  await screen.findByText('Publishing again');
  screen.getByText(`On 2 of 3 accounts. ${POST_TEXT.missing}`);
  expect(retried).toEqual(IDS);
  await waitFor(() => {
    expect(screen.queryByRole('button', { name: 'Retry all' })).toBeNull();
  });
});

it('names each reason once when the server refuses to retry every account', async () => {
  posts = [aPost({ content: 'Offline', status: 'failed', targets: IDS.map((id) => failed(id)) })];
  answer(retryTarget, (_request, { accountId }) =>
    missing(Number(accountId) === 2 ? 'scheduling.post-not-found' : 'scheduling.target-unknown'),
  );
  renderApp('/posts');
  const card = await screen.findByRole('article', { name: 'Offline' });
  await user.click(await within(card).findByRole('button', { name: 'Retry all' }));
  await screen.findByText(`${POST_TEXT.targetUnknown} ${POST_TEXT.missing}`);
});

it('shows accounts with different problems in separate rows', async () => {
  const refused = { code: 'rejected', message: 'The platform refused the post.', words: 'Too long' };
  posts = [aPost({ status: 'failed', targets: [failed(1), failed(2, { problem: refused })] })];
  renderApp('/posts');
  expect(await screen.findAllByRole('button', { name: /^Retry \(/u })).toHaveLength(2);
  expect(screen.queryByRole('button', { name: 'Retry all' })).toBeNull();
});
