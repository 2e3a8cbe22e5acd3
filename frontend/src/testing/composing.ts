import { appState, currentUser } from '@posthorn/contracts/identity/session.http';
import { listAccounts } from '@posthorn/contracts/integrations/accounts.http';
import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answerDrafts, type DraftsOnServer } from './answer-drafts.ts';
import { answerPosts } from './answer-posts.ts';
import { answer } from './fake-server.ts';
import type { AppRouter } from '../router.tsx';
import { renderApp } from './render-app.tsx';
import { aBlueskyAccount, aMastodonAccount, aUser } from './views.ts';
import { onDesk } from './window-width.ts';

// Actions of a user who writes a post.

export const user = userEvent.setup();
let router: AppRouter;

/** Fakes a signed-in user with two accounts and no draft. Call it before each spec. @param posts returns the current posts of the user */
export function answerComposer(posts: () => PostView[]): DraftsOnServer {
  localStorage.clear();
  onDesk(true);
  answer(appState, () => ({ sandbox: false, sandboxUrl: null, version: '0.1.0', signInProviders: [] }));
  answer(currentUser, () => aUser());
  answer(listAccounts, () => [aBlueskyAccount(), aMastodonAccount()]);
  answerPosts(posts);
  return answerDrafts();
}

/** @param path opens a new post by default */
export const open = async (path = '/posts?compose=true') => {
  router = renderApp(path);
  return screen.findByRole('dialog', { name: 'Create New Post' });
};
/** Leaves the page and opens it again at its URL, as a reload does. */
export const reload = () => {
  const { href } = router.state.location;
  cleanup();
  return open(href);
};
export const content = () => screen.getByRole('textbox', { name: 'Content' });
export const write = (text: string) => {
  fireEvent.change(content(), { target: { value: text } });
};
export const pick = (name: RegExp) => user.click(screen.getByRole('checkbox', { name }));
export const setTime = async (time: string) => {
  if (!screen.queryByLabelText('Schedule time'))
    await user.click(screen.getByRole('button', { name: 'Pick' }));
  fireEvent.change(screen.getByLabelText('Schedule time'), { target: { value: time } });
};
export const submit = () => user.click(screen.getByRole('button', { name: 'Schedule Post' }));
export const draftsKept = () => Object.keys(localStorage).filter((key) => key.includes(':draft:')).length;
