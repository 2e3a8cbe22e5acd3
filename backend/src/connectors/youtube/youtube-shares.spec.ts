import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { SafeHttp } from '#infrastructure/outgoing/safe-http.ts';
import { FixedClock } from '#infrastructure/testing/fixed-clock.ts';
import { testConfiguration } from '#infrastructure/testing/test-configuration.ts';
import { Breaker } from '#infrastructure/outgoing/breaker.ts';
import type { MetricsConnector } from '../contract/metrics.ts';
import { PlatformHttp } from '../kit/platform-http.ts';
import { MemoryAccess } from '../testing/account-access.ts';
import { readMetrics, summaryOf, INVALID_COUNTS } from '../testing/metrics.ts';
import { ScriptedServer, type ScriptedRequest, type ScriptedAnswer } from '../testing/scripted-server.ts';
import { YOUTUBE_LIMITS } from './limits.ts';
import { youtubeConnector } from './youtube.connector.ts';

const STATISTICS = 'GET /youtube/v3/videos:batchGetStats';
const OWN = 'GET /youtube/v3/videos';
const REPORT = 'GET /v2/reports';
const SCOPE = 'https://www.googleapis.com/auth/';
const SCOPES = [`${SCOPE}youtube.force-ssl`, `${SCOPE}youtube.readonly`, `${SCOPE}yt-analytics.readonly`];
const COUNTS = { viewCount: '90', likeCount: '4', commentCount: '3' };
/** One day after the videos of these specs were published. */
const DAY_LATER = new Date('2030-01-01T12:00:00Z');
const OTHERS = {
  likes: [4, 'likeCount'],
  comments: [3, 'commentCount'],
  views: [90, 'viewCount@2026-08-27'],
};

let api: ScriptedServer;
let http: SafeHttp;
let clock: FixedClock;
let metrics: MetricsConnector;

beforeAll(async () => {
  api = await ScriptedServer.start();
  http = new SafeHttp({ privateHosts: [{ host: 'localhost', port: api.port }] });
});
afterAll(async () => {
  await Promise.all([api.close(), http.onApplicationShutdown()]);
});
beforeEach(() => {
  clock = new FixedClock(DAY_LATER);
  const configuration = testConfiguration({
    YOUTUBE_API_URL: `${api.url}/youtube/v3`,
    ALLOW_PRIVATE_HOSTS: `localhost:${String(api.port)}`,
  });
  metrics = youtubeConnector(new PlatformHttp(http, new Breaker()), clock, configuration).metrics;
});

const idsIn = ({ query }: ScriptedRequest): string[] =>
  (query.get('filters') ?? '').replace('video==', '').split(',');
const report = (rows: unknown, names = ['video', 'views', 'shares']) => ({
  json: { kind: 'youtubeAnalytics#resultTable', columnHeaders: names.map((name) => ({ name })), rows },
});
const failure = (status: number, reason: string) => ({
  status,
  json: { error: { code: status, message: 'No.', errors: [{ message: 'No.', reason }] } },
});
async function snapshotsAt(ids: readonly string[], scopes: readonly string[] = SCOPES) {
  const credentials = { accessToken: 'a', refreshToken: null, expiresAt: null, scopes: [...scopes] };
  const outcome = await readMetrics(metrics, new MemoryAccess(YOUTUBE_LIMITS, credentials), ids);
  if (outcome.kind !== 'read') throw new Error(JSON.stringify(outcome));
  return Object.fromEntries([...outcome.snapshots].map(([id, summary]) => [id, summaryOf(summary)]));
}
/** Returns the shares if all videos exist and the report API returns this response. */
async function sharesOf(response: ScriptedAnswer, ...ids: readonly string[]) {
  const items = ids.map((id) => ({ id, statistics: COUNTS }));
  api.setAnswers({ [STATISTICS]: { json: { items } }, [REPORT]: response });
  const snapshots = await snapshotsAt(ids);
  for (const summary of Object.values(snapshots)) expect(summary).toMatchObject(OTHERS);
  return Object.fromEntries(
    Object.entries(snapshots).map(([id, summary]) => [id, (summary as { shares: unknown }).shares]),
  );
}

