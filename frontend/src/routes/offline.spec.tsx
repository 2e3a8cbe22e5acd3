import { appState, currentUser } from '@posthorn/contracts/identity/session.http';
import { listAccounts } from '@posthorn/contracts/integrations/accounts.http';
import { getHistory, type HistoryEntry } from '@posthorn/contracts/scheduling/history.http';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { onlineManager } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aDraft, answerDrafts } from '#testing/answer-drafts.ts';
import { answerInbox } from '#testing/answer-inbox.ts';
import { answerPosts } from '#testing/answer-posts.ts';
import { answer, failOffline } from '#testing/fake-server.ts';
import { liveServer } from '#testing/live-server.ts';
import { renderApp } from '#testing/render-app.tsx';
import { aBlueskyAccount, aPost, aUser } from '#testing/views.ts';

// The router and React log each screen that fails.
jest.spyOn(console, 'error').mockImplementation(() => undefined);
jest.spyOn(console, 'warn').mockImplementation(() => undefined);
const user = userEvent.setup();
const live = liveServer();
const draft = aDraft();
const setOnline = (on: boolean) => {
  act(() => {
    onlineManager.setOnline(on);
  });
};

beforeEach(() => {
  localStorage.clear();
  answer(appState, () => ({ sandbox: false, sandboxUrl: null, version: '0.1.0', signInProviders: [] }));
  answer(currentUser, () => aUser());
  answer(listAccounts, () => [aBlueskyAccount()]);
  answerPosts(() => [
    aPost({ content: 'Harbour at dawn', status: 'scheduled', scheduledFor: '2030-01-01T12:00:00.000Z' }),
  ]);
  answerDrafts([draft]);
  answerInbox(() => []);
  failOffline();
});
afterEach(() => {
  onlineManager.setOnline(true);
});

const openPosts = async () => {
  const router = renderApp('/posts');
  await screen.findByRole('article', { name: 'Harbour at dawn' });
  return router;
};

it('says that a screen could not be loaded without a connection, and loads it on a new attempt', async () => {
  await openPosts();
  setOnline(false);
  await user.click(screen.getByRole('link', { name: 'Inbox' }));
  await screen.findByRole('heading', { name: 'This page could not be loaded' });
  setOnline(true);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('heading', { name: 'Inbox' });
});

it('says that a post was not published when there is no connection', async () => {
  await openPosts();
  await user.click(screen.getByRole('button', { name: 'More for Harbour at dawn' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Post now' }));
  const question = await screen.findByRole('alertdialog');
  setOnline(false);
  await user.click(within(question).getByRole('button', { name: 'Post now' }));
  await screen.findByText('Not published yet');
});

it('says that a draft does not open without a connection, and closes its form', async () => {
  const router = await openPosts();
  setOnline(false);
  await act(() => router.navigate({ to: '/posts', search: { compose: true, draft: draft.id } }));
  await screen.findByText('The draft could not be opened. Please try again.');
  await waitFor(() => {
    expect(router.state.location.href).toBe('/posts');
  });
});

it('opens the form without a connection, even if the user is no longer up to date', async () => {
  await openPosts();
  setOnline(false);
  live.send('user');
  await user.keyboard('c');
  await screen.findByRole('dialog', { name: 'Create New Post' });
});

it('does not say that the listed accounts failed to load when they cannot be loaded again', async () => {
  renderApp('/posts?compose=true');
  const dialog = within(await screen.findByRole('dialog', { name: 'Create New Post' }));
  await dialog.findAllByText('ana.bsky.social');
  setOnline(false);
  live.send('accounts');
  // Gives the request time to fail.
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(dialog.queryByText('Your accounts could not be loaded.')).toBeNull();
  dialog.getAllByText('ana.bsky.social');
});

it('loads what failed when the connection is back', async () => {
  await openPosts();
  setOnline(false);
  await user.click(screen.getByRole('link', { name: 'Calendar' }));
  await screen.findByText('The calendar could not be loaded.');
  setOnline(true);
  await waitFor(() => {
    expect(screen.queryByText('The calendar could not be loaded.')).toBeNull();
  });
});

it('does not show the present post as the post at an earlier time, when the earlier one fails to load', async () => {
  const step = (id: string, at: string): HistoryEntry => ({
    id,
    stream: 'post-1',
    revision: 0,
    type: 'PostScheduled',
    at,
    actor: { kind: 'system', id: 'publisher', name: 'Posthorn' },
    correlationId: 'c1',
    causationId: 'c1',
    accountId: null,
    platform: null,
    accountName: null,
    attempt: null,
    requestFingerprint: null,
    remoteId: null,
    permalink: null,
    summary: 'Scheduled',
    said: [],
    data: {},
  });
  answer(getHistory, () => ({
    postId: 1,
    at: null,
    events: [step('e1', '2026-11-21T10:00:00.000Z'), step('e2', '2026-11-21T11:00:00.000Z')],
    post: aPost({ content: 'Hello' }),
  }));
  failOffline();
  renderApp('/posts/1/history');
  const slider = await screen.findByRole('slider');
  setOnline(false);
  fireEvent.change(slider, { target: { value: '1' } });
  await screen.findByText('The post at that time could not be loaded.');
  expect(screen.getAllByText('Hello')).toHaveLength(1);
});
