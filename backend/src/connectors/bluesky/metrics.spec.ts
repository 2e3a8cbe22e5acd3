import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { SafeHttp } from '#infrastructure/outgoing/safe-http.ts';
import { FixedClock } from '#infrastructure/testing/fixed-clock.ts';
import { Breaker } from '#infrastructure/outgoing/breaker.ts';
import type { MetricsConnector } from '../contract/metrics.ts';
import { LinkCards } from '../kit/link-cards/link-cards.ts';
import { PlatformHttp } from '../kit/platform-http.ts';
import { MemoryAccess } from '../testing/account-access.ts';
import { readMetrics, summaryOf, INVALID_COUNTS } from '../testing/metrics.ts';
import { ScriptedServer } from '../testing/scripted-server.ts';
import { blueskyConnector } from './bluesky.connector.ts';
import { BLUESKY_LIMITS } from './limits.ts';

const DID = 'did:plc:ewvi7nxzyoun6zhxrhs64oiz';
const POSTS = 'GET /xrpc/app.bsky.feed.getPosts';
const REFRESH = 'POST /xrpc/com.atproto.server.refreshSession';
const noon = new Date('2030-01-01T12:00:00Z');
const uri = (key: string) => `at://${DID}/app.bsky.feed.post/${key}`;
const [A, B] = [uri('3mkq2a7zzzz22'), uri('3mkq2a7zzzz23')];
const counts = { likeCount: 12, repostCount: 5, quoteCount: 2, replyCount: 3, bookmarkCount: 9 };

let pds: ScriptedServer;
let http: SafeHttp;
let metrics: MetricsConnector;
let access: MemoryAccess;

beforeAll(async () => {
  pds = await ScriptedServer.start();
  http = new SafeHttp({ privateHosts: [{ host: 'localhost', port: pds.port }] });
});
afterAll(async () => {
  await Promise.all([pds.close(), http.onApplicationShutdown()]);
});
beforeEach(() => {
  const configuration = { blueskyServiceUrl: pds.url, plcUrl: pds.url, sandbox: null };
  const platform = new PlatformHttp(http, new Breaker());
  metrics = blueskyConnector(platform, new FixedClock(noon), configuration, new LinkCards(http)).metrics;
  access = new MemoryAccess(BLUESKY_LIMITS, {
    did: DID,
    handle: 'alice.test',
    pds: pds.url,
    appPassword: 'x',
    accessJwt: 'a',
    refreshJwt: 'r',
    obtainedAt: noon.toISOString(),
  });
});

const read = (...uris: string[]) => readMetrics(metrics, access, uris);
const readFigures = async (post: object) => {
  pds.setAnswers({ [POSTS]: { json: { posts: [{ uri: A, ...post }] } } });
  const outcome = await read(A);
  return summaryOf(outcome.kind === 'read' ? outcome.snapshots.get(A) : undefined);
};

