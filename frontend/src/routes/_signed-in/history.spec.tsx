import { getHistory, type HistoryEntry } from '@posthorn/contracts/scheduling/history.http';
import { appState, currentUser } from '@posthorn/contracts/identity/session.http';
import { listAccounts } from '@posthorn/contracts/integrations/accounts.http';
import { beforeEach, expect, it } from '@jest/globals';
import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { accessibilityFaults } from '#testing/axe.ts';
import { answer, refuse } from '#testing/fake-server.ts';
import { renderApp } from '#testing/render-app.tsx';
import { aPost, aTarget, aUser } from '#testing/views.ts';

const user = userEvent.setup();
const step = (revision: number, type: string, summary: string): HistoryEntry => ({
  id: `e${String(revision)}`,
  stream: 'publication-1-7',
  revision,
  type,
  at: `2026-11-21T10:00:0${String(revision)}.000Z`,
  actor: { kind: 'system', id: 'publisher', name: 'Posthorn' },
  correlationId: 'c1',
  causationId: 'c1',
  accountId: 7,
  platform: 'bluesky',
  accountName: 'ana.bsky.social',
  attempt: 1,
  requestFingerprint: 'f'.repeat(64),
  remoteId: null,
  permalink: null,
  summary,
  said: [],
  data: { postId: 1 },
});
const steps = [
  step(0, 'PostScheduled', 'Scheduled for 11:00'),
  step(1, 'PublishAttemptStarted', 'Attempt 1 began'),
  step(2, 'PlatformPublished', 'Published on Bluesky'),
];

beforeEach(() => {
  answer(appState, () => ({ sandbox: false, sandboxUrl: null, version: '0.1.0', signInProviders: [] }));
  answer(currentUser, () => aUser());
  answer(listAccounts, () => []);
  answer(getHistory, () => ({
    postId: 1,
    at: null,
    events: steps,
    post: aPost({ content: 'Hello', targets: [aTarget({ status: 'posted' })] }),
  }));
});

const unfold = async (row: RegExp) => {
  await user.click(await screen.findByRole('button', { name: row, expanded: false }));
};

it('links to the post and to its second copy', async () => {
  const idAndLink = (id: string) => ({ remoteId: id, permalink: `https://bsky.app/${id}` });
  answer(getHistory, () => ({
    postId: 1,
    at: null,
    post: aPost({ targets: [aTarget({ status: 'posted' })] }),
    events: [
      { ...step(1, 'PlatformPublished', 'Published on Bluesky'), ...idAndLink('42') },
      { ...step(2, 'DuplicateDetected', 'The post is on Bluesky a second time'), ...idAndLink('43') },
    ],
  }));
  renderApp('/posts/1/history');
  await unfold(/^2 steps, Bluesky: ana\.bsky\.social$/u);
  const list = screen.getByRole('list', { name: 'Steps: Bluesky: ana.bsky.social' });
  const links = within(list).getAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['View post(new tab)', 'https://bsky.app/42'],
    ['View this copy(new tab)', 'https://bsky.app/43'],
  ]);
  expect(await accessibilityFaults()).toEqual([]);
});

it('shows the name of the token that caused a step', async () => {
  const said = { code: 'token', variant: 'revoked', values: { name: 'My blog' } };
  const actor = { kind: 'apiToken', id: 't1', name: 'Das sagt der Server.', said } as const;
  const [scheduled, edited] = steps;
  const unknown = { ...actor, name: 'Neu beim Server', said: { code: 'new-kind' } };
  answer(getHistory, () => ({
    postId: 1,
    at: null,
    post: aPost({ targets: [aTarget({ status: 'posted' })] }),
    events:
      scheduled && edited
        ? [
            { ...scheduled, accountId: null, actor },
            { ...edited, accountId: null, actor: unknown },
          ]
        : [],
  }));
  renderApp('/posts/1/history');
  await unfold(/^2 steps, /u);
  const shown = within(screen.getByRole('list', { name: /^Steps: / })).getAllByRole('listitem');
  expect(shown.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/ · My blog \(revoked\)$/u),
    expect.stringMatching(/ · Neu beim Server$/u),
  ]);
});

it('shows a receipt with the state, the duration, the attempts and the link for each account', async () => {
  answer(getHistory, () => ({
    postId: 1,
    at: null,
    events: steps,
    post: aPost({
      scheduledFor: '2026-11-21T10:00:00.000Z',
      targets: [
        aTarget({
          status: 'posted',
          publishedAt: '2026-11-21T10:00:04.000Z',
          attempts: 2,
          permalink: 'https://bsky.app/42',
        }),
        aTarget({ accountId: 8, platform: 'tiktok', accountName: 'ana', status: 'failed', attempts: 1 }),
      ],
    }),
  }));
  renderApp('/posts/1/history');
  const rows = within(await screen.findByRole('list', { name: 'Accounts' })).getAllByRole('listitem');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('ana.bsky.social10:00 · after 4 sec · 2 attemptsPublished'),
    expect.stringContaining('TikTok: ana1 attemptFailed'),
    expect.stringMatching(/^The whole post/u),
  ]);
  const [bluesky] = rows;
  expect(bluesky && within(bluesky).getByRole('link').getAttribute('href')).toBe('https://bsky.app/42');
  expect(screen.queryByText('Attempt 1 began')).toBeNull();
});

