import { appState, currentUser } from '@posthorn/contracts/identity/session.http';
import {
  listComments,
  markComment,
  markManyRead,
  summarizeInbox,
  type CommentView,
  type SourceView,
} from '@posthorn/contracts/inbox/comments.http';
import { listAccounts } from '@posthorn/contracts/integrations/accounts.http';
import { listPlatforms } from '@posthorn/contracts/integrations/platforms.http';
import { beforeEach, expect, it } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { InboxSearch } from '#features/inbox/model/inbox-filter.ts';
import { aComment, answerInbox } from '#testing/answer-inbox.ts';
import { accessibilityFaults } from '#testing/axe.ts';
import { answer, missing, refuse } from '#testing/fake-server.ts';
import { liveServer } from '#testing/live-server.ts';
import { renderApp } from '#testing/render-app.tsx';
import { aBlueskyAccount, aPlatform, aUser } from '#testing/views.ts';

const user = userEvent.setup();
const live = liveServer();
let comments: CommentView[];
/** The parameters of each requested page. */
let requests: string[];

const harbour = { key: 'post-1-7', title: 'Hello from the harbour' };
const kiln = { key: 'post-2-7', title: 'Kiln opened' };

beforeEach(() => {
  localStorage.clear();
  requests = [];
  comments = [
    aComment({ id: 1, commenterName: 'Ben', commentText: 'Where was this?', group: harbour }),
    aComment({
      id: 2,
      commenterName: 'Cleo',
      commentText: 'Lovely light',
      group: harbour,
      status: 'read',
      sentiment: 'positive',
      createdAt: '2026-11-20T09:00:00.000Z',
    }),
    aComment({
      id: 3,
      commenterName: 'Dov',
      commentText: 'How hot?',
      group: kiln,
      postId: 2,
      status: 'manual_reply',
      replyText: '1200 °C',
      createdAt: '2026-11-19T09:00:00.000Z',
    }),
  ];
  answer(appState, () => ({ sandbox: false, sandboxUrl: null, version: '0.1.0', signInProviders: [] }));
  answer(currentUser, () => aUser());
  answer(listAccounts, () => [aBlueskyAccount()]);
  answer(listPlatforms, () => [aPlatform()]);
  answerInbox(() => comments, { onRequest: (query) => requests.push(query.toString()) });
  answer(markComment, ({ status }, { id }) => {
    comments = comments.map((one) => (one.id === Number(id) ? { ...one, status } : one));
    return comments.find((one) => one.id === Number(id)) ?? aComment();
  });
});

const group = (name: RegExp) => screen.findByRole('button', { name });
const comment = (author: string) => screen.findByRole('article', { name: `Comment by ${author}` });
const shown = () => screen.queryAllByRole('article').map((article) => article.getAttribute('aria-label'));
const shows = (...authors: string[]) =>
  waitFor(() => {
    expect(shown()).toEqual(authors.map((author) => `Comment by ${author}`));
  });
const focusedLabel = () =>
  document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '';

