import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { SafeHttp } from '#infrastructure/outgoing/safe-http.ts';
import { FixedClock } from '#infrastructure/testing/fixed-clock.ts';
import { testConfiguration } from '#infrastructure/testing/test-configuration.ts';
import { Breaker } from '#infrastructure/outgoing/breaker.ts';
import type { MetricsConnector } from '../contract/metrics.ts';
import { PlatformHttp } from '../kit/platform-http.ts';
import { MemoryAccess } from '../testing/account-access.ts';
import { readMetrics, INVALID_COUNTS } from '../testing/metrics.ts';
import { ScriptedServer, type ScriptedReply } from '../testing/scripted-server.ts';
import { TIKTOK_LIMITS } from './limits.ts';
import { tiktokConnector } from './tiktok.connector.ts';

const clock = new FixedClock(new Date('2030-01-01T12:00:00Z'));
const DISPLAY = 'POST /v2/video/query/';
const BUSINESS = 'GET /open_api/v1.3/business/video/list/';
const ID = '7300000000000000001';
const OTHER = '7300000000000000002';
const SHARED = ['likes', 'comments', 'shares', 'views'];
const REACH = { metric: 'reach', reason: 'not-offered' };

let api: ScriptedServer;
let http: SafeHttp;
let metrics: MetricsConnector;

const dataReply = (data: unknown): ScriptedReply => ({
  json: { data, error: { code: 'ok', message: '', log_id: 'l' } },
});
const refusedReply = (status: number, code: string): ScriptedReply => ({
  status,
  json: { data: {}, error: { code, message: 'No.', log_id: 'l' } },
});
const businessReply = (data: unknown): ScriptedReply => ({
  json: { code: 0, message: 'OK', request_id: 'r', data },
});
const businessError = (code: number, message: string): ScriptedReply => ({
  json: { code, message, request_id: 'r', data: {} },
});

beforeAll(async () => {
  api = await ScriptedServer.start();
  http = new SafeHttp({ privateHosts: [{ host: 'localhost', port: api.port }] });
});
afterAll(async () => {
  await Promise.all([api.close(), http.onApplicationShutdown()]);
});
beforeEach(() => {
  const configuration = testConfiguration({
    TIKTOK_API_URL: api.url,
    TIKTOK_TOKEN_URL: `${api.url}/v2/oauth/token/`,
    TIKTOK_BUSINESS_APP_ID: 'app',
    TIKTOK_BUSINESS_SECRET: 'secret',
    TIKTOK_BUSINESS_API_URL: api.url,
  });
  const media = { create: () => Promise.reject(new Error('This spec creates no media URL.')) };
  metrics = tiktokConnector(new PlatformHttp(http, new Breaker()), clock, configuration, media).metrics;
  api.setAnswers({});
});

const tokens = { expiresAt: '2030-01-02T11:00:00.000Z', refreshExpiresAt: null };
const posting = { ...tokens, accessToken: 't1', refreshToken: 'r1', scopes: ['video.publish', 'video.list'] };
const withBusiness = (scopes: readonly string[]) => ({
  ...posting,
  business: { ...tokens, accessToken: 'b1', refreshToken: 'br1', openId: 'business-1', scopes: [...scopes] },
});
const read = (credentials: typeof posting, ...ids: string[]) => {
  return readMetrics(metrics, new MemoryAccess(TIKTOK_LIMITS, credentials), ids);
};
const snapshotsAt = async (credentials: typeof posting, ...ids: string[]) => {
  const outcome = await read(credentials, ...ids);
  if (outcome.kind !== 'read') throw new Error(JSON.stringify(outcome));
  return outcome.snapshots;
};
const NO_FIGURES = [undefined, null, ...INVALID_COUNTS];

it('reads up to twenty posts with one call', () => {
  expect(metrics.paceOf(posting)).toEqual({ batch: 20 });
});