it('reads all videos of a poll from one report, from the beginning of YouTube until today', async () => {
  const response = report([
    ['v2', 9, 0],
    ['v1', 7, 5],
  ]);
  expect(await sharesOf(response, 'v1', 'v2')).toEqual({ v1: [5, 'shares'], v2: [0, 'shares'] });
  const [request, ...others] = api.requestsTo(REPORT);
  expect(others).toEqual([]);
  expect(Object.fromEntries(request?.query ?? [])).toEqual({
    ids: 'channel==MINE',
    startDate: '2005-02-14',
    endDate: '2030-01-01',
    metrics: 'views,shares',
    dimensions: 'video',
    filters: 'video==v1,v2',
    sort: '-views',
    maxResults: '2',
  });
  expect(request?.headers.authorization).toBe('Bearer a');
});
it('reads the columns by their names', async () => {
  expect(await sharesOf(report([[5, 'v1', 9]], ['shares', 'video', 'views']), 'v1')).toEqual({
    v1: [5, 'shares'],
  });
});
it.each([[[]], [undefined], [null]])(
  'reports too-early, not 0, if the report has no row: %j',
  async (rows) => {
    expect(await sharesOf(report(rows), 'v1')).toEqual({ v1: 'too-early' });
  },
);
it('reports a failure for a video without a row if another row has no id', async () => {
  const rows = [
    ['v1', 9, 2],
    [null, 9, 3],
  ];
  expect(await sharesOf(report(rows), 'v1', 'v2')).toEqual({ v1: [2, 'shares'], v2: 'failed' });
});
it.each(INVALID_COUNTS)('reports a failure for an invalid number: %j', async (shares) => {
  expect(await sharesOf(report([['v1', 9, shares]]), 'v1')).toEqual({ v1: 'failed' });
});
it.each([
  { text: 'a page' },
  { json: [] },
  { json: { columnHeaders: [{ name: 'video' }, { name: 'views' }], rows: [['v1', 9]] } },
  report({ v1: 5 }),
  report([['v1', 9]]),
])('reports a failure for an unreadable report: %j', async (response) => {
  expect(await sharesOf(response, 'v1')).toEqual({ v1: 'failed' });
});
it('does not request reports for videos that are younger than a day or deleted', async () => {
  api.setAnswers({
    [STATISTICS]: { json: { items: [{ id: 'v1', statistics: COUNTS }] } },
    [OWN]: { json: { items: [] } },
    [REPORT]: report([['v1', 9, 5]]),
  });
  clock.set(new Date(DAY_LATER.getTime() - 1));
  expect(await snapshotsAt(['v1', 'v2'])).toEqual({ v1: { ...OTHERS, shares: 'too-early' }, v2: 'gone' });
  expect(api.requestsTo(REPORT)).toEqual([]);
  clock.set(DAY_LATER);
  expect(await snapshotsAt(['v1', 'v2'])).toEqual({ v1: { ...OTHERS, shares: [5, 'shares'] }, v2: 'gone' });
  expect(api.requestsTo(REPORT).map(idsIn)).toEqual([['v1']]);
});
describe('a report', () => {
  it.each(SCOPES.slice(1))('is not requested without the permission %s', async (scope) => {
    api.setAnswers({ [STATISTICS]: { json: { items: [{ id: 'v1', statistics: COUNTS }] } } });
    const snapshots = await snapshotsAt(
      ['v1'],
      SCOPES.filter((each) => each !== scope),
    );
    expect(snapshots).toEqual({ v1: { ...OTHERS, shares: 'not-permitted' } });
    expect(api.calls()).toEqual([STATISTICS]);
  });
  it('is requested if the granted scopes are unknown', async () => {
    api.setAnswers({
      [STATISTICS]: { json: { items: [{ id: 'v1', statistics: COUNTS }] } },
      [REPORT]: report([['v1', 9, 5]]),
    });
    expect(await snapshotsAt(['v1'], [])).toMatchObject({ v1: { shares: [5, 'shares'] } });
  });
});
describe('a report that fails', () => {
  it.each<readonly [string, ScriptedAnswer]>([
    ['not-permitted', failure(403, 'forbidden')],
    ['not-permitted', failure(403, 'insufficientPermissions')],
    ['failed', failure(403, 'accessNotConfigured')],
    ['failed', failure(403, 'quotaExceeded')],
    ['failed', failure(429, 'rateLimitExceeded')],
    ['failed', failure(400, 'badRequest')],
    ['failed', failure(401, 'authError')],
    ['failed', failure(500, 'backendError')],
    ['failed', { status: 403, text: 'a proxy' }],
    ['failed', 'drop'],
  ])('keeps the statistics, and reports shares as %s: %j', async (reason, response) => {
    expect(await sharesOf(response, 'v1')).toEqual({ v1: reason });
    expect(api.requestsTo(REPORT)).toHaveLength(1);
  });
  it.each([
    [403, 'insufficientPermissions', 'not-permitted'],
    [403, 'quotaExceeded', 'failed'],
    [500, 'backendError', 'failed'],
  ])('is not split into smaller requests if %i %s affects all videos', async (status, reason, shares) => {
    expect(await sharesOf(failure(status, reason), 'v1', 'v2')).toEqual({ v1: shares, v2: shares });
    expect(api.requestsTo(REPORT)).toHaveLength(1);
  });
  it.each([
    [403, 'forbidden', 'not-permitted'],
    [400, 'badRequest', 'failed'],
    [404, 'notFound', 'failed'],
  ])('with %i %s for one video does not affect the others', async (status, reason, shares) => {
    const response = (request: ScriptedRequest) =>
      idsIn(request).includes('bad')
        ? failure(status, reason)
        : report(idsIn(request).map((id) => [id, 9, 1]));
    expect(await sharesOf(response, 'v1', 'v2', 'bad', 'v4', 'v5')).toEqual({
      v1: [1, 'shares'],
      v2: [1, 'shares'],
      bad: shares,
      v4: [1, 'shares'],
      v5: [1, 'shares'],
    });
  });
});
