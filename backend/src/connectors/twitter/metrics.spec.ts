import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { SafeHttp } from '#infrastructure/outgoing/safe-http.ts';
import { FixedClock } from '#infrastructure/testing/fixed-clock.ts';
import { testConfiguration } from '#infrastructure/testing/test-configuration.ts';
import { Breaker } from '#infrastructure/outgoing/breaker.ts';
import type { MetricsConnector } from '../contract/metrics.ts';
import { PlatformHttp } from '../kit/platform-http.ts';
import { MemoryAccess } from '../testing/account-access.ts';
import { readMetrics, INVALID_COUNTS } from '../testing/metrics.ts';
import { ScriptedServer } from '../testing/scripted-server.ts';
import { TWITTER } from './limits.ts';
import { twitterConnector } from './twitter.connector.ts';

const POSTS = 'GET /2/tweets';
const clock = new FixedClock(new Date('2030-01-01T12:00:00Z'));
const COUNTS = { retweet_count: 2, reply_count: 3, like_count: 4, quote_count: 1, impression_count: 90 };

let x: ScriptedServer;
let http: SafeHttp;
let metrics: MetricsConnector;

beforeAll(async () => {
  x = await ScriptedServer.start();
  http = new SafeHttp({ privateHosts: [{ host: 'localhost', port: x.port }] });
});
afterAll(async () => {
  await Promise.all([x.close(), http.onApplicationShutdown()]);
});
beforeEach(() => {
  const configuration = testConfiguration({
    X_API_URL: `${x.url}/2`,
    ALLOW_PRIVATE_HOSTS: `localhost:${String(x.port)}`,
  });
  metrics = twitterConnector(new PlatformHttp(http, new Breaker()), clock, configuration).metrics;
});

const read = (...ids: string[]) => {
  const access = new MemoryAccess(TWITTER.limits, {
    accessToken: 'a',
    refreshToken: 'r',
    expiresAt: '2031-01-01T00:00:00.000Z',
    refreshExpiresAt: null,
    scopes: [],
    userId: '1',
    username: 'ana',
  });
  return readMetrics(metrics, access, ids);
};
const readAll = async (...ids: string[]) => {
  const outcome = await read(...ids);
  if (outcome.kind !== 'read') throw new Error(JSON.stringify(outcome));
  return outcome;
};
const readPost = async (public_metrics: unknown) => {
  x.setAnswers({ [POSTS]: { json: { data: [{ id: '5', text: 'Hi', public_metrics }] } } });
  const snapshot = (await readAll('5')).snapshots.get('5');
  if (snapshot === undefined || snapshot === 'gone') throw new Error('There is no snapshot.');
  return snapshot;
};

it('reads the public figures, each with the field names of X as the source', async () => {
  expect(await readPost(COUNTS)).toEqual({
    values: [
      { metric: 'likes', value: 4, source: 'like_count' },
      { metric: 'comments', value: 3, source: 'reply_count' },
      { metric: 'shares', value: 3, source: 'retweet_count + quote_count' },
      { metric: 'quotes', value: 1, source: 'quote_count' },
      { metric: 'impressions', value: 90, source: 'impression_count' },
    ],
    missing: [],
  });
  expect(x.requests[0]?.query.get('tweet.fields')).toBe('public_metrics');
});

it('reads the newer field names if X refuses the older ones', async () => {
  const { retweet_count: repost_count, ...counts } = COUNTS;
  x.setAnswers({
    [POSTS]: ({ query }) =>
      query.has('tweet.fields')
        ? { status: 400, json: { title: 'Invalid Request', detail: 'tweet.fields is not one of' } }
        : { json: { data: [{ id: '5', public_metrics: { ...counts, repost_count } }] } },
  });
  expect((await readAll('5')).snapshots.get('5')).toMatchObject({
    values: expect.arrayContaining([{ metric: 'shares', value: 3, source: 'repost_count + quote_count' }]),
  });
});

describe('a figure', () => {
  const missing = { quote_count: ['shares', 'quotes'], retweet_count: ['shares'], like_count: ['likes'] };
  it.each(Object.entries(missing))('that X omits is missing, not 0: %s', async (name, metrics) => {
    const snapshot = await readPost({ ...COUNTS, [name]: undefined });
    expect(snapshot.missing).toEqual(metrics.map((metric) => ({ metric, reason: 'failed' })));
    expect(snapshot.values).toHaveLength(5 - metrics.length);
  });
  it.each(INVALID_COUNTS)('that is not a number is missing: %j', async (like_count) => {
    expect((await readPost({ ...COUNTS, like_count })).missing).toEqual([
      { metric: 'likes', reason: 'failed' },
    ]);
  });
  it('that is a string of digits is read', async () => {
    expect((await readPost({ ...COUNTS, like_count: '412' })).values).toContainEqual({
      metric: 'likes',
      value: 412,
      source: 'like_count',
    });
  });
  it('in a response without figures is missing, like all others', async () => {
    expect(await readPost(undefined)).toMatchObject({ values: [], missing: { length: 5 } });
  });
});

it('requests all posts at once, and reports deleted posts and the cost', async () => {
  const problem = (name: string, resource_id: string) => ({
    type: `https://api.twitter.com/2/problems/${name}`,
    resource_id,
    value: resource_id,
  });
  x.setAnswers({
    [POSTS]: {
      json: {
        data: [
          { id: '5', public_metrics: COUNTS },
          { id: '9', edit_history_tweet_ids: ['6', '9'], public_metrics: COUNTS },
        ],
        errors: [problem('resource-not-found', '7'), problem('not-authorized-for-resource', '8')],
      },
    },
  });
  const { snapshots, costUsd } = await readAll('5', '6', '7', '8', '10');
  expect(x.requests[0]?.query.get('ids')).toBe('5,6,7,8,10');
  expect([...snapshots.keys()]).toEqual(['5', '6', '7']);
  expect(snapshots.get('7')).toBe('gone');
  expect(costUsd).toBeCloseTo(0.01);
});

it('reads a post only three times, because each read costs money', () => {
  expect(metrics.costUsd).toBe(0.005);
  expect(metrics.paceOf({})).toEqual({ batch: 100, ladder: { ages: [1440, 10_080, 43_200] } });
});

it.each([
  [403, { kind: 'refused', reason: 'not-allowed' }],
  [402, { kind: 'refused', reason: 'credits' }],
  [429, { kind: 'postponed', reason: 'rate-limit' }],
  [503, { kind: 'refused', reason: 'server', retryable: true }],
])('for a response with %i, has the outcome %j', async (status, outcome) => {
  x.setAnswers({ [POSTS]: { status, json: { title: 'No', detail: 'No.', status } } });
  expect(await read('5')).toMatchObject(outcome);
});
