import {
  analyticsOfPosts,
  ANALYTICS_TEXT,
  postLooks,
  refreshAnalytics,
  type LookView,
  type PostMetricsView,
} from '@posthorn/contracts/analytics/analytics.http';
import { MISSING_TEXT } from '@posthorn/contracts/analytics/missing-text';
import { appState, currentUser } from '@posthorn/contracts/identity/session.http';
import { listAccounts } from '@posthorn/contracts/integrations/accounts.http';
import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import { metrics } from '@posthorn/contracts/shared/metrics';
import { STALE_HEADER } from '@posthorn/contracts/shared/call';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { FIGURES_TEXT, MASKED_TEXT } from '#features/analytics/messages/card.en.ts';
import { DETAILS_TEXT, REFRESH_TEXT } from '#features/analytics/messages/details.en.ts';
import { answerPosts } from '#testing/answer-posts.ts';
import { accessibilityFaults } from '#testing/axe.ts';
import { answer, answerWithHeaders, refuse } from '#testing/fake-server.ts';
import { liveServer } from '#testing/live-server.ts';
import { renderApp } from '#testing/render-app.tsx';
import { aBlueskyAccount, aMastodonAccount, aPost, aTarget, aUser, someFigures } from '#testing/views.ts';

const user = userEvent.setup();
const live = liveServer();
let posts: readonly PostView[];
let figures: Readonly<Record<number, readonly PostMetricsView[]>>;
/** The ids of each request. */
let requests: string[];
let isPremium: boolean;

beforeEach(() => {
  localStorage.clear();
  [posts, figures, requests, isPremium] = [[aPostedPost(1)], {}, [], true];
  answer(appState, () => ({ sandbox: false, sandboxUrl: null, version: '0.1.0', signInProviders: [] }));
  answer(currentUser, () => aUser({ isPremium }));
  answer(listAccounts, () => [aBlueskyAccount(), aMastodonAccount()]);
  answerPosts(() => posts);
  answer(analyticsOfPosts, (_nothing, _params, query) => {
    requests.push(query.get('ids') ?? '');
    return Object.entries(figures).map(([id, targets]) => ({ postId: Number(id), targets }));
  });
});

afterEach(() => {
  jest.useRealTimers();
});

const aPostedPost = (id: number): PostView =>
  aPost({
    id,
    content: `Post ${String(id)}`,
    status: 'posted',
    scheduledFor: '2026-11-01T10:00:00.000Z',
    targets: [aTarget({ status: 'posted' })],
  });
const card = (id = 1) => screen.findByRole('article', { name: `Post ${String(id)}` });
/** The text under the name of a metric, as a screen reader reads it. */
const figure = async (name: string) => {
  const term = await within(await card()).findByText(name, { selector: 'dt' });
  return [...(term.parentElement?.querySelectorAll('dd') ?? [])].map(({ textContent }) => textContent);
};

it("adds up a post's metrics over its accounts, and shows how many have them and why", async () => {
  const bluesky = { impressions: 'not-offered' } as const;
  figures = {
    1: [
      someFigures({ likes: 1_200, comments: 3, shares: 0, missing: bluesky }),
      someFigures({
        accountId: 8,
        platform: 'instagram',
        likes: 800,
        comments: 4,
        shares: 1,
        impressions: 1_234_567,
      }),
    ],
  };
  renderApp('/posts');
  expect(await figure('Likes')).toEqual(['2.0k2,0002,000']);
  expect(await figure('Shares')).toEqual(['1']);
  expect(await figure('Impressions')).toEqual([
    '1.2M1,234,567',
    `1 of 2 accounts. ${MISSING_TEXT['not-offered']('Bluesky')}`,
  ]);
  expect((await card()).querySelector('[title^="1,234,567 impressions"]')).not.toBeNull();
  expect(await accessibilityFaults()).toEqual([]);
});

it('says that a metric is not available, and why, instead of showing zero', async () => {
  figures = {
    1: [someFigures({ likes: 5, comments: 0, missing: { impressions: 'not-offered', shares: 'hidden' } })],
  };
  renderApp('/posts');
  expect(await figure('Comments')).toEqual(['0']);
  expect(await figure('Shares')).toEqual([`${FIGURES_TEXT.notAvailable}. ${MISSING_TEXT.hidden('Bluesky')}`]);
  expect(await figure('Impressions')).toEqual([
    `${FIGURES_TEXT.notAvailable}. ${MISSING_TEXT['not-offered']('Bluesky')}`,
  ]);
});

