import { getHistory, type HistoryEntry } from '@posthorn/contracts/scheduling/history.http';
import { appState, currentUser } from '@posthorn/contracts/identity/session.http';
import { beforeEach, expect, it } from '@jest/globals';
import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { accessibilityFaults } from '#testing/axe.ts';
import { answer, refuse } from '#testing/fake-server.ts';
import { renderApp } from '#testing/render-app.tsx';
import { aPost, aTarget, aUser } from '#testing/views.ts';

const user = userEvent.setup();
const step = (revision: number, type: string, summary: string): HistoryEntry => ({
  id: `e${String(revision)}`,
  stream: 'publication-1-7',
  revision,
  type,
  at: `2026-11-21T10:00:0${String(revision)}.000Z`,
  actor: { kind: 'system', id: 'publisher', name: 'Posthorn' },
  correlationId: 'c1',
  causationId: 'c1',
  accountId: 7,
  platform: 'bluesky',
  accountName: 'ana.bsky.social',
  attempt: 1,
  requestFingerprint: 'f'.repeat(64),
  remoteId: null,
  permalink: null,
  summary,
  data: { postId: 1 },
});
const steps = [
  step(0, 'PostScheduled', 'Scheduled for 11:00'),
  step(1, 'PublishAttemptStarted', 'Attempt 1 began'),
  step(2, 'PlatformPublished', 'Published on Bluesky'),
];

beforeEach(() => {
  answer(appState, () => ({ sandbox: false, sandboxUrl: null, version: '0.1.0', signInProviders: [] }));
  answer(currentUser, () => aUser());
  answer(getHistory, () => ({
    postId: 1,
    at: null,
    events: steps,
    post: aPost({ content: 'Hello', targets: [aTarget({ status: 'posted' })] }),
  }));
});

it('leads to the post and to its second copy', async () => {
  const at = (id: string) => ({ remoteId: id, permalink: `https://bsky.app/${id}` });
  answer(getHistory, () => ({
    ...{ postId: 1, at: null, post: aPost({ targets: [aTarget({ status: 'posted' })] }) },
    events: [
      { ...step(1, 'PlatformPublished', 'Published on Bluesky'), ...at('42') },
      { ...step(2, 'DuplicateDetected', 'The post is on Bluesky a second time'), ...at('43') },
    ],
  }));
  renderApp('/posts/1/history');
  const list = await screen.findByRole('list', { name: 'Steps' });
  const links = within(list).getAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['View post(new tab)', 'https://bsky.app/42'],
    ['View this copy(new tab)', 'https://bsky.app/43'],
  ]);
  expect(await accessibilityFaults()).toEqual([]);
});

it('shows every step in order, with what was sent', async () => {
  renderApp('/posts/1/history');
  const list = await screen.findByRole('list', { name: 'Steps' });
  const words = within(list)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
  expect(words).toHaveLength(3);
  expect(words[0]).toContain('Scheduled for 11:00');
  expect(words[2]).toContain('Published on Bluesky');
  expect(words[1]).toContain('f'.repeat(64));
  expect(await accessibilityFaults()).toEqual([]);
});

it('narrows the steps to one account', async () => {
  answer(getHistory, () => ({
    postId: 1,
    at: null,
    events: [
      ...steps,
      { ...step(3, 'PlatformPublished', 'Published there too'), accountId: 8, platform: 'tiktok' },
    ],
    post: aPost({
      targets: [aTarget(), aTarget({ accountId: 8, platform: 'tiktok', accountName: 'ana' })],
    }),
  }));
  renderApp('/posts/1/history');
  const list = await screen.findByRole('list', { name: 'Steps' });
  within(list).getByText(/TikTok/);
  await user.selectOptions(screen.getByRole('combobox', { name: 'Steps of' }), 'TikTok: ana');
  within(list).getByText('Published there too');
  expect(within(list).queryByText('Published on Bluesky')).toBeNull();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Steps of' }), 'Bluesky: ana.bsky.social');
  within(list).getByText('Published on Bluesky');
  within(list).getByText('Scheduled for 11:00');
  expect(within(list).queryByText('Published there too')).toBeNull();
});

it('goes back in time', async () => {
  renderApp('/posts/1/history');
  const slider = await screen.findByRole('slider', { name: 'Go back in time' });
  answer(getHistory, () => ({
    postId: 1,
    at: '2026-11-21T10:00:00.000Z',
    events: steps.slice(0, 1),
    post: aPost({ content: 'Hello, as it was', targets: [aTarget()] }),
  }));
  fireEvent.change(slider, { target: { value: '1' } });
  await screen.findByText('Hello, as it was');
  expect(slider.getAttribute('aria-valuetext')).toContain('After step 1 of 3');
});

it('asks once for a drag through time, and keeps the post in sight meanwhile', async () => {
  renderApp('/posts/1/history');
  const slider = await screen.findByRole('slider', { name: 'Go back in time' });
  const card = screen.getByRole('region', { name: 'The post at that time' });
  const asked: (string | null)[] = [];
  answer(getHistory, (_nothing, _params, query) => {
    asked.push(query.get('at'));
    return {
      postId: 1,
      at: steps[0]?.at ?? null,
      events: steps.slice(0, 1),
      post: aPost({ content: 'As it was' }),
    };
  });
  for (const value of ['2', '1', '2', '1', '2', '1']) {
    fireEvent.change(slider, { target: { value } });
    expect(card.isConnected).toBe(true);
  }
  await within(card).findByText('As it was');
  expect(asked).toEqual([steps[0]?.at]);
});

it('writes hashtags as the card of the post does', async () => {
  answer(getHistory, () => ({
    postId: 1,
    at: null,
    events: steps,
    post: aPost({ hashtags: 'bread, #buns' }),
  }));
  renderApp('/posts/1/history');
  await screen.findByText('#bread #buns');
});

it('says Page Not Found for a post that is not there', async () => {
  refuse(getHistory, 404, { message: 'This post does not exist.', code: 'scheduling.post-missing' });
  renderApp('/posts/99/history');
  await screen.findByRole('heading', { name: 'Page Not Found' });
  screen.getByRole('main');
});
