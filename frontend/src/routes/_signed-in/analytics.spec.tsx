import {
  analyticsOverview,
  ANALYTICS_TEXT,
  exportAnalytics,
  type OverviewView,
} from '@posthorn/contracts/analytics/analytics.http';
import { appState, currentUser } from '@posthorn/contracts/identity/session.http';
import { listAccounts } from '@posthorn/contracts/integrations/accounts.http';
import { getPost, type PostView } from '@posthorn/contracts/scheduling/posts.http';
import { beforeEach, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { COMPARED_TEXT, TOP_POSTS_TEXT } from '#features/analytics/messages/results.en.ts';
import {
  FILTER_TEXT,
  MASKED_SCREEN_TEXT,
  OVERVIEW_TEXT,
  SCREEN_TEXT,
} from '#features/analytics/messages/screen.en.ts';
import { answerPosts } from '#testing/answer-posts.ts';
import { accessibilityFaults } from '#testing/axe.ts';
import { answer, refuse } from '#testing/fake-server.ts';
import { liveServer } from '#testing/live-server.ts';
import { renderApp } from '#testing/render-app.tsx';
import { aBlueskyAccount, aMastodonAccount, anOverview, aPost, aUser } from '#testing/views.ts';

const user = userEvent.setup();
const live = liveServer();
const NOVEMBER = '/analytics?from=2026-11-01&to=2026-11-10';
let overview: OverviewView;
let requests: Readonly<Record<string, string>>[];
let isPremium: boolean;

beforeEach(() => {
  localStorage.clear();
  [overview, requests, isPremium] = [busy, [], true];
  answer(appState, () => ({ sandbox: false, sandboxUrl: null, version: '0.1.0', signInProviders: [] }));
  answer(currentUser, () => aUser({ isPremium }));
  answer(listAccounts, () => [aBlueskyAccount(), aMastodonAccount()]);
  answerPosts(() => [aPost()]);
  answer(analyticsOverview, (_nothing, _params, query) => {
    requests.push(Object.fromEntries(query));
    return overview;
  });
});

const sum = (value: number, of: number, total: number) => ({ sum: value, of, total });
const busy = anOverview({
  publications: 6,
  measured: 4,
  newestSampleAt: new Date(Date.now() - 240_000).toISOString(),
  totals: { likes: sum(140, 4, 6), comments: sum(9, 4, 6) },
  trend: [
    { day: '2026-11-02', publications: 2, metrics: { likes: sum(40, 2, 2), comments: sum(9, 2, 2) } },
    { day: '2026-11-04', publications: 3, metrics: { likes: sum(100, 2, 3) } },
    { day: '2026-11-09', publications: 1, metrics: {} },
  ],
  platforms: [
    {
      platform: 'bluesky',
      publications: 6,
      apart: false,
      metrics: { likes: sum(140, 4, 6) },
      engagement: null,
    },
    {
      platform: 'youtube',
      publications: 1,
      apart: true,
      metrics: { views: sum(412, 1, 1) },
      engagement: null,
    },
  ],
});
const trend = () => screen.findByRole('figure', { name: /^Likes of the posts of each day/u });
const rowsOf = (chart: HTMLElement) =>
  within(chart)
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map(({ textContent }) => textContent));

it('loads the last thirty days by default, and keeps other choices in the URL', async () => {
  const router = renderApp('/analytics');
  await trend();
  const [first] = requests;
  expect(first?.['age']).toBe('newest');
  expect((Date.parse(first?.['to'] ?? '') - Date.parse(first?.['from'] ?? '')) / 86_400_000).toBe(29);
  await user.selectOptions(screen.getByLabelText(FILTER_TEXT.period), '7');
  await user.selectOptions(screen.getByLabelText(FILTER_TEXT.age), '24h');
  await user.selectOptions(screen.getByLabelText(FILTER_TEXT.platform), 'mastodon');
  await user.selectOptions(screen.getByLabelText(FILTER_TEXT.account), '8');
  expect(router.state.location.search).toEqual({ days: 7, age: '24h', platform: 'mastodon', account: 8 });
  await waitFor(() => {
    expect(requests.at(-1)).toMatchObject({ age: '24h', platform: 'mastodon', accountId: '8' });
  });
  // Another platform does not have the chosen account.
  await user.selectOptions(screen.getByLabelText(FILTER_TEXT.platform), 'bluesky');
  expect(router.state.location.search).toEqual({ days: 7, age: '24h', platform: 'bluesky' });
  expect(await accessibilityFaults()).toEqual([]);
});

