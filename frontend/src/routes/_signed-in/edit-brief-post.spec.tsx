import { appState, currentUser } from '@posthorn/contracts/identity/session.http';
import { listAccounts } from '@posthorn/contracts/integrations/accounts.http';
import { listPlatforms } from '@posthorn/contracts/integrations/platforms.http';
import { POST_TEXT } from '@posthorn/contracts/scheduling/post-words';
import {
  countPosts,
  deletePost,
  editPost,
  getPost,
  restorePost,
  type EditPostRequest,
  type PostView,
} from '@posthorn/contracts/scheduling/posts.http';
import { beforeEach, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answerPosts } from '#testing/answer-posts.ts';
import { answer, refuse } from '#testing/fake-server.ts';
import { renderApp } from '#testing/render-app.tsx';
import { aBlueskyAccount, aPlatform, aPost, aTarget, aUser } from '#testing/views.ts';

// The posts in lists are brief: they do not contain the texts and options of single accounts.

const user = userEvent.setup();
const account = aBlueskyAccount();
let posts: PostView[];
beforeEach(() => {
  localStorage.clear();
  const { id: accountId, platform } = account;
  posts = [
    aPost({ content: 'For all', targets: [aTarget({ accountId, platform, content: 'For Bluesky' })] }),
  ];
  answer(appState, () => ({ sandbox: false, sandboxUrl: null, version: '0.1.0', signInProviders: [] }));
  answer(currentUser, () => aUser());
  answer(listAccounts, () => [account]);
  answer(listPlatforms, () => [aPlatform()]);
  answerPosts(() => posts);
});

const ownText = () => screen.findByRole('textbox', { name: /^Text for Bluesky/u });

it('opens a post with the texts of single accounts, and sends these texts', async () => {
  const sent: EditPostRequest[] = [];
  answer(editPost, (request) => {
    sent.push(request);
    return posts[0] as PostView;
  });
  renderApp('/posts?edit=1');
  await screen.findByRole('dialog', { name: 'Edit Post' });
  expect(await ownText()).toHaveProperty('value', 'For Bluesky');
  await user.click(screen.getByRole('button', { name: 'Update Post' }));
  await screen.findByText('Post Updated');
  expect(sent[0]?.targets).toMatchObject([{ accountId: account.id, content: 'For Bluesky' }]);
});

it('says why a post failed to load, and loads it when the user opens it again', async () => {
  refuse(getPost, 503, { message: 'The server is busy.', code: 'server.unavailable' });
  // This handler must be added after `getPost`, because the path of `getPost` also matches this request.
  answer(countPosts, () => ({ all: 1, scheduled: 1, posted: 0, failed: 0, attention: 0 }));
  renderApp('/posts?edit=1');
  await screen.findByText('The server is busy.');
  answerPosts(() => posts);
  await user.click(await screen.findByRole('button', { name: 'More for For all' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }));
  expect(await ownText()).toHaveProperty('value', 'For Bluesky');
});

it('opens a deleted post with the texts of single accounts when Undo comes after its time', async () => {
  const { targets = [] } = posts[0] ?? {};
  answer(deletePost, () => {
    posts = [];
    return { outcome: 'cancelled', targets };
  });
  refuse(restorePost, 422, { message: POST_TEXT.timePast, code: 'scheduling.time-is-past' });
  renderApp('/posts');
  await user.click(await screen.findByRole('button', { name: 'More for For all' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await screen.findByRole('dialog', { name: 'Create New Post' });
  expect(await ownText()).toHaveProperty('value', 'For Bluesky');
});
