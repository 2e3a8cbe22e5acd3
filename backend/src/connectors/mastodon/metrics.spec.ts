import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { SafeHttp } from '#infrastructure/outgoing/safe-http.ts';
import { FixedClock } from '#infrastructure/testing/fixed-clock.ts';
import { Breaker } from '#infrastructure/outgoing/breaker.ts';
import type { MetricsConnector } from '../contract/metrics.ts';
import { PlatformHttp } from '../kit/platform-http.ts';
import { MemoryAccess } from '../testing/account-access.ts';
import { readMetrics, summaryOf, measuredPost, INVALID_COUNTS } from '../testing/metrics.ts';
import { ScriptedServer } from '../testing/scripted-server.ts';
import { MASTODON_LIMITS } from './limits.ts';
import { mastodonConnector } from './mastodon.connector.ts';

const LIST = 'GET /api/v1/statuses';
const POST_A = 'GET /api/v1/statuses/a';
const POST_B = 'GET /api/v1/statuses/b';
const noon = new Date('2030-01-01T12:00:00Z');
const counts = { favourites_count: 12, reblogs_count: 5, replies_count: 3, quotes_count: 2 };
const gone = { status: 404, json: { error: 'Record not found' } };

let instance: ScriptedServer;
let http: SafeHttp;
let metrics: MetricsConnector;
let access: MemoryAccess;

beforeAll(async () => {
  instance = await ScriptedServer.start();
  http = new SafeHttp({ privateHosts: [{ host: 'localhost', port: instance.port }] });
});
afterAll(async () => {
  await Promise.all([instance.close(), http.onApplicationShutdown()]);
});
beforeEach(() => {
  metrics = mastodonConnector(new PlatformHttp(http, new Breaker()), new FixedClock(noon)).metrics;
  access = new MemoryAccess(MASTODON_LIMITS, { server: instance.url, token: 't', accountId: '1' });
});

const read = (...ids: string[]) => readMetrics(metrics, access, ids);
const snapshots = async (...ids: string[]) => {
  const outcome = await read(...ids);
  if (outcome.kind !== 'read') throw new Error(JSON.stringify(outcome));
  return Object.fromEntries([...outcome.snapshots].map(([id, snapshot]) => [id, summaryOf(snapshot)]));
};
const readFigures = async (status: object) => {
  instance.setAnswers({ [LIST]: { json: [{ id: 'a', ...status }] } });
  return (await snapshots('a'))['a'];
};
const all = {
  likes: [12, 'favourites_count'],
  comments: [3, 'replies_count'],
  shares: [7, 'reblogs_count + quotes_count'],
  quotes: [2, 'quotes_count'],
};

