import { appState, currentUser } from '@posthorn/contracts/identity/session.http';
import { listAccounts } from '@posthorn/contracts/integrations/accounts.http';
import { listPlatforms } from '@posthorn/contracts/integrations/platforms.http';
import { showCalendar } from '@posthorn/contracts/scheduling/calendar.http';
import { getHistory } from '@posthorn/contracts/scheduling/history.http';
import { beforeEach, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aDraft, answerDrafts } from '#testing/answer-drafts.ts';
import { aComment, answerInbox } from '#testing/answer-inbox.ts';
import { answerPosts } from '#testing/answer-posts.ts';
import { answer } from '#testing/fake-server.ts';
import { renderApp } from '#testing/render-app.tsx';
import { aBlueskyAccount, aPlatform, aPost, aTarget, aUser } from '#testing/views.ts';
import { onDesk, windowIs } from '#testing/window-width.ts';

const user = userEvent.setup();
const TEXT = 'שלום';
const ALSO = { title: `${TEXT} 1`, hashtags: `#${TEXT}` };
const scheduled = aPost({ ...ALSO, id: 1, content: `${TEXT} 2` });
const published = aPost({
  ...ALSO,
  id: 2,
  title: `${TEXT} 5`,
  content: `${TEXT} 3`,
  status: 'posted',
  scheduledFor: '2026-11-01T10:00:00.000Z',
  targets: [aTarget({ status: 'posted' })],
});
const draft = aDraft({ ...ALSO, content: `${TEXT} 4`, plannedFor: '2030-01-01T12:00:00.000Z' });

beforeEach(() => {
  localStorage.clear();
  onDesk(true);
  answer(appState, () => ({ sandbox: false, sandboxUrl: null, version: '0.1.0', signInProviders: [] }));
  answer(currentUser, () => aUser());
  answer(listAccounts, () => [aBlueskyAccount()]);
  answer(listPlatforms, () => [aPlatform()]);
  answerPosts(() => [scheduled, published]);
  answerDrafts([draft]);
  answerInbox(() => [aComment({ group: { key: 'post-1-7', title: TEXT } })]);
  answer(getHistory, () => ({ postId: 1, at: null, events: [], post: scheduled }));
  const item = { scheduledFor: '2030-01-01T12:00:00.000Z', accounts: [7], thumbnail: null };
  answer(showCalendar, () => ({
    items: [{ ...item, id: 1, line: TEXT, status: 'scheduled', attention: false, movable: true }],
    drafts: [],
    accounts: [{ id: 7, platform: 'bluesky', accountName: 'ana.bsky.social' }],
    more: false,
  }));
});

/** The elements with the text, and the fields that contain it. */
const shown = (root: ParentNode) =>
  [...root.querySelectorAll('*')].filter((element) =>
    element instanceof HTMLTextAreaElement || element instanceof HTMLInputElement
      ? element.value.includes(TEXT)
      : [...element.childNodes].some(
          (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.includes(TEXT),
        ),
  );
const expectItsDirection = async (root: ParentNode, count: number) => {
  await waitFor(() => {
    expect(shown(root).length).toBeGreaterThanOrEqual(count);
  });
  expect(shown(root).filter((element) => !element.closest('[dir=auto]'))).toEqual([]);
};

it.each([
  ['the list of posts', '/posts', 4],
  ['the dialog of a published post', '/posts?edit=2', 2],
  ['the form of a post, with its preview', '/posts?edit=1', 3],
  ['the form of a draft', `/posts?compose=true&draft=${draft.id}`, 3],
  ['the calendar', '/calendar?day=2030-01-01', 1],
  ['the history of a post', '/posts/1/history', 3],
  ['the inbox', '/inbox', 1],
])('shows a text that is written from right to left in its direction: %s', async (_where, path, count) => {
  renderApp(path);
  const root =
    path.includes('edit') || path.includes('compose') ? await screen.findByRole('dialog') : document.body;
  await expectItsDirection(root, count);
});

it('shows a text that is written from right to left in its direction beside the list of posts', async () => {
  windowIs(1600);
  renderApp('/posts?post=1');
  await expectItsDirection(document.body, 6);
});

it('shows a text that is written from right to left in its direction in a dialog that moves its post', async () => {
  renderApp('/posts');
  await user.click(await screen.findByRole('button', { name: `More for ${TEXT} 1` }));
  await user.click(await screen.findByRole('menuitem', { name: 'Move to…' }));
  await expectItsDirection(await screen.findByRole('dialog'), 1);
});

it('shows a text that is written from right to left in its direction in the dialog of an entry', async () => {
  renderApp('/calendar?day=2030-01-01');
  await user.click(await screen.findByRole('button', { name: new RegExp(TEXT, 'u') }));
  await expectItsDirection(await screen.findByRole('dialog'), 1);
});

it('shows a text that is written from right to left in its direction in the list of drafts', async () => {
  renderApp('/posts');
  await user.click(await screen.findByRole('button', { name: /^Drafts/u }));
  await expectItsDirection(await screen.findByRole('list', { name: 'Drafts' }), 2);
});