it('shows metrics that must not be added up next to the sums, with the name of their platform', async () => {
  figures = {
    1: [
      someFigures({ likes: 10, impressions: 50 }),
      someFigures({ accountId: 9, platform: 'youtube', views: 412, likes: 31, apart: true }),
    ],
  };
  renderApp('/posts');
  expect(await figure('Likes')).toEqual(['10']);
  expect((await within(await card()).findByText('YouTube')).parentElement?.textContent).toBe(
    'YouTube 412 views · 31 likes',
  );
});

it("shows views when none of the post's platforms counts impressions", async () => {
  figures = { 1: [someFigures({ platform: 'tiktok', likes: 1, views: 1_999 })] };
  renderApp('/posts');
  expect(await figure('Views')).toEqual(['1.9k1,999']);
  expect(within(await card()).queryByText('Impressions')).toBeNull();
});

it('shows the time of the metrics, a decrease, a deleted post, and why the polls are paused', async () => {
  figures = {
    1: [
      someFigures({ likes: 120, fell: { likes: { was: 132, at: '2026-11-03T10:00:00.000Z' } } }),
      someFigures({ accountId: 8, platform: 'mastodon', likes: 1, ended: 'gone' }),
      someFigures({
        accountId: 9,
        platform: 'instagram',
        likes: 2,
        paused: 'reconnect',
        nextAt: '2126-11-22T09:30:00.000Z',
      }),
    ],
  };
  renderApp('/posts');
  const shown = within(await card());
  expect((await shown.findByText(/^Likes on Bluesky down from 132 on 3 Nov/u)).tagName).toBe('SPAN');
  shown.getByText('No longer on Mastodon');
  // The server still polls once a day.
  shown.getByText(/^Instagram no longer gives us access\. .+ Next update at .+ 2126, \d\d:30\./u);
  expect(shown.getByRole('link', { name: FIGURES_TEXT.reconnect }).getAttribute('href')).toBe(
    '/settings#connected-accounts',
  );
  shown.getByText(/^As of (Sun 1 Nov, )?(2026, )?12:03$/u);
});

it('gives no age and no cause that may be wrong when updates have ended or wait', async () => {
  figures = {
    1: [
      // Posts on X have their last poll after 30 days.
      someFigures({ platform: 'twitter', ended: 'complete', nextAt: null }),
      // The limit of calls for LinkedIn is used up.
      someFigures({ accountId: 8, platform: 'linkedin', paused: 'platform' }),
    ],
  };
  renderApp('/posts');
  const shown = within(await card());
  await user.click(await shown.findByRole('button', { name: /^Figures by account/u }));
  await shown.findByText('Updates of this post have ended. These are its last figures.');
  shown.getByText(/^Updates from LinkedIn have to wait: it limits them, or does not respond\./u);
  expect((await card()).textContent).not.toMatch(/year old|is not responding/u);
});

it('does not date the last metrics of a deleted post by the poll that missed it', async () => {
  const [capturedAt, checkedAt] = ['2026-11-01T12:03:00.000Z', '2026-11-09T15:30:00.000Z'];
  figures = { 1: [someFigures({ capturedAt, checkedAt, ended: 'gone', nextAt: null })] };
  renderApp('/posts');
  await within(await card()).findByText(/^As of (Sun 1 Nov, )?(2026, )?12:03$/u);
});

it('lists two decreased metrics of a post and the number of others, and all of them by account', async () => {
  const at = '2026-11-03T10:00:00.000Z';
  const fell = Object.fromEntries(metrics.map((metric, index) => [metric, { was: 50 + index, at }]));
  const zeros = Object.fromEntries(metrics.map((metric) => [metric, 0]));
  const platforms = ['bluesky', 'mastodon', 'threads'] as const;
  figures = {
    1: platforms.map((platform, index) => someFigures({ accountId: 7 + index, platform, ...zeros, fell })),
  };
  renderApp('/posts');
  const shown = within(await card());
  expect(
    (await shown.findAllByText(/ down from \d+ on 3 Nov/u)).map(({ textContent }) => textContent),
  ).toEqual([
    expect.stringMatching(/^Likes on Bluesky down from 50 on 3 Nov/u),
    expect.stringMatching(/^Comments on Bluesky down from 51 on 3 Nov/u),
  ]);
  shown.getByText(FIGURES_TEXT.moreFell(3 * metrics.length - 2));
  await user.click(shown.getByRole('button', { name: /^Figures by account/u }));
  expect(await shown.findAllByText(/^Clicks down from 58 on 3 Nov/u)).toHaveLength(3);
});

it('says when the first metrics will arrive', async () => {
  const nextAt = new Date(Date.now() + 600_000).toISOString();
  figures = { 1: [someFigures({ capturedAt: null, checkedAt: null, nextAt })] };
  renderApp('/posts');
  await within(await card()).findByText(/^First numbers at \d\d:\d\d$|^First numbers at .*, \d\d:\d\d$/u);
  expect(await figure('Likes')).toEqual([`–${FIGURES_TEXT.none}`]);
});