it('reads the counts of getPosts, and adds quotes to the shares', async () => {
  expect(await readFigures(counts)).toEqual({
    likes: [12, 'likeCount'],
    comments: [3, 'replyCount'],
    shares: [7, 'repostCount + quoteCount'],
    quotes: [2, 'quoteCount'],
  });
});
it('requests all posts at once, as the account', async () => {
  pds.setAnswers({ [POSTS]: { json: { posts: [] } } });
  await read(A, B);
  expect(pds.calls()).toEqual([POSTS]);
  expect(pds.requests[0]?.query.getAll('uris')).toEqual([A, B]);
  expect(pds.requests[0]?.headers.authorization).toBe('Bearer a');
  expect(metrics.paceOf({})).toEqual({ batch: 25, host: { calls: 3_000, perSeconds: 300 } });
});
it.each([
  ['likeCount', ['likes']],
  ['replyCount', ['comments']],
  ['repostCount', ['shares']],
  ['quoteCount', ['shares', 'quotes']],
])('reports a metric as failed when %s is missing or invalid', async (field, affected) => {
  for (const value of [undefined, null, ...INVALID_COUNTS]) {
    const failed = Object.fromEntries(affected.map((metric) => [metric, 'failed']));
    expect(await readFigures({ ...counts, [field]: value })).toMatchObject(failed);
  }
});
it('reports posts that are not in the response as gone', async () => {
  pds.setAnswers({ [POSTS]: { json: { posts: [{ uri: B, ...counts }] } } });
  expect(await read(A, B)).toMatchObject({ kind: 'read' });
  const outcome = await read(A, B);
  expect(outcome.kind === 'read' && [...outcome.snapshots]).toMatchObject([
    [A, 'gone'],
    [B, { missing: [] }],
  ]);
});
it('reads the other posts if Bluesky refuses one URI', async () => {
  const uris = Array.from({ length: 25 }, (_, index) => uri(`3mkq2a7zzzz${String(index)}`));
  const [bad = ''] = uris.slice(7);
  pds.setAnswers({
    [POSTS]: ({ query }) => {
      const requested = query.getAll('uris');
      return requested.includes(bad)
        ? { status: 400, json: { error: 'InvalidRequest', message: 'Error: uris/7 must be a valid at-uri' } }
        : { json: { posts: requested.map((each) => ({ uri: each, ...counts })) } };
    },
  });
  const outcome = await read(...uris);
  const others = uris.filter((each) => each !== bad);
  expect(outcome.kind === 'read' && [...outcome.snapshots]).toMatchObject(
    others.map((each) => [each, { missing: [] }]),
  );
  expect(pds.requests.length).toBeLessThan(12);
});
it('does not repeat the request after any other refusal', async () => {
  pds.setAnswers({ [POSTS]: { status: 400, json: { error: 'SomethingElse', message: 'no' } } });
  expect(await read(A, B)).toMatchObject({ kind: 'refused', reason: 'rejected' });
  expect(pds.calls()).toEqual([POSTS]);
});
it.each([{}, { posts: null }, { posts: 'none' }, { posts: [{ likeCount: 1 }] }])(
  'reports nothing about any post after %j',
  async (json) => {
    pds.setAnswers({ [POSTS]: { json } });
    expect(await read(A)).toEqual({ kind: 'read', snapshots: new Map() });
  },
);
it('is postponed until the time in the headers', async () => {
  const headers = { 'retry-after': '90' };
  pds.setAnswers({ [POSTS]: { status: 429, headers, json: { error: 'RateLimitExceeded' } } });
  const until = new Date(noon.getTime() + 90_000).toISOString();
  expect(await read(A)).toMatchObject({ kind: 'postponed', reason: 'rate-limit', until });
});
it("reports failures of the user's server as retryable", async () => {
  pds.setAnswers({ [POSTS]: { status: 502, json: { error: 'UpstreamFailure', message: 'no' } } });
  expect(await read(A)).toMatchObject({ kind: 'refused', reason: 'server', retryable: true });
  pds.setAnswers({ [POSTS]: 'drop' });
  expect(await read(A)).toMatchObject({ kind: 'refused', reason: 'network', retryable: true });
});
it('renews a session that has expired', async () => {
  const session = { did: DID, handle: 'alice.test', accessJwt: 'b', refreshJwt: 's' };
  pds.setAnswers({
    [POSTS]: ({ headers }) =>
      headers.authorization === 'Bearer b'
        ? { json: { posts: [{ uri: A, ...counts }] } }
        : { status: 400, json: { error: 'ExpiredToken', message: 'Token has expired' } },
    [REFRESH]: { json: session },
  });
  expect(await read(A)).toMatchObject({ kind: 'read' });
});
it('needs a new login for a closed account', async () => {
  pds.setAnswers({ [POSTS]: { status: 400, json: { error: 'AccountTakedown', message: 'gone' } } });
  expect(await read(A)).toMatchObject({ kind: 'refused', reason: 'reconnect' });
});