it('reads the counts of an instance, and adds quotes to the shares', async () => {
  expect(await readFigures(counts)).toEqual(all);
  expect(instance.calls()).toEqual([LIST]);
  expect(instance.requests[0]?.query.getAll('id[]')).toEqual(['a']);
  expect(metrics.paceOf({})).toEqual({ batch: 20 });
});
it('reads only boosts from an instance before 4.5, which does not count quotes', async () => {
  const boosts = { ...all, shares: [5, 'reblogs_count'], quotes: 'not-offered' };
  expect(await readFigures({ ...counts, quotes_count: undefined })).toEqual(boosts);
  expect(await readFigures({ ...counts, quotes_count: null })).toEqual(boosts);
});
it.each([
  ['favourites_count', ['likes']],
  ['replies_count', ['comments']],
  ['reblogs_count', ['shares']],
])('reports a metric as failed when %s is missing or invalid', async (field, affected) => {
  const failed = Object.fromEntries(affected.map((metric) => [metric, 'failed']));
  for (const value of [undefined, null, ...INVALID_COUNTS])
    expect(await readFigures({ ...counts, [field]: value })).toMatchObject(failed);
});
it.each(INVALID_COUNTS)('reports quotes and shares as failed when the quotes are %j', async (value) => {
  expect(await readFigures({ ...counts, quotes_count: value })).toMatchObject({
    shares: 'failed',
    quotes: 'failed',
  });
});
it.each([400, 404, 405, 422, 501])(
  'requests posts one by one if the instance returns %d for a list',
  async (status) => {
    instance.setAnswers({
      [LIST]: { status, json: { error: 'no' } },
      [POST_A]: { json: { id: 'a', ...counts } },
      [POST_B]: gone,
    });
    expect(await snapshots('a', 'b')).toEqual({ a: all, b: 'gone' });
  },
);
it('reads a post that is not in the list separately before it reports the post as gone', async () => {
  instance.setAnswers({ [LIST]: { json: [] }, [POST_A]: { json: { id: 'a', ...counts } }, [POST_B]: gone });
  expect(await snapshots('a', 'b')).toEqual({ a: all, b: 'gone' });
});
it.each([{ status: 410, json: { error: 'Gone' } }, gone])(
  'reports a post as gone after %j',
  async (response) => {
    instance.setAnswers({ [LIST]: { json: [] }, [POST_A]: response });
    expect(await snapshots('a')).toEqual({ a: 'gone' });
  },
);
it.each([{ json: { id: 'z', ...counts } }, { json: 'what' }, { json: null }, { text: '' }])(
  'reports nothing about a post after %j',
  async (response) => {
    instance.setAnswers({ [LIST]: { json: [] }, [POST_A]: response });
    expect(await snapshots('a')).toEqual({});
  },
);
it('reports the posts that it has read when it is aborted', async () => {
  const abort = new AbortController();
  instance.setAnswers({
    [LIST]: { status: 404, json: { error: 'no' } },
    [POST_A]: { json: { id: 'a', ...counts } },
    [POST_B]: () => {
      abort.abort();
      return new Promise(() => {});
    },
  });
  const outcome = await metrics.read(access, ['a', 'b'].map(measuredPost), abort.signal);
  expect(outcome.kind === 'read' && [...outcome.snapshots.keys()]).toEqual(['a']);
});
it('is refused when it is aborted before it has read a post', async () => {
  const abort = new AbortController();
  instance.setAnswers({
    [LIST]: () => {
      abort.abort();
      return new Promise(() => {});
    },
  });
  const outcome = await metrics.read(access, ['a', 'b'].map(measuredPost), abort.signal);
  expect(outcome).toMatchObject({ kind: 'refused', reason: 'network', retryable: true });
});
it('is refused with the reason server if a proxy returns its own page', async () => {
  instance.setAnswers({ [LIST]: { json: [] }, [POST_A]: { status: 404, text: '<html>no</html>' } });
  expect(await read('a')).toMatchObject({ kind: 'refused', reason: 'server', retryable: true });
});
it.each([
  'This action is outside the authorized scopes',
  'Insufficient permissions: read:statuses.',
  'Forbidden: token has insufficient scope permission',
])('reports all metrics as not permitted after the message %s', async (error) => {
  instance.setAnswers({ [LIST]: { status: 403, json: { error } } });
  const none = Object.fromEntries(Object.keys(all).map((metric) => [metric, 'not-permitted']));
  expect(await snapshots('a', 'b')).toEqual({ a: none, b: none });
});
it('distinguishes a closed account from a missing permission', async () => {
  instance.setAnswers({ [LIST]: { status: 403, json: { error: 'Your login is currently disabled' } } });
  expect(await read('a', 'b')).toMatchObject({ kind: 'refused', reason: 'reconnect' });
});
it('is postponed until the reset time of the instance', async () => {
  const headers = { 'x-ratelimit-reset': '2030-01-01T12:04:00.000Z', date: noon.toUTCString() };
  instance.setAnswers({ [LIST]: { status: 429, headers, json: { error: 'Throttled' } } });
  const until = '2030-01-01T12:04:00.000Z';
  expect(await read('a')).toMatchObject({ kind: 'postponed', reason: 'rate-limit', until });
});
it('needs a new login when the token was revoked', async () => {
  instance.setAnswers({ [LIST]: { status: 401, json: { error: 'The access token was revoked' } } });
  expect(await read('a')).toMatchObject({ kind: 'refused', reason: 'reconnect' });
});
