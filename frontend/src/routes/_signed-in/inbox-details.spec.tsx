import { appState, currentUser } from '@posthorn/contracts/identity/session.http';
import { markComment, type CommentView } from '@posthorn/contracts/inbox/comments.http';
import { listAccounts } from '@posthorn/contracts/integrations/accounts.http';
import { beforeEach, expect, it } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aComment, answerInbox } from '#testing/answer-inbox.ts';
import { accessibilityFaults } from '#testing/axe.ts';
import { answer } from '#testing/fake-server.ts';
import { liveServer } from '#testing/live-server.ts';
import { renderApp } from '#testing/render-app.tsx';
import { aBlueskyAccount, aUser } from '#testing/views.ts';
import { windowIs } from '#testing/window-width.ts';

const user = userEvent.setup();
const live = liveServer();
let comments: CommentView[];
let requests: number[];

beforeEach(() => {
  localStorage.clear();
  windowIs(1440);
  requests = [];
  const long = 'Where was this? '.repeat(60).trim();
  comments = [
    aComment({ commentText: long, permalink: 'https://bsky.app/c1' }),
    aComment({ id: 2, commenterName: 'Cleo', createdAt: '2026-11-20T08:00:00.000Z' }),
  ];
  answer(appState, () => ({ sandbox: false, sandboxUrl: null, version: '0.1.0', signInProviders: [] }));
  answer(currentUser, () => aUser());
  answer(listAccounts, () => [aBlueskyAccount()]);
  answerInbox(() => comments, {
    step: ({ id, status }) => {
      requests.push(id);
      return `It was received, now ${status}`;
    },
  });
  answer(markComment, ({ status }, { id }) => {
    comments = comments.map((one) => (one.id === Number(id) ? { ...one, status } : one));
    return comments.find((one) => one.id === Number(id)) ?? aComment();
  });
});

const row = (name: string) => screen.findByRole('article', { name: `Comment by ${name}` });
const details = () => screen.findByRole('region', { name: 'Details' });
const detailsShow = (name: string) =>
  waitFor(async () => {
    within(await details()).getByRole('heading', { level: 2, name });
  });

it('shows the selected comment with its full text, its post and its history', async () => {
  renderApp('/inbox');
  within(await details()).getByText('Select a comment to see its post and its history.');
  await user.click(await row('Ben'));
  await detailsShow('Ben');
  expect((await row('Ben')).getAttribute('aria-current')).toBe('true');
  const pane = within(await details());
  pane.getByText(comments[0]?.commentText ?? '');
  pane.getByText(comments[0]?.group.title ?? '');
  expect(pane.getByRole('link', { name: 'Open the post' }).getAttribute('href')).toBe('/posts/1/history');
  expect(pane.getByRole('link', { name: 'Open on Bluesky (new tab)' }).getAttribute('href')).toBe(
    'https://bsky.app/c1',
  );
  const received = await pane.findByText('It was received, now new');
  expect(received.closest('li')?.textContent).toMatch(/ · System$/u);
  expect(await accessibilityFaults()).toEqual([]);
});
it("names a post without a text beside the comment in the product's own words, by the code of the server", async () => {
  const group = { key: 'x', title: 'Das sagt der Server.', titleCode: 'post' } as const;
  comments = [aComment({ postId: 12, group })];
  renderApp('/inbox');
  await user.click(await row('Ben'));
  await detailsShow('Ben');
  within(await details()).getByText('Post #12');
  expect(screen.queryByText('Das sagt der Server.')).toBeNull();
});

it('shows the comment chosen with j and k, and loads only the history of the last one', async () => {
  renderApp('/inbox');
  await row('Ben');
  await user.keyboard('jjj');
  await detailsShow('Cleo');
  expect((await row('Ben')).getAttribute('aria-current')).toBeNull();
  await within(await details()).findByText(/It was received/u);
  expect(requests).toEqual([2]);
  await user.keyboard('k');
  await detailsShow('Ben');
});
it('reloads the history when the comment has changed', async () => {
  renderApp('/inbox');
  await user.click(await row('Ben'));
  await within(await details()).findByText('It was received, now new');
  comments = comments.map((one) => (one.id === 1 ? { ...one, status: 'read' } : one));
  act(() => {
    live.send('comments', { ids: [1], gone: [] });
  });
  await within(await details()).findByText('It was received, now read');
});
it('shows the next comment when the selected one leaves the list', async () => {
  renderApp('/inbox?status=new');
  await user.click(await row('Ben'));
  await detailsShow('Ben');
  await user.keyboard('e');
  await detailsShow('Cleo');
});
it('moves the focus from the details to the selected line with Escape', async () => {
  renderApp('/inbox');
  await user.click(await row('Ben'));
  (await details()).focus();
  await user.keyboard('{Escape}');
  expect(document.activeElement).toBe(await row('Ben'));
});
it('does not show details in a narrower window', async () => {
  windowIs(1439);
  renderApp('/inbox');
  await user.click(await row('Ben'));
  expect(screen.queryByRole('region', { name: 'Details' })).toBeNull();
  expect((await row('Ben')).getAttribute('aria-current')).toBeNull();
});
