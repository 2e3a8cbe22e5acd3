import { ANALYTICS_TEXT } from '@posthorn/contracts/analytics/analytics.http';
import { DAY_MINUTES } from '@posthorn/contracts/shared/durations';
import { afterAll, beforeAll, beforeEach, expect, it, jest } from '@jest/globals';
import { ExportedFigures } from './features/export-figures/exported-figures.ts';
import { AnalyticsBench, pollAnswer } from './testing/analytics-bench.ts';
import { ScriptedNeighbours } from './testing/scripted-neighbours.ts';

let bench: AnalyticsBench;
beforeAll(async () => {
  bench = await AnalyticsBench.start();
}, 60_000);
afterAll(() => bench.close());
let post = 0;
let account = 0;
beforeEach(async () => {
  Object.assign(bench.script, new ScriptedNeighbours());
  await bench.pool.query('update analytics.measured_account set due_at = null');
  post += 1;
  account = 100 + post;
  bench.script.snapshots.set(
    `r${String(post)}-${String(account)}`,
    pollAnswer({ likes: 81_321, views: 98_765 }),
  );
});
const publish = (minutesAgo: number, extra: { platform?: 'twitter'; ownerId?: string } = {}) =>
  bench.publish(post, { accountId: account, minutesAgo, ...extra });
const refresh = async () => {
  const { status, body } = (await bench.post(`posts/${String(post)}/analytics/refresh`)) as {
    status: number;
    body: { accounts: { state: string; costUsd?: number }[] };
  };
  expect(status).toBe(202);
  return body.accounts[0];
};
const PERIOD = 'from=2026-01-01&to=2026-01-31';
const readPaths = (id: number) => [
  `posts/${String(id)}/analytics`,
  `posts/${String(id)}/analytics/looks`,
  `analytics/posts?ids=${String(id)}`,
  `analytics/overview?${PERIOD}&age=newest`,
  `analytics/export.csv?${PERIOD}&kind=looks`,
];