it('collapses the steps of each account under its row', async () => {
  answer(getHistory, () => ({
    postId: 1,
    at: null,
    events: [
      { ...step(9, 'PostEdited', 'The text was changed'), accountId: null, platform: null },
      ...steps,
      { ...step(3, 'PlatformPublished', 'Published there too'), accountId: 8, platform: 'tiktok' },
    ],
    post: aPost({
      targets: [aTarget(), aTarget({ accountId: 8, platform: 'tiktok', accountName: 'ana' })],
    }),
  }));
  renderApp('/posts/1/history');
  await unfold(/^1 step, TikTok: ana$/u);
  const list = screen.getByRole('list', { name: 'Steps: TikTok: ana' });
  within(list).getByText('Published there too');
  expect(within(list).queryByText('Published on Bluesky')).toBeNull();
  await unfold(/^1 step, The whole post$/u);
  within(screen.getByRole('list', { name: 'Steps: The whole post' })).getByText('The text was changed');
});

it('shows comments and replies under their account, and the number of omitted steps', async () => {
  const commentText = (words: string | null) => ({ comment: { id: 5, author: 'Ben', words } });
  answer(getHistory, () => ({
    postId: 1,
    at: null,
    post: aPost({ targets: [aTarget({ status: 'posted' })] }),
    events: [
      {
        ...step(1, 'CommentReceived', 'Comment by Ben: Received.'),
        ...commentText('When do you open?'),
        permalink: 'https://bsky.app/c',
      },
      {
        ...step(2, 'ReplyAttemptStarted', 'Comment by Ben: Attempt 1 to send the reply began.'),
        ...commentText(null),
      },
      {
        ...step(3, 'ReplySent', 'Comment by Ben: The reply was sent.'),
        ...commentText('At six.'),
        permalink: 'https://bsky.app/r',
      },
    ],
    commentsCut: { shown: 3, steps: 1204, read: 500, total: 523 },
  }));
  renderApp('/posts/1/history');
  await unfold(/^3 steps, Bluesky: ana\.bsky\.social$/u);
  const list = screen.getByRole('list', { name: 'Steps: Bluesky: ana.bsky.social' });
  within(list).getByText('When do you open?');
  within(list).getByText('At six.');
  expect(
    within(list)
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ).toEqual(['View comment(new tab)', 'View reply(new tab)']);
  screen.getByText(
    'Comments: the newest 3 steps of the newest 500 of 523 comments are shown. The export has all of them.',
  );
  expect(await accessibilityFaults()).toEqual([]);
});

it('shows each event with the fingerprint of its request in the technical details', async () => {
  renderApp('/posts/1/history');
  await user.click(await screen.findByText('Technical details'));
  const words = within(await screen.findByRole('list', { name: 'Events' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
  expect(words).toHaveLength(3);
  expect(words[0]).toContain('Scheduled for 11:00');
  expect(words[1]).toContain('f'.repeat(64));
  expect(await accessibilityFaults()).toEqual([]);
});

it('shows the receipt first, and collapses the earlier versions', async () => {
  renderApp('/posts/1/history');
  const receipt = await screen.findByRole('list', { name: 'Accounts' });
  const slider = document.querySelector('input[type=range]');
  expect(slider?.closest('details')?.open).toBe(false);
  expect(receipt.compareDocumentPosition(slider ?? document) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  await user.click(screen.getByText('Go back in time'));
  expect(slider?.closest('details')?.open).toBe(true);
  expect(screen.queryByRole('region', { name: 'The post at that time' })).toBeNull();
  expect(await accessibilityFaults()).toEqual([]);
});

it('shows the post at an earlier time', async () => {
  renderApp('/posts/1/history');
  await user.click(await screen.findByText('Go back in time'));
  const slider = screen.getByRole('slider', { name: 'Go back in time' });
  answer(getHistory, () => ({
    postId: 1,
    at: '2026-11-21T10:00:00.000Z',
    events: steps.slice(0, 1),
    post: aPost({ content: 'Hello, as it was', targets: [aTarget()] }),
  }));
  fireEvent.change(slider, { target: { value: '1' } });
  await screen.findByText('Hello, as it was');
  expect(slider.getAttribute('aria-valuetext')).toContain('After step 1 of 3');
});

it('sends one request for a drag of the time slider, and keeps the post visible', async () => {
  renderApp('/posts/1/history');
  await user.click(await screen.findByText('Go back in time'));
  const slider = screen.getByRole('slider', { name: 'Go back in time' });
  const requests: (string | null)[] = [];
  answer(getHistory, (_nothing, _params, query) => {
    requests.push(query.get('at'));
    return {
      postId: 1,
      at: steps[0]?.at ?? null,
      events: steps.slice(0, 1),
      post: aPost({ content: 'As it was' }),
    };
  });
  fireEvent.change(slider, { target: { value: '2' } });
  const card = screen.getByRole('region', { name: 'The post at that time' });
  for (const value of ['1', '2', '1', '2', '1']) {
    fireEvent.change(slider, { target: { value } });
    expect(card.isConnected).toBe(true);
  }
  await within(card).findByText('As it was');
  expect(requests).toEqual([steps[0]?.at]);
});

it("formats hashtags like the post's card", async () => {
  answer(getHistory, () => ({
    postId: 1,
    at: null,
    events: steps,
    post: aPost({ hashtags: 'bread, #buns' }),
  }));
  renderApp('/posts/1/history');
  await screen.findByText('#bread #buns');
});

it('shows Page Not Found for a post that does not exist', async () => {
  refuse(getHistory, 404, { message: 'This post does not exist.', code: 'scheduling.post-missing' });
  renderApp('/posts/99/history');
  await screen.findByRole('heading', { name: 'Page Not Found' });
  screen.getByRole('main');
});

it('shows Page Not Found for an invalid id, without a request', async () => {
  renderApp('/posts/none/history');
  await screen.findByRole('heading', { name: 'Page Not Found' });
});