it('ignores invalid values in the URL, and does not request an invalid range', async () => {
  const router = renderApp('/analytics?days=12&age=old&platform=myspace&account=x&from=soon');
  await trend();
  expect(Object.keys(requests[0] ?? {}).sort()).toEqual(['age', 'from', 'to']);
  requests = [];
  await router.navigate({ to: '/analytics', search: { from: '2026-11-10', to: '2026-11-01' } });
  await screen.findByText(ANALYTICS_TEXT.period);
  expect(requests).toEqual([]);
});

it('shows the time of the overview, the age of the newest figures, and how far behind they may be', async () => {
  renderApp('/analytics');
  await screen.findByText('As of 12:03:07 · latest figures 4 min ago');
  overview = { ...busy, lagMs: 12_400 };
  act(() => {
    live.send('analytics');
  });
  await screen.findByText('As of 12:03:07 · latest figures 4 min ago · 12.4 s behind');
});

it('draws a bar for each day with data and a frame for a gap, like the table', async () => {
  renderApp(NOVEMBER);
  const chart = await trend();
  expect(chart.querySelectorAll('rect.fill-primary')).toHaveLength(2);
  expect(chart.querySelectorAll('rect.stroke-edge')).toHaveLength(1);
  // Ten columns, of which the second, the fourth and the ninth have data.
  expect([...chart.querySelectorAll('g > rect:first-child')].map((bar) => bar.getAttribute('x'))).toEqual([
    '10.000%',
    '30.000%',
    '80.000%',
  ]);
  await user.click(within(chart).getByRole('button', { name: 'Table' }));
  expect(rowsOf(chart)).toEqual([
    ['Mon 2 Nov', '40', '2 of 2 posts'],
    ['Wed 4 Nov', '100', '2 of 3 posts'],
    ['Mon 9 Nov', OVERVIEW_TEXT.gap, '0 of 1 post'],
  ]);
  expect(await accessibilityFaults()).toEqual([]);
});

it.each([
  [30, 1],
  [0, 0],
])(
  'says that the clicks of the first %i minutes count for the day before: shown %i times',
  async (minutesBefore, times) => {
    const days = [{ day: '2026-11-04', clicks: 3 }];
    overview = { ...busy, clicks: { clicks: 3, visitors: 2, minutesBefore, days } };
    renderApp(NOVEMBER);
    await screen.findByText('3 clicks, 2 without repeats');
    expect(screen.queryAllByText(OVERVIEW_TEXT.clicksBefore(minutesBefore))).toHaveLength(times);
  },
);

it('does not count people who clicked, because a visitor of several links or days counts again', async () => {
  const days = [{ day: '2026-11-04', clicks: 3 }];
  overview = { ...busy, clicks: { clicks: 3, visitors: 3, minutesBefore: 0, days } };
  renderApp(NOVEMBER);
  const section = await screen.findByRole('region', { name: OVERVIEW_TEXT.clicks });
  within(section).getByText('3 clicks, 3 without repeats');
  within(section).getByText(OVERVIEW_TEXT.repeats);
  expect(section.textContent).not.toMatch(/from \d+ visitors/u);
});

it('does not say that figures or posts are missing when all of them are shown separately', async () => {
  overview = anOverview({
    publications: 1,
    measured: 1,
    platforms: busy.platforms.filter(({ apart }) => apart),
    bestHours: { posts: 0, needed: 20, cells: [] },
  });
  renderApp(NOVEMBER);
  const totals = await screen.findByRole('region', { name: OVERVIEW_TEXT.totals });
  within(totals).getByText(OVERVIEW_TEXT.apartKey('YouTube'));
  const hours = screen.getByRole('region', { name: OVERVIEW_TEXT.hours });
  within(hours).getByText('YouTube: not in the best hours, as its terms require.');
  expect(screen.queryByText(OVERVIEW_TEXT.noFigures)).toBeNull();
  expect(screen.queryByText(OVERVIEW_TEXT.notEnough(0, 20))).toBeNull();
});