describe('with the Display API', () => {
  const COUNTS = { like_count: 4, comment_count: 3, share_count: 2, view_count: 90 };

  it('returns the field names of the Display API, and no reach', async () => {
    // Some responses contain ids as numbers that are too long for JavaScript.
    const text = `{"data":{"videos":[{"id":${ID},"like_count":4,"comment_count":3,"share_count":2,"view_count":90}]},"error":{"code":"ok"}}`;
    api.setAnswers({ [DISPLAY]: { text } });
    expect((await snapshotsAt(posting, ID)).get(ID)).toEqual({
      values: [
        { metric: 'likes', value: 4, source: 'like_count' },
        { metric: 'comments', value: 3, source: 'comment_count' },
        { metric: 'shares', value: 2, source: 'share_count' },
        { metric: 'views', value: 90, source: 'view_count' },
      ],
      missing: [REACH],
    });
    const [request] = api.requests;
    expect(request?.query.get('fields')).toBe('id,like_count,comment_count,share_count,view_count');
    expect(request?.json()).toEqual({ filters: { video_ids: [ID] } });
  });
  it.each(NO_FIGURES)('reports a metric as missing for the value %j', async (like_count) => {
    api.setAnswers({ [DISPLAY]: dataReply({ videos: [{ id: ID, ...COUNTS, like_count }] }) });
    expect((await snapshotsAt(posting, ID)).get(ID)).toMatchObject({
      values: { length: 3 },
      missing: [{ metric: 'likes', reason: 'failed' }, REACH],
    });
  });
  it('accepts numbers as text', async () => {
    api.setAnswers({ [DISPLAY]: dataReply({ videos: [{ id: ID, ...COUNTS, like_count: '412' }] }) });
    expect((await snapshotsAt(posting, ID)).get(ID)).toMatchObject({
      values: expect.arrayContaining([{ metric: 'likes', value: 412, source: 'like_count' }]),
    });
  });
  it('reports nothing about posts that TikTok omits, and no metrics for posts without a public id', async () => {
    api.setAnswers({ [DISPLAY]: dataReply({ videos: [{ id: ID, ...COUNTS }] }) });
    const snapshots = await snapshotsAt(posting, ID, OTHER, 'v_pub_file~v2-1.73');
    expect(api.requests[0]?.json()).toEqual({ filters: { video_ids: [ID, OTHER] } });
    expect(snapshots.has(OTHER)).toBe(false);
    expect(snapshots.get('v_pub_file~v2-1.73')).toEqual({
      values: [],
      missing: [...SHARED.map((metric) => ({ metric, reason: 'not-offered' })), REACH],
    });
    api.setAnswers({});
    expect((await snapshotsAt(posting, 'v_pub_file~v2-1.73')).size).toBe(1);
    expect(api.calls()).toEqual([]);
  });
  it('reports nothing after a response without a list', async () => {
    api.setAnswers({ [DISPLAY]: dataReply({}) });
    expect((await snapshotsAt(posting, ID)).size).toBe(0);
  });
  it.each(['scope_not_authorized', 'scope_permission_missed'])(
    'reports metrics as not permitted after %s',
    async (code) => {
      api.setAnswers({ [DISPLAY]: refusedReply(401, code) });
      expect((await snapshotsAt(posting, ID)).get(ID)).toEqual({
        values: [],
        missing: [...SHARED.map((metric) => ({ metric, reason: 'not-permitted' })), REACH],
      });
    },
  );
  it.each([
    [refusedReply(429, 'rate_limit_exceeded'), { kind: 'postponed', reason: 'rate-limit' }],
    [refusedReply(500, 'internal_error'), { kind: 'refused', reason: 'server', retryable: true }],
    [refusedReply(400, 'invalid_params'), { kind: 'refused', reason: 'rejected', retryable: false }],
  ])('for the response %j, has the outcome %j', async (response, outcome) => {
    api.setAnswers({ [DISPLAY]: response });
    expect(await read(posting, ID)).toMatchObject(outcome);
  });
});

describe('with the Business API', () => {
  const COUNTS = { likes: 4, comments: 3, shares: 2, video_views: 90, reach: 70 };
  const both = withBusiness(['comment.list', 'video.list']);

  it('returns reach too', async () => {
    api.setAnswers({ [BUSINESS]: businessReply({ videos: [{ item_id: ID, ...COUNTS }], has_more: false }) });
    expect((await snapshotsAt(both, ID)).get(ID)).toEqual({
      values: [
        { metric: 'likes', value: 4, source: 'likes' },
        { metric: 'comments', value: 3, source: 'comments' },
        { metric: 'shares', value: 2, source: 'shares' },
        { metric: 'views', value: 90, source: 'video_views' },
        { metric: 'reach', value: 70, source: 'reach' },
      ],
      missing: [],
    });
    const [request] = api.requests;
    expect(request?.query.get('business_id')).toBe('business-1');
    expect(request?.query.get('filters')).toBe(JSON.stringify({ video_ids: [ID] }));
    expect(request?.query.get('fields')).toContain('video_views');
    expect(request?.headers['access-token']).toBe('b1');
  });
  it.each(NO_FIGURES)('reports a metric as missing for the value %j', async (reach) => {
    api.setAnswers({ [BUSINESS]: businessReply({ videos: [{ item_id: ID, ...COUNTS, reach }] }) });
    expect((await snapshotsAt(both, ID)).get(ID)).toMatchObject({
      values: { length: 4 },
      missing: [{ metric: 'reach', reason: 'failed' }],
    });
  });
  it('reports nothing about posts that are not in the response', async () => {
    api.setAnswers({ [BUSINESS]: businessReply({ videos: [{ item_id: ID, ...COUNTS }], has_more: false }) });
    expect([...(await snapshotsAt(both, ID, OTHER)).keys()]).toEqual([ID]);
  });
  it('is not used if the grant covers only comments or has ended; the Display API is used', async () => {
    api.setAnswers({ [DISPLAY]: dataReply({ videos: [{ id: ID, like_count: 4 }] }) });
    const endedGrant = { ...posting, business: { endedAt: '2029-12-31T12:00:00.000Z' } };
    for (const credentials of [withBusiness(['comment.list']), endedGrant])
      expect((await snapshotsAt(credentials, ID)).get(ID)).toMatchObject({
        values: [{ source: 'like_count' }],
      });
    expect(new Set(api.calls())).toEqual(new Set([DISPLAY]));
  });
  it('is replaced by the Display API if it refuses because a permission is missing', async () => {
    api.setAnswers({
      [BUSINESS]: businessError(40_001, 'No permission to operate: video.list.'),
      [DISPLAY]: dataReply({ videos: [{ id: ID, like_count: 4 }] }),
    });
    expect((await snapshotsAt(both, ID)).get(ID)).toMatchObject({ values: [{ source: 'like_count' }] });
  });
  it.each([
    [businessError(40_100, 'Requests made too frequently.'), { kind: 'postponed', reason: 'rate-limit' }],
    [
      businessError(50_000, 'Internal service error.'),
      { kind: 'refused', reason: 'server', retryable: true },
    ],
    [businessError(40_105, 'Access token is incorrect.'), { kind: 'refused', reason: 'permission-missing' }],
  ])('for the response %j, has the outcome %j', async (response, outcome) => {
    const code = { code: 40_110, message: 'Invalid refresh token', data: {} };
    api.setAnswers({
      [BUSINESS]: response,
      'POST /open_api/v1.3/tt_user/oauth2/refresh_token/': { json: code },
    });
    expect(await read(both, ID)).toMatchObject(outcome);
  });
});