it('returns 403 and no figures on every route to a user without Premium', async () => {
  await publish(DAY_MINUTES + 120);
  await bench.round();
  expect((await bench.get(`posts/${String(post)}/analytics`)).text).toContain('81321');
  bench.script.premium.delete('ana');
  const responses = [
    ...(await Promise.all(readPaths(post).map((path) => bench.get(path)))),
    await bench.post(`posts/${String(post)}/analytics/refresh`),
    // The response does not reveal whether the post exists.
    await bench.get('posts/999999/analytics'),
    await bench.post('posts/999999/analytics/refresh'),
  ];
  for (const { status, body, text } of responses) {
    expect([status, body]).toEqual([
      403,
      expect.objectContaining({ code: 'analytics.needs-premium', message: ANALYTICS_TEXT.needsPremium }),
    ]);
    expect(text).not.toMatch(/81.?321|98.?765/u);
  }
});
it('stops an export when the plan ends during the export, and allows a later one', async () => {
  async function* lines() {
    yield await Promise.resolve('head\r\n');
    bench.script.premium.delete('ana');
    yield '81321\r\n';
  }
  const figures = jest.spyOn(bench.booted.app.get(ExportedFigures), 'lines').mockImplementation(lines);
  await expect(bench.get(`analytics/export.csv?${PERIOD}&kind=looks`)).rejects.toThrow(/hang up|aborted/u);
  figures.mockRestore();
  bench.script.premium.add('ana');
  expect((await bench.get(`analytics/export.csv?${PERIOD}&kind=looks`)).status).toBe(200);
});
it('requires a signed-in user', async () => {
  for (const path of readPaths(1)) expect((await bench.get(path, '')).status).toBe(401);
  expect((await bench.post('posts/1/analytics/refresh', '')).status).toBe(401);
});
it('does not show figures of posts of other users', async () => {
  await publish(DAY_MINUTES);
  await bench.round();
  for (const path of [`posts/${String(post)}/analytics`, `posts/${String(post)}/analytics/looks`])
    expect([(await bench.get(path, 'bea')).status, (await bench.get(path)).status]).toEqual([404, 200]);
  expect((await bench.post(`posts/${String(post)}/analytics/refresh`, 'bea')).body).toMatchObject({
    code: 'analytics.post-not-found',
  });
  expect((await bench.get(`analytics/posts?ids=${String(post)}`, 'bea')).body).toEqual([]);
  expect(
    (await bench.get(`analytics/export.csv?${PERIOD}&kind=newest`, 'bea')).text.split('\r\n'),
  ).toHaveLength(2);
});
it('shows the time of the latest poll, even if it reported nothing new or was missed since', async () => {
  const newest = async () =>
    (await bench.get(`analytics/overview?${PERIOD}&age=newest&accountId=${String(account)}`)).body as {
      newestSampleAt: string | null;
    };
  await publish(0);
  expect(await newest()).toMatchObject({ newestSampleAt: null });
  await bench.pass(11);
  await bench.pass(25);
  const shown = async () =>
    (await bench.get(`posts/${String(post)}/analytics`)).body as { capturedAt: string; checkedAt: string }[];
  const [{ capturedAt, checkedAt } = { capturedAt: '', checkedAt: '' }] = await shown();
  expect(checkedAt > capturedAt).toBe(true);
  expect(await newest()).toMatchObject({ newestSampleAt: checkedAt });
  // A poll that does not find the post has no figures.
  bench.script.snapshots.set(`r${String(post)}-${String(account)}`, 'gone');
  await bench.pass(40);
  expect((await shown())[0]?.checkedAt).not.toBe(checkedAt);
  expect(await newest()).toMatchObject({ newestSampleAt: capturedAt });
});
it('shows and polls no figures of an archived post, on any route', async () => {
  await bench.publish(post);
  bench.script.snapshots.set(`r${String(post)}-7`, pollAnswer({ likes: 1 }));
  await bench.pass(11);
  expect((await bench.get(`analytics/posts?ids=${String(post)}`)).body).toHaveLength(1);
  bench.script.archived.add(post);
  const responses = [
    await bench.get(`posts/${String(post)}/analytics`),
    await bench.get(`posts/${String(post)}/analytics/looks`),
    await bench.post(`posts/${String(post)}/analytics/refresh`),
  ];
  expect(responses.map(({ status }) => status)).toEqual([404, 404, 404]);
  expect((await bench.get(`analytics/posts?ids=${String(post)}`)).body).toEqual([]);
});
it('does not show figures for a post that is not published yet', async () => {
  bench.script.posts.add('ana 5000');
  expect((await bench.get('posts/5000/analytics')).body).toEqual([]);
  expect((await bench.get('posts/5000/analytics/looks')).body).toEqual([]);
  const refused = await bench.post('posts/5000/analytics/refresh');
  expect([refused.status, refused.body]).toEqual([
    409,
    expect.objectContaining({ code: 'analytics.not-published' }),
  ]);
});
it.each(['0', '01', '-1', 'x', '1.5', '1e3', '9999999999999999'])(
  'does not find a post with the id %s',
  async (id) => {
    expect((await bench.get(`posts/${id}/analytics`)).status).toBe(404);
  },
);
it.each([
  ['no ids', ''],
  ['an empty id', '?ids='],
  ['an id that is not a number', '?ids=1,x'],
  ['too many ids', `?ids=${Array.from({ length: 101 }, (_, id) => String(id + 1)).join(',')}`],
])('refuses a request with %s', async (_, query) => {
  const { status, body } = (await bench.get(`analytics/posts${query}`)) as { status: number; body: unknown };
  expect([status, body]).toEqual([400, expect.objectContaining({ fields: { ids: ANALYTICS_TEXT.ids } })]);
});
it('returns each post once in a request for a hundred ids', async () => {
  await publish(DAY_MINUTES);
  await bench.round();
  const ids = [post, post, ...Array.from({ length: 98 }, (_, id) => 7_000 + id)].join(',');
  expect((await bench.get(`analytics/posts?ids=${ids}`)).body).toMatchObject([
    { postId: post, targets: [{ accountId: account, likes: 81_321, apart: false }] },
  ]);
});
it.each([
  'from=2026-02-01&to=2026-01-01&age=24h',
  'from=2025-01-01&to=2026-01-02&age=24h',
  'from=2026-01-01&to=2026-02-30&age=24h',
  'from=2026-01-01&age=24h',
  'from=9999-12-31&to=9999-12-31&age=24h',
  'from=0000-01-01&to=0000-01-01&age=24h',
  `${PERIOD}&age=2d`,
  `${PERIOD}&age=24h&platform=myspace`,
  `${PERIOD}&age=24h&accountId=x`,
  `${PERIOD}&age=24h&accountId=0`,
])('refuses the query %s', async (query) => {
  const { status } = await bench.get(`analytics/overview?${query}`);
  expect([400, 422]).toContain(status);
});
it('polls once when a user requests current figures, and not again within ten minutes', async () => {
  await publish(200);
  await bench.round();
  expect(await refresh()).toEqual({ accountId: account, state: 'recent' });
  await bench.pass(11);
  expect(bench.script.calls).toHaveLength(1);
  expect(await refresh()).toEqual({ accountId: account, state: 'asked' });
  await bench.round();
  expect(bench.script.calls).toHaveLength(2);
  expect(await refresh()).toEqual({ accountId: account, state: 'recent' });
  // The platform reported nothing new, so no event follows. The request is still recent because of the poll.
  expect(bench.facts(post, account)).toHaveLength(1);
});
it('does not poll more often when a platform reports nothing about the post', async () => {
  await publish(200);
  bench.script.snapshots.clear();
  await bench.round();
  await bench.pass(1.1);
  await bench.pass(10.1);
  expect(bench.script.calls).toHaveLength(3);
  expect(await refresh()).toMatchObject({ state: 'asked' });
  await bench.round();
  expect(bench.script.calls).toHaveLength(4);
  expect(await refresh()).toMatchObject({ state: 'recent' });
  await bench.round();
  expect(bench.script.calls).toHaveLength(4);
});
it('shows what a poll costs, and pays for it once a day', async () => {
  bench.script.terms.set('twitter', { keepDays: null, apart: false, costUsd: 0.005 });
  bench.script.way = {
    pace: { batch: 100, ladder: { ages: [DAY_MINUTES, 30 * DAY_MINUTES] } },
    isSimulated: false,
  };
  await publish(DAY_MINUTES + 90, { platform: 'twitter' });
  await bench.round();
  await bench.pass(DAY_MINUTES - 1);
  expect(await refresh()).toEqual({ accountId: account, state: 'recent' });
  await bench.pass(2);
  expect(await refresh()).toEqual({ accountId: account, state: 'asked', costUsd: 0.005 });
  await bench.round();
  expect(await refresh()).toEqual({ accountId: account, state: 'recent' });
  expect(bench.script.spent).toEqual([0.005, 0.005]);
});
it('reports that a paused account is not polled, and accepts a request once the pause is over', async () => {
  await publish(200);
  bench.script.outcomes.push({ kind: 'refused', reason: 'network', words: null, retryable: true });
  await bench.round();
  expect(await refresh()).toEqual({ accountId: account, state: 'paused' });
  await bench.pool.query(
    `update analytics.measured_account set paused_until = now() - interval '1 second' where account_id = $1`,
    [account],
  );
  expect(await refresh()).toEqual({ accountId: account, state: 'asked' });
});
it('does not poll a publication whose polling has ended', async () => {
  await publish(361 * DAY_MINUTES);
  await bench.round();
  expect(await refresh()).toEqual({ accountId: account, state: 'ended' });
});