it('sends one request for the metrics of a whole page, and another after a live update', async () => {
  posts = [1, 2, 3].map(aPostedPost);
  figures = { 1: [someFigures({ likes: 1 })], 2: [someFigures()], 3: [someFigures()] };
  renderApp('/posts');
  expect(await figure('Likes')).toEqual(['1']);
  expect(requests.map((ids) => ids.split(',').sort().join())).toEqual(['1,2,3']);
  figures = { ...figures, 1: [someFigures({ likes: 2 })] };
  act(() => {
    live.send('analytics');
  });
  await waitFor(async () => {
    expect(await figure('Likes')).toEqual(['2']);
  });
  expect(requests).toHaveLength(2);
});

it('makes the server poll the platforms, and shows the result for each account', async () => {
  figures = { 1: [someFigures({ likes: 1 }), someFigures({ accountId: 8, platform: 'twitter' })] };
  answer(refreshAnalytics, () => ({
    accounts: [
      { accountId: 7, state: 'recent' },
      { accountId: 8, state: 'asked', costUsd: 0.005 },
    ],
  }));
  renderApp('/posts');
  await user.click(await within(await card()).findByRole('button', { name: /^Figures by account/u }));
  await user.click(await screen.findByRole('button', { name: DETAILS_TEXT.refresh }));
  await screen.findByText(REFRESH_TEXT.recent);
  await screen.findByText(`${REFRESH_TEXT.asked} ${DETAILS_TEXT.cost(0.005)}`);
  expect(await accessibilityFaults()).toEqual([]);
});

/** A poll of the metrics of one account. */
const look = (ageMinutes: number, likes: number | null): LookView => ({
  accountId: 7,
  platform: 'bluesky',
  ageMinutes,
  sources: { likes: 'likeCount' },
  capturedAt: new Date(Date.UTC(2026, 10, 1, 10, ageMinutes)).toISOString(),
  values: { ...someFigures(), likes },
});

/** Switches to fake timers. Before this call, time runs as usual. */
const useFakeClock = () =>
  jest.useFakeTimers({ advanceTimers: true, doNotFake: ['Date', 'queueMicrotask', 'nextTick'] });

it('reloads the metrics a few seconds after a refresh, because unchanged metrics cause no live update', async () => {
  const twice = [7, 8].map((accountId) => someFigures({ accountId }));
  figures = { 1: twice };
  answer(refreshAnalytics, () => ({ accounts: [7, 8].map((accountId) => ({ accountId, state: 'asked' })) }));
  renderApp('/posts');
  await user.click(await within(await card()).findByRole('button', { name: /^Figures by account/u }));
  const button = await screen.findByRole('button', { name: DETAILS_TEXT.refresh });
  useFakeClock();
  await user.click(button);
  await waitFor(() => {
    expect(requests).toHaveLength(2);
  });
  const later = { checkedAt: '2026-11-01T14:10:00.000Z' };
  figures = { 1: [someFigures(later), ...twice.slice(1)] };
  jest.advanceTimersByTime(3_000);
  expect(await screen.findAllByText(/checked .*14:10/u)).toHaveLength(1);
  figures = { 1: twice.map((target) => ({ ...target, ...later })) };
  jest.advanceTimersByTime(10_000);
  await within(await card()).findByText(/^As of .*14:10$/u);
  jest.advanceTimersByTime(60_000);
  expect(requests).toHaveLength(4);
});

it('stops reloading the metrics when the results of all accounts have arrived', async () => {
  figures = { 1: [someFigures()] };
  answer(refreshAnalytics, () => ({ accounts: [{ accountId: 7, state: 'asked' }] }));
  renderApp('/posts');
  await user.click(await within(await card()).findByRole('button', { name: /^Figures by account/u }));
  const button = await screen.findByRole('button', { name: DETAILS_TEXT.refresh });
  useFakeClock();
  await user.click(button);
  await waitFor(() => {
    expect(requests).toHaveLength(2);
  });
  figures = { 1: [someFigures({ checkedAt: '2026-11-01T14:10:00.000Z' })] };
  jest.advanceTimersByTime(3_000);
  await within(await card()).findByText(/^As of .*14:10$/u);
  jest.advanceTimersByTime(60_000);
  await act(async () => {
    await jest.advanceTimersByTimeAsync(100);
  });
  expect(requests).toHaveLength(3);
});

