import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { SafeHttp } from '#infrastructure/outgoing/safe-http.ts';
import { FixedClock } from '#infrastructure/testing/fixed-clock.ts';
import { testConfiguration } from '#infrastructure/testing/test-configuration.ts';
import { Breaker } from '#infrastructure/outgoing/breaker.ts';
import type { MetricsConnector } from '../contract/metrics.ts';
import { PlatformHttp } from '../kit/platform-http.ts';
import { MemoryAccess } from '../testing/account-access.ts';
import { readMetrics, summaryOf } from '../testing/metrics.ts';
import { ScriptedServer, type ScriptedRequest, type ScriptedReply } from '../testing/scripted-server.ts';
import { THREADS } from './limits.ts';
import { threadsConnector } from './threads.connector.ts';

const noon = new Date('2030-01-01T12:00:00Z');
const INSIGHTS = 'GET /v1.0/34/insights';
const POST = 'GET /v1.0/34';
const POSTS = 'GET /v1.0/me/threads';
const NAMES = 'views,likes,replies,reposts,quotes,shares';
const counts: Readonly<Record<string, unknown>> = {
  views: 901,
  likes: 12,
  replies: 3,
  reposts: 5,
  quotes: 2,
  shares: 4,
};
const all = {
  impressions: [901, 'views'],
  likes: [12, 'likes'],
  comments: [3, 'replies'],
  shares: [11, 'reposts + quotes + shares'],
  quotes: [2, 'quotes'],
};
const allMissing = (reason: string) => Object.fromEntries(Object.keys(all).map((metric) => [metric, reason]));
const fault = (code: number, extra: object = {}, status = 400): ScriptedReply => ({
  status,
  json: { error: { code, message: 'No.', ...extra } },
});
const missing = fault(100, { error_subcode: 33 });

let server: ScriptedServer;
let http: SafeHttp;
let metrics: MetricsConnector;
let access: MemoryAccess;

beforeAll(async () => {
  server = await ScriptedServer.start();
  http = new SafeHttp({ privateHosts: [{ host: 'localhost', port: server.port }] });
});
afterAll(async () => {
  await Promise.all([server.close(), http.onApplicationShutdown()]);
});
const accessWith = (scopes: readonly string[]) =>
  new MemoryAccess(THREADS.limits, {
    accessToken: 'access',
    refreshToken: null,
    refreshExpiresAt: null,
    userId: '12',
    expiresAt: new Date(noon.getTime() + 30 * 86_400_000).toISOString(),
    scopes: [...scopes],
  });
beforeEach(() => {
  const configuration = testConfiguration({ THREADS_GRAPH_URL: server.url });
  const media = { create: () => Promise.reject(new Error('This spec creates no media URL.')) };
  const platform = new PlatformHttp(http, new Breaker());
  metrics = threadsConnector(platform, new FixedClock(noon), configuration, media).metrics;
  access = accessWith(['threads_basic', 'threads_manage_insights']);
  server.setAnswers({});
});

/** Refuses the whole request if it contains an unknown metric, as Threads does. */
const insights =
  (known: Readonly<Record<string, unknown>>) =>
  ({ query }: ScriptedRequest): ScriptedReply => {
    const names = (query.get('metric') ?? '').split(',');
    if (names.some((name) => !(name in known))) return fault(100);
    return { json: { data: names.map((name) => ({ name, values: [{ value: known[name] }] })) } };
  };
const read = () => readMetrics(metrics, access, ['34']);
const readFigures = async () => {
  const outcome = await read();
  if (outcome.kind !== 'read') throw new Error(JSON.stringify(outcome));
  return summaryOf(outcome.snapshots.get('34'));
};

it('reads the insights of a post, and adds reposts and quotes to the shares', async () => {
  server.setAnswers({ [INSIGHTS]: insights(counts) });
  expect(await readFigures()).toEqual(all);
  expect(server.calls()).toEqual([INSIGHTS]);
  expect(server.requests[0]?.query.get('metric')).toBe(NAMES);
  expect(metrics.paceOf({})).toEqual({ batch: 1 });
});
it('reports only the metric as failed that needs a name unknown to Threads', async () => {
  const { reposts, ...others } = counts;
  server.setAnswers({ [INSIGHTS]: insights(others) });
  expect(reposts).toBe(5);
  expect(await readFigures()).toEqual({ ...all, shares: 'failed' });
});
it.each(Object.keys(counts))(
  'reports the metrics as failed that need %s, if the response does not contain it',
  async (name) => {
    server.setAnswers({ [INSIGHTS]: insights({ ...counts, [name]: undefined }) });
    const found = (await readFigures()) as Record<string, unknown>;
    const lacking = Object.entries(all).filter(([, [, source]]) =>
      String(source).split(' + ').includes(name),
    );
    expect(lacking.length).toBeGreaterThan(0);
    for (const [metric] of lacking) expect(found[metric]).toBe('failed');
  },
);
it.each([10, 200, 3])('reports metrics as not permitted after error code %d', async (code) => {
  server.setAnswers({ [INSIGHTS]: fault(code, {}, 403) });
  expect(await readFigures()).toEqual(allMissing('not-permitted'));
  expect(server.calls()).toHaveLength(1);
});
it('sends no request for an account without the permission', async () => {
  access = accessWith(['threads_basic']);
  expect(await readFigures()).toEqual(allMissing('not-permitted'));
  expect(server.calls()).toEqual([]);
});
it('sends the request for an account whose permissions are unknown', async () => {
  access = accessWith([]);
  server.setAnswers({ [INSIGHTS]: insights(counts) });
  expect(await readFigures()).toEqual(all);
});
it('reports a post as gone if it is neither found nor listed', async () => {
  server.setAnswers({ [INSIGHTS]: missing, [POST]: missing, [POSTS]: { json: { data: [] } } });
  expect(await readFigures()).toBe('gone');
});
it.each([
  { [POST]: missing, [POSTS]: { json: { data: [{ id: '34', timestamp: '2030-01-01T11:00:00+0000' }] } } },
  { [POST]: { json: { id: '34' } } },
])('reports nothing about a post that exists and has no insights', async (script) => {
  server.setAnswers({ [INSIGHTS]: missing, ...script });
  expect(await read()).toEqual({ kind: 'read', snapshots: new Map() });
});
it("is postponed while the app's rate limit is exceeded", async () => {
  server.setAnswers({ [INSIGHTS]: fault(4) });
  expect(await read()).toMatchObject({ kind: 'postponed', reason: 'rate-limit', scope: 'app' });
});
it.each([fault(2), fault(1, {}, 500), { status: 502, text: '<html>' }])(
  'is refused with the reason server after %j',
  async (response) => {
    server.setAnswers({ [INSIGHTS]: response });
    expect(await read()).toMatchObject({ kind: 'refused', reason: 'server', retryable: true });
  },
);
it('needs a new login when the token was revoked', async () => {
  const over = fault(190, { error_subcode: 458 }, 401);
  server.setAnswers({ [INSIGHTS]: over, 'GET /refresh_access_token': over });
  expect(await read()).toMatchObject({ kind: 'refused', reason: 'reconnect' });
});