it('moves between points with the arrow keys, and leaves with Escape', async () => {
  renderApp(NOVEMBER);
  const chart = await trend();
  act(() => {
    within(chart).getByRole('group').focus();
  });
  const statusText = () => within(chart).getByRole('status').textContent;
  await user.keyboard('{ArrowRight}');
  expect(statusText()).toBe('Mon 2 Nov · Likes: 40 · Posts: 2 of 2 posts');
  await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}');
  expect(statusText()).toBe(`Mon 9 Nov · Likes: ${OVERVIEW_TEXT.gap} · Posts: 0 of 1 post`);
  await user.keyboard('{Home}');
  expect(statusText()).toContain('Mon 2 Nov');
  await user.keyboard('{Escape}');
  expect(statusText()).not.toContain('Nov');
  expect(document.activeElement).toBe(within(chart).getByRole('button', { name: 'Table' }));
});

const BLUESKY = { platform: 'bluesky', publications: 6, apart: false } as const;

it('shows a table with a row for each platform, and names platforms that are not in the sums', async () => {
  renderApp('/analytics');
  const section = await screen.findByRole('region', { name: OVERVIEW_TEXT.platforms });
  expect(
    within(section)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent),
  ).toEqual(['Platform', 'Posts', 'Likes', 'Views']);
  expect(rowsOf(section)).toEqual([
    ['Bluesky', '6', '1404 of 6', `–${OVERVIEW_TEXT.notTold}`],
    [`YouTube${OVERVIEW_TEXT.apart}`, '1', `–${OVERVIEW_TEXT.notTold}`, '412'],
  ]);
  screen.getByText(OVERVIEW_TEXT.apartKey('YouTube'));
  expect(screen.queryByText(COMPARED_TEXT.rate)).toBeNull();
});

it('shows the engagement rate with its formula, and a dash for a platform without a known rate', async () => {
  const engagement = { rate: 0.0425, of: 3, total: 6 };
  const youtube = busy.platforms[1];
  overview = {
    ...busy,
    engagement,
    platforms: [{ ...BLUESKY, metrics: {}, engagement }, ...(youtube ? [youtube] : [])],
  };
  renderApp('/analytics');
  const section = await screen.findByRole('region', { name: OVERVIEW_TEXT.platforms });
  expect(rowsOf(section).map((row) => row.at(-1))).toEqual(['4.3%3 of 6', `–${OVERVIEW_TEXT.notTold}`]);
  const totals = screen.getByRole('region', { name: OVERVIEW_TEXT.totals });
  within(totals).getByText('4.3%');
  within(totals).getByText(/likes \+ comments \+ shares\) ÷ impressions/u);
  expect(await accessibilityFaults()).toEqual([]);
});

it('compares the average per post with the previous period, for the figures that both periods have', async () => {
  const before = { from: '2026-10-22', to: '2026-10-31', totals: { likes: sum(56, 2, 2) } };
  overview = { ...busy, before };
  renderApp(`${NOVEMBER}&age=7d`);
  const totals = await screen.findByRole('region', { name: OVERVIEW_TEXT.totals });
  expect(
    within(totals)
      .getAllByText(/per post$/u)
      .map(({ textContent }) => textContent),
  ).toEqual(['+25% per post']);
  within(totals).getByText('Change: the average per post, against 22 Oct 2026 – 31 Oct 2026.');
});

it.each([
  ['newest', COMPARED_TEXT.choose],
  ['7d', COMPARED_TEXT.notMeasured],
])(
  'does not compare at the age %s without figures of the previous period, and says why',
  async (age, words) => {
    renderApp(`${NOVEMBER}&age=${age}`);
    const totals = await screen.findByRole('region', { name: OVERVIEW_TEXT.totals });
    within(totals).getByText(words);
    expect(within(totals).queryByText(/per post$/u)).toBeNull();
  },
);