it('draws the history of a metric with a gap for a poll without a value, like the table', async () => {
  figures = { 1: [someFigures({ likes: 9 })] };
  answer(postLooks, () => [look(10, 1), look(30, null), look(60, 9)]);
  renderApp('/posts');
  await user.click(await within(await card()).findByRole('button', { name: /^Figures by account/u }));
  await user.click(await screen.findByRole('button', { name: DETAILS_TEXT.showCurve }));
  const chart = await screen.findByRole('figure');
  // The chart has three polls, and no line to or from the poll without a value.
  expect(chart.querySelectorAll('circle.stroke-2')).toHaveLength(3);
  expect(chart.querySelectorAll('line.stroke-primary')).toHaveLength(0);
  await user.click(within(chart).getByRole('button', { name: 'Table' }));
  expect(
    within(chart)
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.querySelector('td')?.textContent),
  ).toEqual(['1', 'not reported', '9']);
});

it('draws every poll even when several polls fall in one minute', async () => {
  figures = { 1: [someFigures({ likes: 9 })] };
  answer(postLooks, () => [look(10, 1), look(10, 2), look(60, 9)]);
  const consoleErrors = jest.spyOn(console, 'error');
  renderApp('/posts');
  await user.click(await within(await card()).findByRole('button', { name: /^Figures by account/u }));
  await user.click(await screen.findByRole('button', { name: DETAILS_TEXT.showCurve }));
  expect((await screen.findByRole('figure')).querySelectorAll('circle.stroke-2')).toHaveLength(3);
  expect(consoleErrors).not.toHaveBeenCalled();
  consoleErrors.mockRestore();
});

it('refreshes an open chart after a live update of metrics, but not of posts', async () => {
  figures = { 1: [someFigures({ likes: 9 })] };
  let chartRequests = 0;
  answer(postLooks, () => {
    chartRequests += 1;
    return [look(10, 1), look(60, chartRequests)];
  });
  renderApp('/posts');
  await user.click(await within(await card()).findByRole('button', { name: /^Figures by account/u }));
  await user.click(await screen.findByRole('button', { name: DETAILS_TEXT.showCurve }));
  const chart = await screen.findByRole('figure');
  const count = requests.length;
  posts = [{ ...aPostedPost(1), content: 'Post 1 once more' }];
  act(() => {
    live.send('posts', { ids: [1], gone: [] });
    live.send('posts');
  });
  await screen.findByRole('article', { name: 'Post 1 once more' });
  expect([chartRequests, requests.length]).toEqual([1, count]);
  await user.click(within(chart).getByRole('button', { name: 'Table' }));
  act(() => {
    live.send('analytics');
  });
  await within(chart).findByRole('cell', { name: '2' });
  expect(chartRequests).toBe(2);
});

it('reloads a chart whose response was stale', async () => {
  figures = { 1: [someFigures({ likes: 9 })] };
  let chartRequests = 0;
  answerWithHeaders(postLooks, () => {
    chartRequests += 1;
    return {
      reply: [look(10, 1), look(60, chartRequests)],
      headers: chartRequests === 1 ? { [STALE_HEADER]: 'stale' } : {},
    };
  });
  renderApp('/posts');
  await user.click(await within(await card()).findByRole('button', { name: /^Figures by account/u }));
  await user.click(await screen.findByRole('button', { name: DETAILS_TEXT.showCurve }));
  await user.click(within(await screen.findByRole('figure')).getByRole('button', { name: 'Table' }));
  await screen.findByRole('cell', { name: '2' });
});

it('hides the metrics from users without Premium, does not request them, and links to Premium', async () => {
  isPremium = false;
  // A separate post, because a request of an earlier spec may still be running.
  posts = [aPostedPost(41)];
  figures = { 41: [someFigures({ likes: 4_711 })] };
  renderApp('/posts');
  const link = await within(await card(41)).findByRole('link', { name: MASKED_TEXT.upgrade });
  expect(link.getAttribute('href')).toBe('/subscribe');
  const list = (await card(41)).querySelector('dl');
  expect(list?.textContent).toMatch(/^\D+$/u);
  expect(list?.innerHTML).not.toContain('4711');
  expect(requests.filter((ids) => ids.split(',').includes('41'))).toEqual([]);
  expect(await accessibilityFaults()).toEqual([]);
});

it('hides the metrics when Premium ends while they are shown', async () => {
  figures = { 1: [someFigures({ likes: 77 })] };
  renderApp('/posts');
  expect(await figure('Likes')).toEqual(['77']);
  isPremium = false;
  refuse(analyticsOfPosts, 403, { message: ANALYTICS_TEXT.needsPremium });
  act(() => {
    live.send('analytics');
  });
  await within(await card()).findByRole('link', { name: MASKED_TEXT.upgrade });
  expect((await card()).querySelector('dl')?.textContent).toMatch(/^\D+$/u);
});
