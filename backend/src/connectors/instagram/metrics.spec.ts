import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { SafeHttp } from '#infrastructure/outgoing/safe-http.ts';
import { FixedClock } from '#infrastructure/testing/fixed-clock.ts';
import { Breaker } from '#infrastructure/outgoing/breaker.ts';
import type { MetricsConnector } from '../contract/metrics.ts';
import { PlatformHttp } from '../kit/platform-http.ts';
import { MemoryAccess } from '../testing/account-access.ts';
import { readMetrics, summaryOf } from '../testing/metrics.ts';
import { ScriptedServer, type ScriptedRequest, type ScriptedReply } from '../testing/scripted-server.ts';
import { INSTAGRAM_LIMITS } from './limits.ts';
import { instagramConnector } from './instagram.connector.ts';

const noon = new Date('2030-01-01T12:00:00Z');
const INSIGHTS = 'GET /v26.0/34/insights';
const MEDIUM = 'GET /v26.0/34';
const MEDIA = 'GET /v26.0/12/media';
const counts: Readonly<Record<string, unknown>> = {
  views: 901,
  reach: 640,
  likes: 12,
  comments: 3,
  shares: 5,
  saved: 2,
};
const all = {
  impressions: [901, 'views'],
  reach: [640, 'reach'],
  likes: [12, 'likes'],
  comments: [3, 'comments'],
  shares: [5, 'shares'],
  saves: [2, 'saved'],
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

beforeAll(async () => {
  server = await ScriptedServer.start();
  http = new SafeHttp({ privateHosts: [{ host: 'localhost', port: server.port }] });
});
afterAll(async () => {
  await Promise.all([server.close(), http.onApplicationShutdown()]);
});
beforeEach(() => {
  const app = { keys: { id: 'app', secret: 'secret' }, authorizeUrl: '', tokenUrl: '', scopes: [] };
  const apps = {
    facebook: { ...app, apiUrl: server.url },
    'instagram-login': { ...app, apiUrl: server.url },
    instagramApiUrl: server.url,
    metaGraphVersion: 'v26.0',
  };
  const media = { create: () => Promise.reject(new Error('This spec creates no media URL.')) };
  const platform = new PlatformHttp(http, new Breaker());
  metrics = instagramConnector(platform, new FixedClock(noon), apps, media).metrics;
  server.setAnswers({});
});

/** Refuses the whole request if it contains an unknown metric, as Instagram does. */
const insights =
  (known: Readonly<Record<string, unknown>>) =>
  ({ query }: ScriptedRequest): ScriptedReply => {
    const names = (query.get('metric') ?? '').split(',');
    if (names.some((name) => !(name in known))) return fault(100);
    return { json: { data: names.map((name) => ({ name, values: [{ value: known[name] }] })) } };
  };

describe.each([
  ['page', 'instagram_manage_insights'],
  ['login', 'instagram_business_manage_insights'],
])('through the route %s', (route, scope) => {
  const read = (scopes: readonly string[]) => {
    const expiresAt = new Date(noon.getTime() + 30 * 86_400_000).toISOString();
    const tokens = { accessToken: 'token', ownerId: '12', expiresAt, scopes: [...scopes], route };
    return readMetrics(metrics, new MemoryAccess(INSTAGRAM_LIMITS, tokens), ['34']);
  };
  const readFigures = async (scopes: readonly string[] = [scope]) => {
    const outcome = await read(scopes);
    if (outcome.kind !== 'read') throw new Error(JSON.stringify(outcome));
    return summaryOf(outcome.snapshots.get('34'));
  };

  it('reads the insights of a post, with views as impressions', async () => {
    server.setAnswers({ [INSIGHTS]: insights(counts) });
    expect(await readFigures()).toEqual(all);
    expect(server.calls()).toEqual([INSIGHTS]);
    expect(server.requests[0]?.query.get('metric')).toBe('views,reach,likes,comments,shares,saved');
    expect(metrics.paceOf({})).toEqual({ batch: 1 });
  });
  it('reports only the metrics as failed that Instagram does not know for the post', async () => {
    const { views, reach, shares } = counts;
    server.setAnswers({
      [INSIGHTS]: insights({ views, reach, shares }),
      [MEDIUM]: { json: { id: '34', media_product_type: 'FEED' } },
    });
    expect(await readFigures()).toEqual({ ...all, likes: 'failed', comments: 'failed', saves: 'failed' });
  });
  it('requests only the metrics that stories have for a story', async () => {
    const { views, reach, shares } = counts;
    server.setAnswers({
      [INSIGHTS]: insights({ views, reach, shares }),
      [MEDIUM]: { json: { id: '34', media_product_type: 'STORY' } },
    });
    const notOffered = { likes: 'not-offered', comments: 'not-offered', saves: 'not-offered' };
    expect(await readFigures()).toEqual({ ...all, ...notOffered });
    expect(server.calls()).toEqual([INSIGHTS, MEDIUM, INSIGHTS]);
    expect(server.requests[1]?.query.get('fields')).toBe('media_product_type');
    expect(server.requests[2]?.query.get('metric')).toBe('views,reach,shares');
  });
  it.each(Object.keys(counts))(
    'reports only %s as failed if the response does not contain it',
    async (name) => {
      server.setAnswers({ [INSIGHTS]: insights({ ...counts, [name]: undefined }) });
      const [metric = ''] = Object.entries(all).find(([, [, source]]) => source === name) ?? [];
      expect(await readFigures()).toEqual({ ...all, [metric]: 'failed' });
    },
  );
  it('reports too-early for a story that few people have seen', async () => {
    const message = '(#10) Not enough viewers for the media to show insights';
    server.setAnswers({ [INSIGHTS]: fault(10, { message }) });
    expect(await readFigures()).toEqual(allMissing('too-early'));
  });
  it.each([10, 200, 3])('reports metrics as not permitted after error code %d', async (code) => {
    server.setAnswers({ [INSIGHTS]: fault(code, {}, 403) });
    expect(await readFigures()).toEqual(allMissing('not-permitted'));
    expect(server.calls()).toHaveLength(1);
  });
  it('sends no request for an account without the permission', async () => {
    expect(await readFigures(['another_permission'])).toEqual(allMissing('not-permitted'));
    expect(server.calls()).toEqual([]);
  });
  it('sends the request for an account whose permissions are unknown', async () => {
    server.setAnswers({ [INSIGHTS]: insights(counts) });
    expect(await readFigures([])).toEqual(all);
  });
  it.each([missing, fault(24, { error_subcode: 2207006 })])(
    'reports a post as gone if it is neither found nor listed',
    async (response) => {
      server.setAnswers({ [INSIGHTS]: response, [MEDIUM]: missing, [MEDIA]: { json: { data: [] } } });
      expect(await readFigures()).toBe('gone');
    },
  );
  it.each([{ [MEDIUM]: missing, [MEDIA]: { json: { data: [{ id: '34' }] } } }, { [MEDIUM]: { json: {} } }])(
    'reports nothing about a post that exists and has no insights',
    async (script) => {
      server.setAnswers({ [INSIGHTS]: missing, ...script });
      expect(await read([scope])).toEqual({ kind: 'read', snapshots: new Map() });
    },
  );
  it("is postponed while the account's rate limit is exceeded", async () => {
    server.setAnswers({ [INSIGHTS]: fault(80002) });
    expect(await read([scope])).toMatchObject({ kind: 'postponed', reason: 'rate-limit', scope: 'account' });
  });
  it.each([fault(2), fault(1, {}, 500), { status: 502, text: '<html>' }])(
    'is refused with the reason server after %j',
    async (response) => {
      server.setAnswers({ [INSIGHTS]: response });
      expect(await read([scope])).toMatchObject({ kind: 'refused', reason: 'server', retryable: true });
    },
  );
  it('needs a new login when the token was revoked', async () => {
    const over = fault(190, { error_subcode: 460 });
    server.setAnswers({ [INSIGHTS]: over, 'GET /refresh_access_token': over });
    expect(await read([scope])).toMatchObject({ kind: 'refused', reason: 'reconnect' });
  });
});
