import { DAY_MINUTES } from '@posthorn/contracts/shared/durations';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { SafeHttp } from '#infrastructure/outgoing/safe-http.ts';
import { FixedClock } from '#infrastructure/testing/fixed-clock.ts';
import { testConfiguration } from '#infrastructure/testing/test-configuration.ts';
import { Breaker } from '#infrastructure/outgoing/breaker.ts';
import type { MetricsConnector } from '../contract/metrics.ts';
import { PlatformHttp } from '../kit/platform-http.ts';
import { MemoryAccess } from '../testing/account-access.ts';
import { readMetrics, summaryOf, INVALID_COUNTS } from '../testing/metrics.ts';
import { ScriptedServer, type ScriptedAnswer } from '../testing/scripted-server.ts';
import { YOUTUBE_LIMITS } from './limits.ts';
import { youtubeConnector } from './youtube.connector.ts';

const OWN = 'GET /youtube/v3/videos';
const STATISTICS = 'GET /youtube/v3/videos:batchGetStats';
const COUNTS = { viewCount: '90', likeCount: '4', commentCount: '3' };

let api: ScriptedServer;
let http: SafeHttp;
let metrics: MetricsConnector;

beforeAll(async () => {
  api = await ScriptedServer.start();
  http = new SafeHttp({ privateHosts: [{ host: 'localhost', port: api.port }] });
});
afterAll(async () => {
  await Promise.all([api.close(), http.onApplicationShutdown()]);
});
beforeEach(() => {
  const configuration = testConfiguration({
    YOUTUBE_API_URL: `${api.url}/youtube/v3`,
    YOUTUBE_TOKEN_URL: `${api.url}/token`,
    ALLOW_PRIVATE_HOSTS: `localhost:${String(api.port)}`,
  });
  const clock = new FixedClock(new Date('2030-01-01T12:00:00Z'));
  metrics = youtubeConnector(new PlatformHttp(http, new Breaker()), clock, configuration).metrics;
});

/** The scopes of an account that was connected before the product requested reports. */
const SCOPES = ['https://www.googleapis.com/auth/youtube.force-ssl'];
const read = (...ids: string[]) => {
  const credentials = { accessToken: 'a', refreshToken: null, expiresAt: null, scopes: SCOPES };
  return readMetrics(metrics, new MemoryAccess(YOUTUBE_LIMITS, credentials), ids);
};
const readAll = async (...ids: string[]) => {
  const outcome = await read(...ids);
  if (outcome.kind !== 'read') throw new Error(JSON.stringify(outcome));
  return outcome.snapshots;
};
const readFigures = async (statistics: unknown) => {
  api.setAnswers({ [STATISTICS]: { json: { items: [{ id: 'v1', statistics }] } } });
  return summaryOf((await readAll('v1')).get('v1'));
};
const failure = (status: number, reason: string): ScriptedAnswer => ({
  status,
  json: { error: { code: status, message: 'No.', errors: [{ message: 'No.', reason }] } },
});

it('reads the figures again before they end, although figures of up to a tenth of their term end together', () => {
  const { ladder } = metrics.paceOf({});
  const lastDays = (metrics.keepDays ?? 0) * 0.9;
  expect(lastDays).toBe(27);
  // A poll may be some hours late.
  expect(ladder?.every).toBeLessThanOrEqual((lastDays - 1) * DAY_MINUTES);
});
it('reads views, likes and comments, and adds a date to the source of the views', async () => {
  expect(await readFigures(COUNTS)).toEqual({
    likes: [4, 'likeCount'],
    comments: [3, 'commentCount'],
    views: [90, 'viewCount@2026-08-27'],
    shares: 'not-permitted',
  });
  expect(await readFigures({ viewCount: 90, likeCount: 4, commentCount: 3 })).toMatchObject({
    views: [90, 'viewCount@2026-08-27'],
  });
});
it('requests all videos at once, and missing videos again from the channel', async () => {
  const video = (id: string) => ({ id, statistics: COUNTS });
  api.setAnswers({
    [STATISTICS]: { json: { items: [video('v1')] } },
    [OWN]: { json: { items: [video('v2')] } },
  });
  const snapshots = await readAll('v1', 'v2', 'v3');
  expect(summaryOf(snapshots.get('v2'))).toMatchObject({ likes: [4, 'likeCount'] });
  expect(snapshots.get('v3')).toBe('gone');
  expect(api.requests.map(({ query }) => query.get('id'))).toEqual(['v1,v2,v3', 'v2,v3']);
  api.addAnswers({ [OWN]: { json: {} } });
  expect([...(await readAll('v1', 'v2')).keys()]).toEqual(['v1']);
});
it('reports nothing after a response without a list', async () => {
  api.setAnswers({ [STATISTICS]: { json: {} } });
  expect((await readAll('v1')).size).toBe(0);
});
describe('a metric', () => {
  it.each([
    ['likeCount', { likes: 'hidden' }],
    ['commentCount', { comments: 'hidden' }],
    ['viewCount', { views: 'failed' }],
  ])('that is not in the response is missing: %s', async (name, missing) => {
    expect(await readFigures({ ...COUNTS, [name]: undefined })).toMatchObject(missing);
  });
  it.each(INVALID_COUNTS)('with an invalid value is missing: %j', async (likeCount) => {
    expect(await readFigures({ ...COUNTS, likeCount })).toMatchObject({
      likes: 'failed',
      comments: [3, 'commentCount'],
    });
  });
});
it('is kept for 30 days, polled again before that, and not added to sums', () => {
  expect(metrics).toMatchObject({ keepDays: 30, apart: true });
  const { batch, ladder } = metrics.paceOf({});
  expect([batch, ladder?.every]).toEqual([50, 37_440]);
  expect(ladder?.ages).toEqual([
    ...[10, 30, 60, 120, 240, 480, 720, 1440, 2880, 4320, 5760, 7200, 8640, 10_080],
    ...[14_400, 20_160, 30_240, 43_200],
  ]);
});
it.each([
  [403, 'quotaExceeded', { kind: 'postponed', reason: 'rate-limit', scope: 'app' }],
  [403, 'insufficientPermissions', { kind: 'refused', reason: 'reconnect' }],
  [500, 'backendError', { kind: 'refused', reason: 'server', retryable: true }],
])('for %i %s, has the outcome %j', async (status, reason, outcome) => {
  api.setAnswers({ [STATISTICS]: failure(status, reason) });
  expect(await read('v1')).toMatchObject(outcome);
});
