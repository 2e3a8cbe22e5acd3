import { appState, currentUser } from '@posthorn/contracts/identity/session.http';
import {
  blockAuthor,
  getComment,
  hideComment,
  removeComment,
  unblockAuthor,
  unhideComment,
  type CommentView,
} from '@posthorn/contracts/inbox/comments.http';
import { listAccounts } from '@posthorn/contracts/integrations/accounts.http';
import { beforeEach, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aComment, answerInbox } from '#testing/answer-inbox.ts';
import { accessibilityFaults } from '#testing/axe.ts';
import { answer, refuse } from '#testing/fake-server.ts';
import { renderApp } from '#testing/render-app.tsx';
import { aBlueskyAccount, aUser } from '#testing/views.ts';

const user = userEvent.setup();
let comments: CommentView[];

const changeComment = (id: unknown, overrides: Partial<CommentView>): CommentView => {
  comments = comments.map((one) => (one.id === Number(id) ? { ...one, ...overrides } : one));
  return comments.find((one) => one.id === Number(id)) ?? aComment();
};

beforeEach(() => {
  localStorage.clear();
  comments = [
    aComment({ id: 1, commenterName: 'Ben', can: { reply: 'send', hide: 'here', remove: true } }),
    aComment({ id: 2, commenterName: 'Cleo', createdAt: '2026-11-20T09:00:00.000Z' }),
  ];
  answer(appState, () => ({ sandbox: false, sandboxUrl: null, version: '0.1.0', signInProviders: [] }));
  answer(currentUser, () => aUser());
  answer(listAccounts, () => [aBlueskyAccount()]);
  answerInbox(() => comments);
  answer(hideComment, (_nothing, { id }) => changeComment(id, { hidden: 'here' }));
  answer(unhideComment, (_nothing, { id }) => changeComment(id, { hidden: false }));
  answer(blockAuthor, (_nothing, { id }) => changeComment(id, { blocked: true }));
  answer(unblockAuthor, (_nothing, { id }) => changeComment(id, { blocked: false }));
});

const commentBy = async (author: string) =>
  within(await screen.findByRole('article', { name: `Comment by ${author}` }));
const openMenu = async (author: string) => {
  await user.click(
    (await commentBy(author)).getByRole('button', { name: `More for the comment by ${author}` }),
  );
  return screen.findByRole('menu');
};
const choose = async (author: string, item: string) => {
  await user.click(within(await openMenu(author)).getByRole('menuitem', { name: item }));
};
const counts = () => screen.getByRole('group', { name: 'Filter comments' }).textContent;

it('hides a comment, says where it is hidden, and shows it again', async () => {
  renderApp('/inbox');
  await choose('Ben', 'Hide comment');
  await screen.findByText('Comment hidden');
  expect(screen.getAllByText('Hidden only here: it stays visible on Bluesky.').length).toBeGreaterThan(0);
  (await commentBy('Ben')).getByText(/^Hidden only here/u);
  // The counts do not include a hidden comment.
  expect(counts()).toContain('1Total');
  await choose('Ben', 'Show again');
  await screen.findByText('Comment shown again');
  expect((await commentBy('Ben')).queryByText(/^Hidden only here/u)).toBeNull();
  expect(counts()).toContain('2Total');
});
it('removes a hidden comment from the list of new ones, and focuses the next one', async () => {
  renderApp('/inbox?status=new');
  await choose('Ben', 'Hide comment');
  await waitFor(() => {
    expect(screen.queryByRole('article', { name: 'Comment by Ben' })).toBeNull();
  });
  await waitFor(() => {
    expect(document.activeElement).toBe(screen.getByRole('article', { name: 'Comment by Cleo' }));
  });
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await commentBy('Ben');
});
it('lists hidden comments separately, with their count, until they are shown again', async () => {
  changeComment(1, { hidden: 'platform' });
  renderApp('/inbox');
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Status' }), 'Hidden');
  await waitFor(() => {
    expect(screen.queryByRole('article', { name: 'Comment by Cleo' })).toBeNull();
  });
  expect(screen.getByRole('heading', { name: /Hello from the harbour/u }).textContent).toContain('1 comment');
  await choose('Ben', 'Show again');
  await waitFor(() => {
    expect(screen.queryByRole('article', { name: 'Comment by Ben' })).toBeNull();
  });
  expect(counts()).toContain('2New');
});

