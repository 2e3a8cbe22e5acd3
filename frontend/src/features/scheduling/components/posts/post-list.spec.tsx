import { appState, currentUser } from '@posthorn/contracts/identity/session.http';
import { listAccounts } from '@posthorn/contracts/integrations/accounts.http';
import { beforeEach, expect, it, jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { answerPosts } from '#testing/answer-posts.ts';
import { answer } from '#testing/fake-server.ts';
import { aBlueskyAccount, aPost, aUser } from '#testing/views.ts';

// The import fails, like after a new version has deleted the file, or without a network.
jest.unstable_mockModule('@tanstack/virtual-core', () => {
  throw new Error('Failed to fetch dynamically imported module');
});
const { renderApp } = await import('#testing/render-app.tsx');

const POSTS = 40;

beforeEach(() => {
  answer(appState, () => ({ sandbox: false, sandboxUrl: null, version: '0.1.0', signInProviders: [] }));
  answer(currentUser, () => aUser());
  answer(listAccounts, () => [aBlueskyAccount()]);
  answerPosts(() =>
    Array.from({ length: POSTS }, (_, at) => aPost({ id: at + 1, content: `Post ${String(at + 1)}` })),
  );
});

it('shows the first cards immediately, and all cards after the code for scrolling has failed to load', async () => {
  renderApp('/posts');
  const first = await screen.findAllByRole('article');
  expect(first.length).toBeGreaterThan(3);
  expect(first.length).toBeLessThan(POSTS);
  await waitFor(() => {
    expect(screen.getAllByRole('article')).toHaveLength(POSTS);
  });
  // The first cards stay mounted, so they keep the focus.
  expect(first.every(({ isConnected }) => isConnected)).toBe(true);
});
