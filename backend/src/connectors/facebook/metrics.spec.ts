import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { SafeHttp } from '#infrastructure/outgoing/safe-http.ts';
import { FixedClock } from '#infrastructure/testing/fixed-clock.ts';
import { Breaker } from '#infrastructure/outgoing/breaker.ts';
import type { MetricsConnector } from '../contract/metrics.ts';
import { PlatformHttp } from '../kit/platform-http.ts';
import { MemoryAccess } from '../testing/account-access.ts';
import { readMetrics, summaryOf, INVALID_COUNTS } from '../testing/metrics.ts';
import { ScriptedServer, type ScriptedRequest, type ScriptedReply } from '../testing/scripted-server.ts';
import { FACEBOOK_LIMITS } from './limits.ts';
import { facebookConnector } from './facebook.connector.ts';

const noon = new Date('2030-01-01T12:00:00Z');
const POST = 'GET /v26.0/12_34';
const INSIGHTS = 'GET /v26.0/12_34/insights';
const POSTS = 'GET /v26.0/12/published_posts';
const FIELDS =
  'reactions.limit(0).summary(total_count),comments.filter(stream).limit(0).summary(total_count),shares';
const NAMES = 'post_media_view,post_total_media_view_unique,post_clicks';
const insightValues: Readonly<Record<string, unknown>> = {
  post_media_view: 901,
  post_total_media_view_unique: 640,
  post_clicks: 7,
};
const total = (total_count: unknown) => ({ data: [], summary: { total_count } });
const post = { id: '12_34', reactions: total(12), comments: total(3), shares: { count: 5 } };
const ofPost = { likes: [12, 'reactions'], comments: [3, 'comments'], shares: [5, 'shares'] };
const ofInsights = {
  impressions: [901, 'post_media_view'],
  reach: [640, 'post_total_media_view_unique'],
  clicks: [7, 'post_clicks'],
};
const all = { ...ofPost, ...ofInsights };
const missingInsights = (reason: string) => ({ impressions: reason, reach: reason, clicks: reason });
const fault = (code: number, extra: object = {}, status = 400): ScriptedReply => ({
  status,
  json: { error: { code, message: 'No.', ...extra } },
});
const missing = fault(100, { error_subcode: 33 });

let server: ScriptedServer;
let http: SafeHttp;
let metrics: MetricsConnector;

beforeAll(async () => {
  server = await ScriptedServer.start();
  http = new SafeHttp({ privateHosts: [{ host: 'localhost', port: server.port }] });
});
afterAll(async () => {
  await Promise.all([server.close(), http.onApplicationShutdown()]);
});
beforeEach(() => {
  const keys = { id: 'app', secret: 'secret' };
  const facebook = { keys, apiUrl: server.url, authorizeUrl: '', tokenUrl: '', scopes: [] };
  const apps = { facebook, metaGraphVersion: 'v26.0' };
  metrics = facebookConnector(new PlatformHttp(http, new Breaker()), new FixedClock(noon), apps).metrics;
  server.setAnswers({});
});

/** Refuses the whole request if it contains an unknown metric, as Facebook does. */
const insights =
  (known: Readonly<Record<string, unknown>>) =>
  ({ query }: ScriptedRequest): ScriptedReply => {
    const names = (query.get('metric') ?? '').split(',');
    if (names.some((name) => !(name in known))) return fault(100);
    return { json: { data: names.map((name) => ({ name, values: [{ value: known[name] }] })) } };
  };
const ALL_SCOPES = ['read_insights', 'pages_read_user_content'];
const read = (scopes: readonly string[] = ALL_SCOPES) => {
  const credentials = { accessToken: 'page token', ownerId: '12', scopes: [...scopes] };
  return readMetrics(metrics, new MemoryAccess(FACEBOOK_LIMITS, credentials), ['12_34']);
};
const readFigures = async (scopes?: readonly string[]) => {
  const outcome = await read(scopes);
  if (outcome.kind !== 'read') throw new Error(JSON.stringify(outcome));
  return summaryOf(outcome.snapshots.get('12_34'));
};
const readFiguresOf = (extra: object) => {
  server.setAnswers({ [POST]: { json: { ...post, ...extra } }, [INSIGHTS]: insights(insightValues) });
  return readFigures();
};