it('hides a comment by the key h, and shows it again on Undo', async () => {
  renderApp('/inbox');
  await commentBy('Ben');
  await user.keyboard('jjh');
  await screen.findByText('Comment hidden');
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByText('Comment shown again');
});
it('blocks the author of a comment, removes the comment from the list, and undoes both', async () => {
  renderApp('/inbox');
  await choose('Cleo', 'Block user');
  await screen.findByText('Cleo is blocked');
  expect(screen.queryByRole('article', { name: 'Comment by Cleo' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await commentBy('Cleo');
});
it('moves the focus back to the menu, to the next comment, or to the heading', async () => {
  const focusedLabel = () =>
    document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent;
  const focusIsOn = (name: string) =>
    waitFor(() => {
      expect(focusedLabel()).toBe(name);
    });
  renderApp('/inbox');
  await choose('Ben', 'Remove…');
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  await focusIsOn('More for the comment by Ben');
  await choose('Ben', 'Block user');
  await focusIsOn('Comment by Cleo');
  await choose('Cleo', 'Block user');
  await focusIsOn('Inbox');
});
it('does not offer actions for a comment that is being removed', async () => {
  changeComment(1, { moderation: { action: 'remove', state: 'requested', problem: null } });
  renderApp('/inbox');
  const ben = await commentBy('Ben');
  ben.getByText('Being removed from Bluesky.');
  expect(ben.queryByRole('button', { name: /^(Reply|AI Suggest|Mark)/u })).toBeNull();
});
it('shows a comment again when its author could not be blocked', async () => {
  refuse(blockAuthor, 500, { message: 'Something went wrong on our side.' });
  renderApp('/inbox');
  await choose('Cleo', 'Block user');
  await screen.findByText('Something went wrong on our side.');
  await commentBy('Cleo');
});
it('removes a comment from its platform after a confirmation', async () => {
  answer(removeComment, (_nothing, { id }) =>
    changeComment(id, { moderation: { action: 'remove', state: 'requested', problem: null } }),
  );
  renderApp('/inbox');
  await choose('Ben', 'Remove…');
  const question = await screen.findByRole('alertdialog', { name: 'Remove this comment from Bluesky?' });
  expect(await accessibilityFaults()).toEqual([]);
  await user.click(within(question).getByRole('button', { name: 'Remove comment' }));
  await (await commentBy('Ben')).findByText('Being removed from Bluesky.');
});
it('does not offer removal when the platform has no API for it, and links to the comment there', async () => {
  renderApp('/inbox');
  const menu = within(await openMenu('Cleo'));
  expect(menu.queryByRole('menuitem', { name: 'Remove…' })).toBeNull();
  const link = menu.getByRole('menuitem', { name: 'Open on Bluesky (new tab)' });
  expect(link.getAttribute('href')).toBe('https://bsky.app/profile/ben/post/1');
  menu.getByText('Fri 20 Nov 2026, 09:00:00 GMT');
  expect(await accessibilityFaults()).toEqual([]);
});
it('says that the platform refused to hide a comment, and that a comment was deleted there', async () => {
  comments = [
    aComment({
      id: 1,
      commenterName: 'Ben',
      hidden: 'here',
      moderation: {
        action: 'hide',
        state: 'failed',
        problem: { code: 'rejected', message: 'The platform refused it.', words: 'not allowed' },
      },
    }),
    aComment({ id: 2, commenterName: null, commenterUsername: '', gone: true, commentText: '' }),
  ];
  renderApp('/inbox');
  (await commentBy('Ben')).getByText(/Not hidden on Bluesky\. The platform refused it\./u);
  (await commentBy('Ben')).getByText('not allowed');
  (await commentBy('Unknown author')).getByText('No longer on Bluesky');
  (await commentBy('Unknown author')).getByText('Comment text deleted');
  await waitFor(async () => {
    expect((await commentBy('Unknown author')).queryByRole('button', { name: /^Reply/u })).toBeNull();
  });
});
it('says that a comment has no text, and not that its text was deleted', async () => {
  comments = [aComment({ commentText: '' })];
  renderApp('/inbox');
  const row = await commentBy('Ben');
  row.getByText('No text, for example only a picture');
  expect(row.queryByText('Comment text deleted')).toBeNull();
});
it('shows the history of a comment', async () => {
  renderApp('/inbox');
  await choose('Ben', 'History');
  const dialog = await screen.findByRole('dialog', { name: 'History' });
  await within(dialog).findByText('Received.');
  within(dialog).getByText(/· System$/u);
  await user.keyboard('{Escape}');
  await waitFor(() => {
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
it('shows the error when a history fails to load, and tries again', async () => {
  renderApp('/inbox');
  await commentBy('Ben');
  refuse(getComment, 404);
  await choose('Ben', 'History');
  await screen.findByText('This history could not be loaded.');
  answerInbox(() => comments);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('Received.');
});