it('lists the top posts with links, even a post that was deleted later', async () => {
  answerPosts(() => [
    aPost({ id: 4, title: 'Cinnamon rolls' }),
    aPost({ id: 5, title: '', content: 'Sourdough' }),
  ]);
  overview = {
    ...busy,
    topPosts: [
      { postId: 4, engagements: 1_204, of: 2, total: 3 },
      { postId: 5, engagements: 80, of: 1, total: 1 },
      { postId: 6, engagements: 7, of: 1, total: 1 },
    ],
  };
  renderApp('/analytics');
  const section = await screen.findByRole('region', { name: TOP_POSTS_TEXT.title });
  await within(section).findByText('Post 6');
  expect(
    within(section)
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href')]),
  ).toEqual([
    ['Cinnamon rolls', '/posts?post=4'],
    ['Sourdough', '/posts?post=5'],
    ['Post 6', '/posts?post=6'],
  ]);
  within(section).getByText('1,204');
  within(section).getByText('2 of 3 accounts');
  expect(await accessibilityFaults()).toEqual([]);
});

it('links a top post by its number until the text of the post has loaded', async () => {
  const never = new Promise<PostView>(() => undefined);
  answer(getPost, () => never);
  overview = { ...busy, topPosts: [{ postId: 6, engagements: 7, of: 1, total: 1 }] };
  renderApp('/analytics');
  await screen.findByRole('link', { name: 'Post 6' });
});

it('shows the best hours once there are enough posts, and before that the number of posts', async () => {
  renderApp('/analytics');
  await screen.findByText('Not enough posts yet (7 of 20)');
  overview = {
    ...busy,
    bestHours: { posts: 20, needed: 20, cells: [{ weekday: 2, hour: 9, posts: 3, score: 1.84 }] },
  };
  act(() => {
    live.send('analytics');
  });
  const chart = await screen.findByRole('figure', { name: /^How posts did/u });
  await user.click(within(chart).getByRole('button', { name: 'Table' }));
  expect(rowsOf(chart)).toEqual([['Tue 09:00', '1.8', '3']]);
});

it('shows how long comments wait for replies by hand and by AI, separately', async () => {
  const byHand = { answered: 3, p50: 2_520, p90: 31_000, withinHour: 0.61 };
  overview = { ...busy, replyTime: { comments: 5, unanswered: 2, byHand, byAi: null } };
  renderApp('/analytics');
  const part = await screen.findByRole('region', { name: OVERVIEW_TEXT.reply });
  within(part).getByText('5 comments · 2 unanswered');
  expect(rowsOf(part)).toEqual([
    ['Median', '42 min', '–'],
    ['90th percentile', '8.6 h', '–'],
    ['Within 1 hour', '61%', '–'],
    ['Answered', '3', '–'],
  ]);
});

it('lists the accounts that are not polled as planned, with the reason and the solution', async () => {
  overview = {
    ...busy,
    paused: [
      {
        accountId: 7,
        platform: 'bluesky',
        accountName: 'ana.bsky.social',
        reason: 'reconnect',
        nextAt: null,
      },
    ],
  };
  renderApp('/analytics');
  await screen.findByText(/Bluesky no longer gives us access\. Reconnect the account\./u);
  screen.getByRole('link', { name: SCREEN_TEXT.reconnect });
});

it('says that nothing was published in this period, and still offers the export files', async () => {
  overview = anOverview();
  renderApp(NOVEMBER);
  await screen.findByRole('heading', { name: SCREEN_TEXT.empty });
  expect(screen.queryByRole('figure')).toBeNull();
  expect(screen.getByRole('link', { name: OVERVIEW_TEXT.exports.looks }).getAttribute('href')).toBe(
    '/api/analytics/export.csv?from=2026-11-01&to=2026-11-10&kind=looks',
  );
  expect(await accessibilityFaults()).toEqual([]);
});

it('shows the error when the overview fails to load, and tries again', async () => {
  refuse(analyticsOverview, 503, { message: 'The database does not answer.' });
  renderApp('/analytics');
  await screen.findByText('The database does not answer.');
  answer(analyticsOverview, () => overview);
  await user.click(screen.getByRole('button', { name: SCREEN_TEXT.again }));
  await trend();
});

