import { appState, currentUser } from '@posthorn/contracts/identity/session.http';
import { listAccounts } from '@posthorn/contracts/integrations/accounts.http';
import { deletePost } from '@posthorn/contracts/scheduling/posts.http';
import { beforeEach, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answerPosts } from '#testing/answer-posts.ts';
import { answer } from '#testing/fake-server.ts';
import { renderApp } from '#testing/render-app.tsx';
import { aBlueskyAccount, aPost, aUser } from '#testing/views.ts';

const user = userEvent.setup();

beforeEach(() => {
  let posts = [
    aPost({ id: 1, content: 'One', scheduledFor: '2030-01-01T10:00:00.000Z' }),
    aPost({ id: 2, content: 'Two', scheduledFor: '2030-01-01T11:00:00.000Z' }),
  ];
  answer(appState, () => ({ sandbox: false, sandboxUrl: null, version: '0.1.0', signInProviders: [] }));
  answer(currentUser, () => aUser());
  answerPosts(() => posts);
  answer(listAccounts, () => [aBlueskyAccount()]);
  answer(deletePost, (_nothing, { id }) => {
    posts = posts.filter((post) => post.id !== Number(id));
    return { outcome: 'cancelled', targets: [] };
  });
});

const remove = async (name: string) => {
  await user.click(await screen.findByRole('button', { name: `More for ${name}` }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  await waitFor(() => {
    expect(screen.queryByRole('article', { name })).toBeNull();
  });
};

it('moves the focus to the previous card if the last card was deleted', async () => {
  renderApp('/posts');
  await remove('Two');
  await waitFor(() => {
    expect(document.activeElement?.getAttribute('aria-label')).toBe('One');
  });
});

it('moves the focus to the next card, and to the heading if no card is left', async () => {
  renderApp('/posts');
  await remove('One');
  await waitFor(() => {
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Two');
  });
  await remove('Two');
  await waitFor(() => {
    expect(document.activeElement?.textContent).toBe('Posts');
  });
});
