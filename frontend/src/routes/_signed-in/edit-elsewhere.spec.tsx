import { appState, currentUser } from '@posthorn/contracts/identity/session.http';
import { listAccounts } from '@posthorn/contracts/integrations/accounts.http';
import { listPlatforms } from '@posthorn/contracts/integrations/platforms.http';
import { POST_TEXT } from '@posthorn/contracts/scheduling/post-words';
import { editPost, type PostView } from '@posthorn/contracts/scheduling/posts.http';
import { beforeEach, expect, it } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { KeptDraft } from '#features/scheduling/model/composer/post-draft.ts';
import { answerPosts } from '#testing/answer-posts.ts';
import { accessibilityFaults } from '#testing/axe.ts';
import { answer, refuse } from '#testing/fake-server.ts';
import { liveServer } from '#testing/live-server.ts';
import { renderApp } from '#testing/render-app.tsx';
import { aBlueskyAccount, aPlatform, aPost, aUser } from '#testing/views.ts';

const user = userEvent.setup();
const live = liveServer();
let posts: PostView[];
const NOTICE = /^This post was changed elsewhere\./u;

beforeEach(() => {
  localStorage.clear();
  posts = [aPost({ content: 'Bread at seven' })];
  answer(appState, () => ({ sandbox: false, sandboxUrl: null, version: '0.1.0', signInProviders: [] }));
  answer(currentUser, () => aUser());
  answer(listAccounts, () => [aBlueskyAccount()]);
  answer(listPlatforms, () => [aPlatform()]);
  answerPosts(() => posts);
});

const content = () => screen.getByLabelText('Content');

/** Another window saves, and this list gets a live update. */
function changedElsewhere(content: string): void {
  posts = [aPost({ content })];
  act(() => {
    live.send('posts');
  });
}

it('says that a post was changed elsewhere while its form is open, and shows the change', async () => {
  renderApp('/posts?edit=1');
  await screen.findByRole('dialog', { name: 'Edit Post' });
  fireEvent.change(content(), { target: { value: 'Bread at eight' } });
  expect(screen.queryByText(NOTICE)).toBeNull();

  changedElsewhere('Bread at nine');
  const notice = await screen.findByText(NOTICE);
  // The notice is in the footer, which stays visible even when the user scrolls a long form.
  expect(notice.closest('footer')).toBe(
    screen.getByRole('button', { name: 'Update Post' }).closest('footer'),
  );
  expect(content()).toHaveProperty('value', 'Bread at eight');
  expect(await accessibilityFaults()).toEqual([]);

  await user.click(screen.getByRole('button', { name: 'Show the change' }));
  await waitFor(() => {
    expect(content()).toHaveProperty('value', 'Bread at nine');
  });
  expect(screen.queryByText(NOTICE)).toBeNull();
});

it('shows a change from elsewhere before it lets the user overwrite the change', async () => {
  const revisions: unknown[] = [];
  refuse(editPost, 409, { message: POST_TEXT.changed, code: 'scheduling.post-changed' });
  renderApp('/posts?edit=1');
  await screen.findByRole('dialog', { name: 'Edit Post' });
  fireEvent.change(content(), { target: { value: 'Bread at eight' } });
  posts = [aPost({ content: 'Bread at nine', revision: 4 })];
  await user.click(screen.getByRole('button', { name: 'Update Post' }));
  await screen.findByText(NOTICE);
  expect(screen.getAllByText(POST_TEXT.changed).length).toBeGreaterThan(0);
  expect(content()).toHaveProperty('value', 'Bread at eight');

  answer(editPost, (request) => {
    revisions.push(request.revision);
    return aPost({ content: request.content, revision: 5 });
  });
  await user.click(screen.getByRole('button', { name: 'Update Post' }));
  await screen.findByText('Post Updated');
  expect(revisions).toEqual([4]);
});

/** Closes a form with a changed text, so that this browser keeps the change. */
async function leaveAnEdit(): Promise<void> {
  renderApp('/posts?edit=1');
  await screen.findByRole('dialog', { name: 'Edit Post' });
  fireEvent.change(content(), { target: { value: 'Bread at eight' } });
  await screen.findByText('Saved');
  cleanup();
}

it('says that a post was changed elsewhere since the user left an edit, and shows the change', async () => {
  await leaveAnEdit();
  posts = [aPost({ content: 'Bread at seven', scheduledFor: '2030-07-02T12:00:00.000Z' })];
  renderApp('/posts?edit=1');
  await screen.findByText(NOTICE);
  expect(content()).toHaveProperty('value', 'Bread at eight');
  fireEvent.change(content(), { target: { value: 'Bread at eight, again' } });
  await screen.findByText('Saved');
  cleanup();
  renderApp('/posts?edit=1');
  await screen.findByText(NOTICE);
  expect(content()).toHaveProperty('value', 'Bread at eight, again');

  await user.click(screen.getByRole('button', { name: 'Show the change' }));
  await waitFor(() => {
    expect(content()).toHaveProperty('value', 'Bread at seven');
  });
  expect(screen.queryByText(NOTICE)).toBeNull();
  expect(Object.keys(localStorage).filter((key) => key.includes(':draft:'))).toEqual([]);
});

it('continues an edit without a notice while the post is the same', async () => {
  await leaveAnEdit();
  renderApp('/posts?edit=1');
  await screen.findByRole('button', { name: 'Start over' });
  expect(content()).toHaveProperty('value', 'Bread at eight');
  expect(screen.queryByText(NOTICE)).toBeNull();
});

it('says that a post may have changed since an edit that an older app version kept', async () => {
  await leaveAnEdit();
  const [key = ''] = Object.keys(localStorage).filter((name) => name.includes(':draft:'));
  const { fields, media } = JSON.parse(localStorage.getItem(key) ?? '') as KeptDraft;
  localStorage.setItem(key, JSON.stringify({ fields, media }));
  renderApp('/posts?edit=1');
  await screen.findByText(NOTICE);
});

it("does not report the user's own change as one from elsewhere", async () => {
  let noticeCount = 0;
  const watch = new MutationObserver(() => {
    if (screen.queryByText(NOTICE)) noticeCount += 1;
  });
  watch.observe(document.body, { childList: true, subtree: true });
  answer(editPost, (request) => {
    posts = [aPost({ content: request.content })];
    return posts[0] ?? aPost();
  });
  renderApp('/posts?edit=1');
  await screen.findByRole('dialog', { name: 'Edit Post' });
  fireEvent.change(content(), { target: { value: 'Bread at eight' } });
  await user.click(screen.getByRole('button', { name: 'Update Post' }));
  await screen.findByRole('article', { name: 'Bread at eight' });
  watch.disconnect();
  expect(noticeCount).toBe(0);
});
