import { appState, currentUser } from '@posthorn/contracts/identity/session.http';
import { summarizeInbox, type CommentView } from '@posthorn/contracts/inbox/comments.http';
import { listAccounts } from '@posthorn/contracts/integrations/accounts.http';
import { beforeEach, expect, it } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aComment, answerInbox } from '#testing/answer-inbox.ts';
import { answerPosts } from '#testing/answer-posts.ts';
import { answer, refuse } from '#testing/fake-server.ts';
import { liveServer } from '#testing/live-server.ts';
import { renderApp } from '#testing/render-app.tsx';
import { aPost, aUser } from '#testing/views.ts';

const user = userEvent.setup();
const live = liveServer();
let comments: CommentView[];
const someComments = (count: number) => Array.from({ length: count }, (_, at) => aComment({ id: at + 1 }));

beforeEach(() => {
  localStorage.clear();
  comments = someComments(3);
  answer(appState, () => ({ sandbox: false, sandboxUrl: null, version: '0.1.0', signInProviders: [] }));
  answer(currentUser, () => aUser());
  answer(listAccounts, () => []);
  answerPosts(() => [aPost({ id: 1, content: 'First' })]);
  answerInbox(() => comments);
});

it('shows the number of new comments at the menu entry of the inbox, and updates the number', async () => {
  renderApp('/posts');
  const entry = await screen.findByRole('link', { name: /^Inbox ?, 3 new$/u });
  expect(entry.textContent).toContain('3');
  comments = someComments(120);
  act(() => {
    live.send('comments');
  });
  await screen.findByRole('link', { name: /^Inbox ?, 120 new$/u });
  screen.getByText('99+');
  comments = [];
  act(() => {
    live.send('comments');
  });
  await screen.findByRole('link', { name: 'Inbox' });
});
it('does not show a number while the number is unknown', async () => {
  refuse(summarizeInbox, 404);
  renderApp('/posts');
  await screen.findByRole('article', { name: 'First' });
  screen.getByRole('link', { name: 'Inbox' });
});
it('opens the inbox by the keys g and i', async () => {
  const router = renderApp('/posts');
  await screen.findByRole('article', { name: 'First' });
  await user.keyboard('gi');
  await waitFor(() => {
    expect(router.state.location.pathname).toBe('/inbox');
  });
  await screen.findByRole('heading', { name: 'Inbox', level: 1 });
});