it('keeps the shown overview when a refresh fails, and also shows the error', async () => {
  renderApp('/analytics');
  await trend();
  refuse(analyticsOverview, 503, { message: 'The database does not answer.' });
  act(() => {
    live.send('analytics');
  });
  const alert = await screen.findByRole('alert');
  within(alert).getByText('The database does not answer.');
  await trend();
  answer(analyticsOverview, () => overview);
  await user.click(within(alert).getByRole('button', { name: SCREEN_TEXT.again }));
  await waitFor(() => {
    expect(screen.queryByText('The database does not answer.')).toBeNull();
  });
});

it('hides the old overview when the new range is invalid', async () => {
  const router = renderApp(NOVEMBER);
  await trend();
  await act(() => router.navigate({ to: '/analytics', search: { from: '2026-11-10', to: '2026-11-01' } }));
  await screen.findByText(ANALYTICS_TEXT.period);
  expect(screen.queryByText(SCREEN_TEXT.updating)).toBeNull();
  expect(screen.queryByRole('figure')).toBeNull();
});

it('does not add up reach, because posts may reach the same people', async () => {
  overview = {
    ...busy,
    totals: { ...busy.totals, reach: sum(900, 4, 6) },
    platforms: busy.platforms.map((row) => ({ ...row, metrics: { ...row.metrics, reach: sum(900, 4, 6) } })),
  };
  renderApp('/analytics');
  await trend();
  expect(screen.queryByText('Reach')).toBeNull();
  expect(screen.getByLabelText(OVERVIEW_TEXT.trendFigure).textContent).toBe('LikesComments');
});

it('shows why the server refused an export file, and saves the file on the next try', async () => {
  renderApp(NOVEMBER);
  const link = await screen.findByRole('link', { name: OVERVIEW_TEXT.exports.newest });
  refuse(exportAnalytics, 409, { message: ANALYTICS_TEXT.exportRuns });
  await user.click(link);
  await screen.findByText(ANALYTICS_TEXT.exportRuns);
  expect(await accessibilityFaults()).toEqual([]);
  const saved: string[] = [];
  const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push(`${this.download} ${this.href}`);
  });
  answer(exportAnalytics, () => 'post,likes');
  await user.click(link);
  await waitFor(() => {
    expect(saved).toEqual(['posthorn-newest-2026-11-01-2026-11-10.csv blob:posthorn/file']);
  });
  expect(screen.queryByText(ANALYTICS_TEXT.exportRuns)).toBeNull();
  click.mockRestore();
});

it('shows the screen for free users when an export is refused because Premium has ended', async () => {
  renderApp(NOVEMBER);
  const link = await screen.findByRole('link', { name: OVERVIEW_TEXT.exports.looks });
  isPremium = false;
  refuse(exportAnalytics, 403, { message: ANALYTICS_TEXT.needsPremium });
  await user.click(link);
  await screen.findByRole('heading', { name: MASKED_SCREEN_TEXT.title });
});

it('shows users without Premium the names of the metrics, without numbers or requests', async () => {
  isPremium = false;
  renderApp('/analytics');
  await screen.findByRole('heading', { name: MASKED_SCREEN_TEXT.title });
  expect(screen.getByRole('link', { name: 'Upgrade to Premium' }).getAttribute('href')).toBe('/subscribe');
  expect(screen.getByRole('main').textContent).toMatch(/^\D+$/u);
  expect(requests).toEqual([]);
  expect(await accessibilityFaults()).toEqual([]);
});

it('shows the screen for free users when Premium ends while the overview is open', async () => {
  renderApp('/analytics');
  await trend();
  isPremium = false;
  refuse(analyticsOverview, 403, { message: ANALYTICS_TEXT.needsPremium });
  act(() => {
    live.send('analytics');
  });
  await screen.findByRole('heading', { name: MASKED_SCREEN_TEXT.title });
  await waitFor(() => {
    expect(screen.getByRole('main').textContent).toMatch(/^\D+$/u);
  });
});

it('opens from a link on the posts screen', async () => {
  const router = renderApp('/posts');
  const [link] = await screen.findAllByRole('link', { name: 'Analytics' });
  await user.click(link as HTMLElement);
  await screen.findByRole('heading', { name: SCREEN_TEXT.title, level: 1 });
  expect(router.state.location.pathname).toBe('/analytics');
});