it('groups comments by post, and opens groups with new ones', async () => {
  renderApp('/inbox');
  await screen.findByRole('heading', { level: 1, name: 'Inbox' });
  screen.getByText('Manage your comments and replies');
  await shows('Ben', 'Cleo');
  const open = await group(/Hello from the harbour/u);
  expect(open.getAttribute('aria-expanded')).toBe('true');
  expect(open.textContent).toContain('1 new');
  expect(open.textContent).toContain('2 comments');
  const closed = await group(/Kiln opened/u);
  expect(closed.getAttribute('aria-expanded')).toBe('false');
  await user.click(closed);
  await shows('Ben', 'Cleo', 'Dov');
  expect(await accessibilityFaults()).toEqual([]);
  await user.click(open);
  await shows('Dov');
});
it('shows all comments of a post under one heading, even from several accounts', async () => {
  comments = [
    ...comments,
    aComment({
      id: 4,
      commenterName: 'Gil',
      platform: 'mastodon',
      accountId: 8,
      group: { ...harbour, key: 'post-1-8' },
      createdAt: '2026-11-20T09:30:00.000Z',
    }),
  ];
  renderApp('/inbox');
  await shows('Ben', 'Gil', 'Cleo');
  const heading = await group(/Hello from the harbour/u);
  expect(heading.textContent).toContain('Bluesky, Mastodon: ');
  expect(heading.textContent).toContain('2 new');
  expect(heading.textContent).toContain('3 comments');
  // Each comment shows its own platform.
  within(await comment('Gil')).getByText(/^Mastodon · /u);
});
it('names an unknown post by its number', async () => {
  comments = [aComment({ postId: 12, group: { key: 'x', title: '' } })];
  renderApp('/inbox');
  await group(/Post #12/u);
});
it("shows the product's own title for a post without a text, by the code of the server", async () => {
  const title = 'Das sagt der Server.';
  comments = [
    aComment({ postId: 12, group: { key: 'x', title, titleCode: 'post' } }),
    aComment({ id: 2, postId: null, group: { key: 'y', title, titleCode: 'other-post' } }),
  ];
  renderApp('/inbox');
  await group(/Post #12/u);
  await group(/Another post of this account/u);
  expect(screen.queryByText(/Das sagt der Server/u)).toBeNull();
});
it('shows counts that filter the list, and keeps the filter in the URL', async () => {
  const router = renderApp('/inbox');
  const counts = within(await screen.findByRole('group', { name: 'Filter comments' }));
  expect(counts.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    '1New',
    '1Replied',
    '3Total',
  ]);
  await user.click(counts.getByRole('button', { name: '1 Replied' }));
  await shows('Dov');
  expect(router.state.location.search).toEqual({ status: 'replied' });
  await user.click(counts.getByRole('button', { name: '1 New' }));
  await shows('Ben');
  await user.click(counts.getByRole('button', { name: '3 Total' }));
  expect(router.state.location.search).toEqual({});
});
it('opens with the filters of its URL', async () => {
  renderApp('/inbox?status=read&platform=bluesky&q=light');
  await shows('Cleo');
  expect(requests).toEqual(['limit=200&status=read&platform=bluesky&q=light']);
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Status' }).value).toBe('read');
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('light');
});
it('keeps what the user types while the search before it enters the URL', async () => {
  const router = renderApp('/inbox');
  const search = await screen.findByRole<HTMLInputElement>('searchbox');
  const stop = router.subscribe('onBeforeNavigate', ({ toLocation }) => {
    if ((toLocation.search as InboxSearch).q !== 'do') return;
    queueMicrotask(() => {
      fireEvent.change(search, { target: { value: 'dov' } });
    });
  });
  await user.type(search, 'do');
  await waitFor(() => {
    expect(router.state.location.search).toEqual({ q: 'dov' });
  });
  stop();
  expect(search.value).toBe('dov');
  await waitFor(() => {
    expect(screen.queryByRole('article', { name: 'Comment by Ben' })).toBeNull();
  });
});
it('keeps a search that enters the URL while the user chooses a status', async () => {
  const router = renderApp('/inbox');
  const search = await screen.findByRole<HTMLInputElement>('searchbox');
  const stop = router.subscribe('onBeforeNavigate', ({ toLocation }) => {
    if ((toLocation.search as InboxSearch).q !== 'do') return;
    stop();
    queueMicrotask(() => {
      fireEvent.change(screen.getByRole('combobox', { name: 'Status' }), { target: { value: 'replied' } });
    });
  });
  await user.type(search, 'do');
  await waitFor(() => {
    expect(router.state.location.search).toEqual({ status: 'replied', q: 'do' });
  });
});
it('searches text and usernames, and offers to clear a search without results', async () => {
  const router = renderApp('/inbox');
  const search = await screen.findByPlaceholderText('Search comments or usernames...');
  await user.type(search, 'dov');
  await shows('Dov');
  await user.type(search, ' nowhere');
  await screen.findByRole('heading', { name: 'No comments found' });
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  await shows('Ben', 'Cleo');
  expect(router.state.location.search).toEqual({});
});
it('disables platforms whose comments cannot be read in the filter, with the reason', async () => {
  renderApp('/inbox');
  const platform = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Platform' });
  const options = within(platform).getAllByRole<HTMLOptionElement>('option');
  const disabledTexts = options.filter(({ disabled }) => disabled).map(({ text }) => text);
  expect(disabledTexts).toEqual([
    'Pinterest does not let other apps read comments.',
    'Snapchat does not let other apps read comments.',
    'Substack does not let other apps read comments.',
  ]);
  expect(options.some(({ text, disabled }) => text === 'Mastodon' && !disabled)).toBe(true);
});
it('marks a comment as read before the server responds, and marks it as new again', async () => {
  renderApp('/inbox');
  const ben = within(await comment('Ben'));
  await user.click(ben.getByRole('button', { name: /^Mark as read/u }));
  await screen.findByText('Marked as read');
  expect(
    within(screen.getByRole('group', { name: 'Filter comments' })).getByText('New').parentElement
      ?.textContent,
  ).toBe('0New');
  // The group stays open without new comments.
  expect(shown()).toHaveLength(2);
  await user.click(ben.getByRole('button', { name: /^Mark as new/u }));
  await screen.findByText('Marked as new');
});
it('marks all new comments as read after a confirmation', async () => {
  comments = [...comments, aComment({ id: 4, commenterName: 'Gil', createdAt: '2026-11-20T08:00:00.000Z' })];
  const sent: object[] = [];
  answer(markManyRead, (body) => {
    sent.push(body);
    comments = comments.map((one) => (one.status === 'new' ? { ...one, status: 'read' } : one));
    return { marked: 2, next: null };
  });
  renderApp('/inbox?status=new');
  await user.click(await screen.findByRole('button', { name: 'Mark 2 as read' }));
  await screen.findByRole('alertdialog', { name: 'Mark 2 comments as read?' });
  expect(await accessibilityFaults()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Mark as read' }));
  await screen.findByText('2 comments marked as read');
  expect(sent).toEqual([{ until: '2026-11-20T10:00:00.000Z' }]);
  await screen.findByRole('heading', { name: 'No comments found' });
  await waitFor(() => {
    expect(focusedLabel()).toBe('Inbox');
  });
});
it('does not mark comments as read that have arrived and are not on the screen yet', async () => {
  comments = [...comments, aComment({ id: 4, commenterName: 'Gil', createdAt: '2026-11-20T08:00:00.000Z' })];
  const sent: object[] = [];
  answer(markManyRead, (body) => {
    sent.push(body);
    return { marked: 2, next: null };
  });
  renderApp('/inbox?status=new');
  await screen.findByRole('button', { name: 'Mark 2 as read' });
  // A slow platform reports this comment late.
  comments = [...comments, aComment({ id: 9, commenterName: 'Eva', createdAt: '2026-11-20T09:59:00.000Z' })];
  act(() => {
    live.send('comments');
  });
  await screen.findByRole('button', { name: /1 new comment/u });
  await user.click(screen.getByRole('button', { name: 'Mark 2 as read' }));
  await user.click(await screen.findByRole('button', { name: 'Mark as read' }));
  await screen.findByText('2 comments marked as read');
  expect(sent).toEqual([{ until: '2026-11-20T10:00:00.000Z', idBelow: 9 }]);
});
it('marks a long list as read in several requests, and shows the progress', async () => {
  const latestAt = '2026-11-20T10:00:00.000Z';
  const counts = { new: 1_234, replied: 0, total: 1_234 };
  const post = { ...harbour, postId: 1, platform: 'bluesky', ...counts, latestAt } as const;
  answer(summarizeInbox, () => ({ counts, groups: [post], sources: [], asOf: latestAt }));
  const steps: object[] = [];
  let respond = (): void => undefined;
  answer(markManyRead, async (body) => {
    steps.push(body);
    const next = ['two', 'three', null][steps.length - 1] ?? null;
    await new Promise<void>((resolve) => (respond = resolve));
    return { marked: next === null ? 234 : 500, next };
  });
  renderApp('/inbox?status=new&platform=bluesky&q=this');
  await user.click(await screen.findByRole('button', { name: 'Mark 1,234 as read' }));
  await user.click(await screen.findByRole('button', { name: 'Mark as read' }));
  for (const marked of ['0', '500', '1,000']) {
    await screen.findByText(`${marked} of 1,234 comments marked as read …`);
    await waitFor(() => {
      expect(steps).toHaveLength(['0', '500', '1,000'].indexOf(marked) + 1);
    });
    respond();
  }
  await screen.findByText('1,234 comments marked as read');
  const list = { until: latestAt, platform: 'bluesky', q: 'this' };
  expect(steps).toEqual([list, { ...list, after: 'two' }, { ...list, after: 'three' }]);
});
it('reloads the list when the server refuses one of the requests that mark it as read', async () => {
  comments = [...comments, aComment({ id: 4, commenterName: 'Gil', createdAt: '2026-11-20T08:00:00.000Z' })];
  answer(markManyRead, ({ after }) => {
    if (after !== undefined) return missing();
    comments = comments.map((one) => (one.id === 1 ? { ...one, status: 'read' } : one));
    return { marked: 1, next: 'two' };
  });
  renderApp('/inbox?status=new');
  await user.click(await screen.findByRole('button', { name: 'Mark 2 as read' }));
  await user.click(await screen.findByRole('button', { name: 'Mark as read' }));
  await screen.findByText('Error updating comment');
  await shows('Gil');
  expect(screen.queryByText(/marked as read/u)).toBeNull();
});
it('reverts a mark that the server refuses', async () => {
  renderApp('/inbox');
  const ben = within(await comment('Ben'));
  refuse(markComment, 500);
  await user.click(ben.getByRole('button', { name: /^Mark as read/u }));
  await screen.findByText('Error updating comment');
  screen.getByText('Please try again later');
  await ben.findByRole('button', { name: /^Mark as read/u });
});
it('hides new comments until the user presses a button, so that no line on screen moves', async () => {
  renderApp('/inbox');
  await shows('Ben', 'Cleo');
  comments = [
    aComment({ id: 9, commenterName: 'Eva', group: kiln, postId: 2, createdAt: '2026-11-20T11:00:00.000Z' }),
    aComment({ id: 8, commenterName: 'Fay', group: harbour, createdAt: '2026-11-20T10:30:00.000Z' }),
    ...comments,
  ];
  act(() => {
    live.send('comments');
  });
  const button = await screen.findByRole('button', { name: '2 new comments' });
  await shows('Ben', 'Cleo');
  await user.click(button);
  await shows('Eva', 'Dov', 'Fay', 'Ben', 'Cleo');
  await waitFor(() => {
    expect(focusedLabel()).toMatch(/Kiln opened/u);
  });
  expect(screen.queryByRole('button', { name: /new comments/u })).toBeNull();
});
it('shows a changed comment immediately', async () => {
  renderApp('/inbox');
  await comment('Ben');
  comments = comments.map((one) =>
    one.id === 1 ? { ...one, commentText: 'And where?', edited: true } : one,
  );
  act(() => {
    live.send('comments');
  });
  await screen.findByText('And where?');
  within(await comment('Ben')).getByText('Edited');
});
it('loads only the comments whose ids are in a live update, and hides the new one', async () => {
  renderApp('/inbox');
  await comment('Ben');
  requests = [];
  comments = [
    aComment({ id: 9, commenterName: 'Eva', group: kiln, postId: 2, createdAt: '2026-11-20T11:00:00.000Z' }),
    ...comments.map((one) => (one.id === 1 ? { ...one, commentText: 'And where?', edited: true } : one)),
  ];
  act(() => {
    live.send('comments', { ids: [1, 9], gone: [] });
  });
  await screen.findByText('And where?');
  await user.click(await screen.findByRole('button', { name: '1 new comment' }));
  await comment('Eva');
  expect(requests).toEqual([]);
});
it('repeats a search after a live update, because only the server can search', async () => {
  renderApp('/inbox?q=where');
  await comment('Ben');
  requests = [];
  comments = comments.map((one) => (one.id === 1 ? { ...one, commentText: 'And when?', edited: true } : one));
  act(() => {
    live.send('comments', { ids: [1], gone: [] });
  });
  await waitFor(() => {
    expect(screen.queryByText('Where was this?')).toBeNull();
  });
  expect(requests).toEqual(['limit=200&q=where']);
});
it('ignores a response that is older than the result of a command', async () => {
  let respond: () => void = () => undefined;
  const response = new Promise<void>((resolve) => (respond = resolve));
  let read = 0;
  const beforeResponse = () => {
    read += 1;
    return response;
  };
  answerInbox(() => comments, { beforeResponse });
  renderApp('/inbox');
  const ben = within(await comment('Ben'));
  act(() => {
    live.send('comments', { ids: [1], gone: [] });
  });
  await waitFor(() => {
    expect(read).toBe(1);
  });
  await user.click(ben.getByRole('button', { name: /^Mark as read/u }));
  await screen.findByText('Marked as read');
  comments = comments.map((one) => (one.id === 2 ? { ...one, commentText: 'Harsh light' } : one));
  act(() => {
    // The app requests comment 2 only after it has handled the delayed response about comment 1.
    live.send('comments', { ids: [2], gone: [] });
    respond();
  });
  await screen.findByText('Harsh light');
  expect(ben.queryByRole('button', { name: /^Mark as read/u })).toBeNull();
});
it('loads two hundred comments first, then the comments of an open group that are not among them', async () => {
  const minute = (at: number) => new Date(Date.UTC(2026, 10, 1) - at * 60_000).toISOString();
  comments = [
    ...Array.from({ length: 250 }, (_, at) =>
      aComment({ id: at + 1, status: 'read', createdAt: minute(at) }),
    ),
    aComment({ id: 500, commenterName: 'Old', group: kiln, postId: 2, createdAt: minute(900) }),
  ];
  renderApp('/inbox');
  await shows('Old');
  expect(requests).toEqual(['limit=200', 'limit=200&group=post-2-7']);
  expect((await group(/harbour/u)).textContent).toContain('250 comments');
});
it('shows why comments failed to load, and tries again', async () => {
  refuse(listComments, 503, { message: 'The database is not available.' });
  renderApp('/inbox');
  await screen.findByText(/^Failed to fetch comments: 503\. The database is not available\./u);
  answerInbox(() => comments);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await shows('Ben', 'Cleo');
});
it('links a user without accounts to the settings, to connect one', async () => {
  comments = [];
  answer(listAccounts, () => []);
  renderApp('/inbox');
  await screen.findByRole('heading', { name: 'No comments found' });
  const link = await screen.findByRole('link', { name: 'Connect an account' });
  expect(link.getAttribute('href')).toBe('/settings');
});
it('moves the focus with j and k, marks a comment as read with e, and then focuses the next line', async () => {
  comments = [...comments, aComment({ id: 4, commenterName: 'Gil', createdAt: '2026-11-20T08:00:00.000Z' })];
  renderApp('/inbox?status=new');
  await shows('Ben', 'Gil');
  await user.keyboard('j');
  expect(focusedLabel()).toMatch(/Hello from the harbour/u);
  await user.keyboard('{Enter}');
  await shows();
  await user.keyboard('{Enter}j');
  expect(focusedLabel()).toBe('Comment by Ben');
  await user.keyboard('e');
  await screen.findByText('Marked as read');
  await shows('Gil');
  expect(focusedLabel()).toBe('Comment by Gil');
  await user.keyboard('k');
  expect(focusedLabel()).toMatch(/Hello from the harbour/u);
});
it('ignores shortcuts while the user types', async () => {
  renderApp('/inbox');
  await comment('Ben');
  await user.type(screen.getByRole('searchbox'), 'je');
  expect(document.activeElement).toBe(screen.getByRole('searchbox'));
});
const aSource = (overrides: Partial<SourceView>): SourceView => ({
  accountId: 7,
  platform: 'bluesky',
  accountName: 'ana.bsky.social',
  state: 'reading',
  why: null,
  whyCode: null,
  lastReadAt: null,
  nextReadAt: null,
  webhook: false,
  notice: null,
  ...overrides,
});
const behind = aSource({ state: 'behind', why: 'Bluesky asks us to wait.', notice: 'trouble' });
const unread = aSource({
  accountId: 8,
  platform: 'threads',
  accountName: 'ana.threads',
  state: 'off',
  mend: 'reconnect',
  why: 'It was connected without it.',
  notice: 'trouble',
});

it('says which accounts are not up to date, and why', async () => {
  answerInbox(() => comments, { sources: [behind, unread] });
  renderApp('/inbox');
  await user.click(await screen.findByText('The comments of 2 accounts are not up to date'));
  screen.getByText(/Bluesky asks us to wait\./u);
  // This account is not in the list of accounts.
  const mend = await screen.findByRole('link', { name: /^Connect again in Settings ?: ana\.threads/u });
  expect(mend.getAttribute('href')).toBe('/settings');
});
it('links a problem directly to the consent of the account, and returns to the inbox', async () => {
  const connectPath = '/api/auth/threads';
  const commentsPath = '/api/auth/tiktok-comments?account=9';
  answer(listAccounts, () => [
    aBlueskyAccount(),
    aBlueskyAccount({ id: 8, platform: 'threads', connectPath, status: 'needs-reconnect' }),
    aBlueskyAccount({ id: 9, platform: 'tiktok', commentsPath }),
  ]);
  const closed = aSource({
    accountId: 9,
    platform: 'tiktok',
    state: 'off',
    mend: 'allow',
    why: 'Not allowed.',
  });
  answerInbox(() => comments, {
    sources: [{ ...behind, mend: 'reconnect' }, unread, { ...closed, notice: 'trouble' }],
  });
  renderApp('/inbox?status=new');
  await user.click(await screen.findByText('The comments of 3 accounts are not up to date'));
  const hrefOf = (name: RegExp) => screen.getByRole('link', { name }).getAttribute('href');
  const back = `return=${encodeURIComponent('/inbox?status=new')}`;
  await waitFor(() => {
    expect(hrefOf(/^Connect again ?: ana\.threads/u)).toBe(`${connectPath}?${back}`);
  });
  // The form asks for the password, then returns to the inbox.
  expect(hrefOf(/^Connect again ?: ana\.bsky/u)).toBe(`/api/auth/bluesky?${back}`);
  expect(hrefOf(/^Allow it ?:/u)).toBe(`${commentsPath}&${back}`);
});
it('shows the problem of a single account without a click, with the solution', async () => {
  answerInbox(() => comments, { sources: [unread] });
  renderApp('/inbox');
  const note = within(await screen.findByRole('note'));
  note.getByText('ana.threads');
  note.getByText(/It was connected without it\./u);
  await note.findByRole('link', { name: /^Connect again/u });
  expect(await accessibilityFaults()).toEqual([]);
});
it('does not warn about temporary problems, and lists permanent limits separately', async () => {
  const waiting = aSource({ state: 'waiting', why: 'The platform asks to wait.' });
  const closed = aSource({
    accountId: 9,
    platform: 'pinterest',
    accountName: 'ana pins',
    state: 'off',
    notice: 'limit',
    why: 'Pinterest does not let other apps read comments.',
  });
  answerInbox(() => comments, { sources: [waiting, closed] });
  renderApp('/inbox');
  await user.click(await screen.findByText('Comments of one account are not all read, or come late'));
  expect(screen.queryByText(/not up to date/u)).toBeNull();
  expect(screen.queryByRole('note')).toBeNull();
  expect(screen.queryByText(/asks to wait/u)).toBeNull();
  screen.getByText('ana pins');
});
it('shows new comments immediately when no line on screen would move', async () => {
  const all = comments;
  comments = [];
  renderApp('/inbox');
  await screen.findByText('Comments on your posts appear here.');
  comments = all;
  act(() => {
    live.send('comments');
  });
  await shows('Ben', 'Cleo');
  expect(screen.queryByRole('button', { name: /new comment/u })).toBeNull();
});