it('reads reactions, comments and shares from the post, and other metrics from insights', async () => {
  expect(await readFiguresOf({})).toEqual(all);
  expect(server.calls()).toEqual([POST, INSIGHTS]);
  expect(server.requests[0]?.query.get('fields')).toBe(FIELDS);
  expect(server.requests[1]?.query.get('metric')).toBe(NAMES);
  expect(metrics.paceOf({})).toEqual({ batch: 1 });
});
it('reads 0 shares for a post without the field', async () => {
  expect(await readFiguresOf({ shares: undefined })).toEqual({ ...all, shares: [0, 'shares'] });
});
it.each([null, {}, { count: null }, 5, ...INVALID_COUNTS.map((count) => ({ count }))])(
  'reports shares as failed for the value %j',
  async (shares) => {
    expect(await readFiguresOf({ shares })).toEqual({ ...all, shares: 'failed' });
  },
);
it.each([undefined, null, {}, { data: [] }, ...INVALID_COUNTS.map(total)])(
  'reports reactions or comments as failed for the value %j',
  async (summary) => {
    expect(await readFiguresOf({ reactions: summary })).toEqual({ ...all, likes: 'failed' });
    expect(await readFiguresOf({ comments: summary })).toEqual({ ...all, comments: 'failed' });
  },
);
it('reports the metrics of the post as failed if the response is not a post', async () => {
  server.setAnswers({ [POST]: { json: {} }, [INSIGHTS]: insights(insightValues) });
  expect(await readFigures()).toEqual({
    ...ofInsights,
    likes: 'failed',
    comments: 'failed',
    shares: 'failed',
  });
});
it.each(Object.keys(insightValues))(
  'reports only %s as failed if the insights do not contain it',
  async (name) => {
    server.setAnswers({
      [POST]: { json: post },
      [INSIGHTS]: insights({ ...insightValues, [name]: undefined }),
    });
    const [metric = ''] = Object.entries(all).find(([, [, source]]) => source === name) ?? [];
    expect(await readFigures()).toEqual({ ...all, [metric]: 'failed' });
  },
);
it('reports only the metric as failed that Facebook no longer knows', async () => {
  const { post_clicks: clicks, ...others } = insightValues;
  expect(clicks).toBe(7);
  server.setAnswers({ [POST]: { json: post }, [INSIGHTS]: insights(others) });
  expect(await readFigures()).toEqual({ ...all, clicks: 'failed' });
});
it.each([10, 200, 210, 3])('reports insights as not permitted after error code %d', async (code) => {
  server.setAnswers({ [POST]: { json: post }, [INSIGHTS]: fault(code, {}, 403) });
  expect(await readFigures()).toEqual({ ...ofPost, ...missingInsights('not-permitted') });
});
it('does not request insights without the permission', async () => {
  server.setAnswers({ [POST]: { json: post }, [INSIGHTS]: insights(insightValues) });
  expect(await readFigures(['pages_read_user_content'])).toEqual({
    ...ofPost,
    ...missingInsights('not-permitted'),
  });
  expect(server.calls()).toEqual([POST]);
});
it('requests only shares without the permission for reactions and comments', async () => {
  server.setAnswers({ [POST]: { json: { id: '12_34' } }, [INSIGHTS]: insights(insightValues) });
  const figuresOfPost = { likes: 'not-permitted', comments: 'not-permitted', shares: [0, 'shares'] };
  expect(await readFigures(['read_insights'])).toEqual({ ...figuresOfPost, ...ofInsights });
  expect(server.requests[0]?.query.get('fields')).toBe('shares');
});
it('reads the shares of a post even if Facebook refuses the other fields', async () => {
  server.setAnswers({
    [POST]: ({ query }) =>
      query.get('fields') === 'shares' ? { json: { id: '12_34', shares: { count: 5 } } } : fault(10, {}, 403),
    [INSIGHTS]: insights(insightValues),
  });
  const unknownScopes: string[] = [];
  expect(await readFigures(unknownScopes)).toEqual({
    ...all,
    likes: 'not-permitted',
    comments: 'not-permitted',
  });
});
it('reports a post as gone if it is neither found nor listed', async () => {
  server.setAnswers({ [POST]: missing, [POSTS]: { json: { data: [] } } });
  expect(await readFigures()).toBe('gone');
  expect(server.requestsTo(POSTS)[0]?.query.get('fields')).not.toContain('comments');
});
it('reports nothing about a post that is listed but cannot be read', async () => {
  server.setAnswers({ [POST]: missing, [POSTS]: { json: { data: [{ id: '12_34' }] } } });
  expect(await read()).toEqual({ kind: 'read', snapshots: new Map() });
});
it("is postponed while the Page's rate limit is exceeded", async () => {
  server.setAnswers({ [POST]: fault(32) });
  expect(await read()).toMatchObject({ kind: 'postponed', reason: 'rate-limit', scope: 'account' });
  server.setAnswers({ [POST]: { json: post }, [INSIGHTS]: fault(80001) });
  expect(await read()).toMatchObject({ kind: 'postponed', reason: 'rate-limit' });
});
it.each([fault(2), fault(1, {}, 500), { status: 502, text: '<html>' }])(
  'is refused with the reason server after %j',
  async (response) => {
    server.setAnswers({ [POST]: { json: post }, [INSIGHTS]: response });
    expect(await read()).toMatchObject({ kind: 'refused', reason: 'server', retryable: true });
  },
);
it('needs a new login when the token was revoked', async () => {
  server.setAnswers({ [POST]: fault(190, { error_subcode: 460 }) });
  expect(await read()).toMatchObject({ kind: 'refused', reason: 'reconnect' });
});
