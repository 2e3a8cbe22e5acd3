import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { SafeHttp } from '#infrastructure/outgoing/safe-http.ts';
import { FixedClock } from '#infrastructure/testing/fixed-clock.ts';
import { testConfiguration } from '#infrastructure/testing/test-configuration.ts';
import { Breaker } from '#infrastructure/outgoing/breaker.ts';
import type { MetricsConnector } from '../contract/metrics.ts';
import { LinkCards } from '../kit/link-cards/link-cards.ts';
import { PlatformHttp } from '../kit/platform-http.ts';
import { MemoryAccess } from '../testing/account-access.ts';
import { readMetrics, INVALID_COUNTS } from '../testing/metrics.ts';
import { ScriptedServer, type ScriptedAnswer } from '../testing/scripted-server.ts';
import { LINKEDIN_LIMITS } from './limits.ts';
import { linkedinConnector } from './linkedin.connector.ts';

const clock = new FixedClock(new Date('2030-01-01T12:00:00Z'));
const STATISTICS = 'GET /rest/organizationalEntityShareStatistics';
const ANALYTICS = 'GET /rest/memberCreatorPostAnalytics';
const SHARE = 'urn:li:share:1';
const VIDEO = 'urn:li:ugcPost:2';
const postAt = (urn: string) => `GET /rest/posts/${encodeURIComponent(urn)}`;
const ORGANIZATION = 'urn:li:organization:5';
const MEMBER = 'urn:li:person:ana';
const ALL = ['likes', 'comments', 'shares', 'impressions', 'reach', 'clicks'];
const DENIED = { status: 403, json: { status: 403, code: 'ACCESS_DENIED', message: 'Not enough' } };
const GONE = { status: 404, json: { status: 404, code: 'NOT_FOUND', message: 'Entity is not found' } };
const DAILY = 'Resource level throttle MEMBER DAY limit for calls to this resource is reached.';
const THROTTLED = { status: 429, json: { status: 429, code: 'TOO_MANY_REQUESTS', message: DAILY } };

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
    LINKEDIN_API_URL: `${api.url}/rest`,
    ALLOW_PRIVATE_HOSTS: `localhost:${String(api.port)}`,
  });
  const platformHttp = new PlatformHttp(http, new Breaker());
  metrics = linkedinConnector(platformHttp, clock, configuration, new LinkCards(http)).metrics;
  api.setAnswers({});
});

const read = (author: string, urn: string, scopes = ['r_member_postAnalytics']) => {
  const access = new MemoryAccess(LINKEDIN_LIMITS, {
    accessToken: 'a',
    refreshToken: null,
    expiresAt: null,
    refreshExpiresAt: null,
    scopes,
    author,
  });
  return readMetrics(metrics, access, [urn]);
};
const readPost = async (author: string, urn: string, scopes?: string[]) => {
  const outcome = await read(author, urn, scopes);
  if (outcome.kind !== 'read') throw new Error(JSON.stringify(outcome));
  return outcome.snapshots.get(urn);
};
const allMissing = (reason: string, missingMetrics = ALL) => ({
  values: [],
  missing: expect.arrayContaining(missingMetrics.map((metric) => ({ metric, reason }))),
});

it("keeps figures for a year, and stays within the limits of LinkedIn's first tier", () => {
  expect(metrics.keepDays).toBe(365);
  const paceOf = (author: string) => metrics.paceOf({ accessToken: 'a', author });
  expect(paceOf(ORGANIZATION)).toEqual({ batch: 1, calls: { perDay: 200, scope: 'app', each: 2 } });
  expect(paceOf(MEMBER)).toEqual({
    batch: 1,
    ladder: { ages: [60, 480, 1440, 4320, 10_080, 20_160, 43_200, 129_600] },
    calls: { perDay: 40, scope: 'account', each: 5 },
  });
});

describe('the statistics of an organization', () => {
  const COUNTS = {
    impressionCount: 90,
    uniqueImpressionsCount: 70,
    clickCount: 5,
    likeCount: 4,
    commentCount: 3,
    shareCount: 2,
    engagement: 0.155,
  };
  const statisticsResponse = (
    totalShareStatistics: unknown,
    extra: object = { share: SHARE },
  ): ScriptedAnswer => ({
    json: { elements: [{ organizationalEntity: ORGANIZATION, totalShareStatistics, ...extra }] },
  });
  const readWith = (counts: unknown) => {
    api.setAnswers({ [STATISTICS]: statisticsResponse(counts) });
    return readPost(ORGANIZATION, SHARE);
  };

  it('are returned with the field names of LinkedIn', async () => {
    expect(await readWith(COUNTS)).toEqual({
      values: [
        { metric: 'likes', value: 4, source: 'likeCount' },
        { metric: 'comments', value: 3, source: 'commentCount' },
        { metric: 'shares', value: 2, source: 'shareCount' },
        { metric: 'impressions', value: 90, source: 'impressionCount' },
        { metric: 'reach', value: 70, source: 'uniqueImpressionsCount' },
        { metric: 'clicks', value: 5, source: 'clickCount' },
      ],
      missing: [],
    });
    const [request] = api.requests;
    expect(request?.query.get('shares')).toBe(`List(${SHARE})`);
    expect(request?.query.get('organizationalEntity')).toBe(ORGANIZATION);
  });
  it('of a video are requested by the type of its URN', async () => {
    api.setAnswers({ [STATISTICS]: statisticsResponse(COUNTS, { ugcPost: VIDEO }) });
    expect(await readPost(ORGANIZATION, VIDEO)).toMatchObject({ missing: [] });
    expect(api.requests[0]?.query.get('ugcPosts')).toBe(`List(${VIDEO})`);
  });
  it.each([undefined, null, ...INVALID_COUNTS])(
    'are missing if the response contains %j',
    async (likeCount) => {
      expect(await readWith({ ...COUNTS, likeCount })).toMatchObject({
        values: { length: 5 },
        missing: [{ metric: 'likes', reason: 'failed' }],
      });
    },
  );
  it('are accepted as text too', async () => {
    expect(await readWith({ ...COUNTS, likeCount: '412' })).toMatchObject({
      values: expect.arrayContaining([{ metric: 'likes', value: 412, source: 'likeCount' }]),
    });
  });
  it('are 0 for an existing post that LinkedIn omits', async () => {
    api.setAnswers({ [STATISTICS]: { json: { elements: [] } }, [postAt(SHARE)]: { json: { id: SHARE } } });
    expect(await readPost(ORGANIZATION, SHARE)).toMatchObject({
      values: ALL.map((metric) => ({ metric, value: 0 })),
      missing: [],
    });
    api.addAnswers({ [postAt(SHARE)]: DENIED });
    expect(await readPost(ORGANIZATION, SHARE)).toMatchObject({ missing: [] });
  });
  it('are gone for a deleted post that LinkedIn omits', async () => {
    api.setAnswers({ [STATISTICS]: { json: { elements: [] } }, [postAt(SHARE)]: GONE });
    expect(await readPost(ORGANIZATION, SHARE)).toBe('gone');
  });
  it.each([
    ['about a different post', statisticsResponse(COUNTS, { share: 'urn:li:share:9' })],
    ['about the whole organization', statisticsResponse(COUNTS, {})],
    ['without a list', { json: { message: 'Hi' } }],
  ])('are failed if the response is %s', async (_what, response) => {
    api.setAnswers({ [STATISTICS]: response });
    expect(await readPost(ORGANIZATION, SHARE)).toEqual(allMissing('failed'));
  });
  it('are for administrators only', async () => {
    api.setAnswers({ [STATISTICS]: DENIED });
    expect(await readPost(ORGANIZATION, SHARE)).toEqual(allMissing('not-permitted'));
  });
  it('are not offered for a post that is known only by its activity', async () => {
    expect(await readPost(ORGANIZATION, 'urn:li:activity:3')).toEqual(allMissing('not-offered'));
    expect(api.calls()).toEqual([]);
  });
});

describe('the analytics of a member', () => {
  const countResponses =
    (counts: Readonly<Record<string, unknown>>): ScriptedAnswer =>
    (request) => {
      const count = counts[request.query.get('queryType') ?? ''];
      const metricType = { 'com.linkedin.CreatorPostAnalyticsMetricTypeV1': request.query.get('queryType') };
      return { json: { elements: count === 'none' ? [] : [{ metricType, ...(count as object) }] } };
    };
  const COUNTS = {
    IMPRESSION: { count: 90 },
    MEMBERS_REACHED: { count: 70 },
    REACTION: { count: 4 },
    COMMENT: { value: 3 },
    RESHARE: { count: '2' },
  };
  const readWith = (counts: Readonly<Record<string, unknown>>) => {
    api.setAnswers({ [ANALYTICS]: countResponses(counts) });
    return readPost(MEMBER, SHARE);
  };

  it('need one call for each metric', async () => {
    expect(await readWith(COUNTS)).toEqual({
      values: [
        { metric: 'likes', value: 4, source: 'REACTION' },
        { metric: 'comments', value: 3, source: 'COMMENT' },
        { metric: 'shares', value: 2, source: 'RESHARE' },
        { metric: 'impressions', value: 90, source: 'IMPRESSION' },
        { metric: 'reach', value: 70, source: 'MEMBERS_REACHED' },
      ],
      missing: [{ metric: 'clicks', reason: 'not-offered' }],
    });
    expect(api.requests).toHaveLength(5);
    expect(new Set(api.requests.map(({ query }) => query.get('entity')))).toEqual(
      new Set([`(share:${SHARE})`]),
    );
  });
  it('of a video are requested by the type of its URN', async () => {
    api.setAnswers({ [ANALYTICS]: countResponses(COUNTS) });
    await readPost(MEMBER, VIDEO);
    expect(api.requests[0]?.query.get('entity')).toBe(`(ugc:${VIDEO})`);
  });
  it('are reported as not permitted, not as 0, if the list is empty', async () => {
    const readFigures = await readWith({ ...COUNTS, REACTION: 'none' });
    expect(readFigures).toMatchObject({ values: { length: 4 } });
    expect(readFigures).toMatchObject({
      missing: expect.arrayContaining([{ metric: 'likes', reason: 'not-permitted' }]),
    });
  });
  it.each([undefined, ...INVALID_COUNTS])('are missing if the response contains %j', async (count) => {
    expect(await readWith({ ...COUNTS, REACTION: { count } })).toMatchObject({
      values: { length: 4 },
      missing: expect.arrayContaining([{ metric: 'likes', reason: 'failed' }]),
    });
  });
  it('are not requested without the permission', async () => {
    const notPermitted = allMissing('not-permitted', ALL.slice(0, 5));
    expect(await readPost(MEMBER, SHARE, ['w_member_social'])).toEqual(notPermitted);
    expect(api.calls()).toEqual([]);
    api.setAnswers({ [ANALYTICS]: DENIED });
    expect(await readPost(MEMBER, SHARE)).toEqual(notPermitted);
    expect(api.calls()).toHaveLength(1);
  });
  it('are gone for a post that does not exist', async () => {
    api.setAnswers({ [ANALYTICS]: GONE, [postAt(SHARE)]: GONE });
    expect(await readPost(MEMBER, SHARE)).toBe('gone');
  });
  it.each([['exists', { json: { id: SHARE } }] as const, ['may not be read', DENIED] as const])(
    'are failed if only the figures are missing, for a post that %s',
    async (_what, post) => {
      api.setAnswers({ [ANALYTICS]: GONE, [postAt(SHARE)]: post });
      expect(await readPost(MEMBER, SHARE)).toEqual(allMissing('failed', ALL.slice(0, 5)));
    },
  );
});

it.each([
  [
    THROTTLED,
    { kind: 'postponed', reason: 'rate-limit', scope: 'account', until: '2030-01-02T00:00:00.000Z' },
  ],
  [
    { status: 426, json: { code: 'NONEXISTENT_VERSION' } },
    { kind: 'postponed', reason: 'api-version' },
  ],
  [
    { status: 500, json: { code: 'INTERNAL' } },
    { kind: 'refused', reason: 'server', retryable: true },
  ],
  [
    { status: 401, json: { code: 'REVOKED_ACCESS_TOKEN' } },
    { kind: 'refused', reason: 'reconnect' },
  ],
])('for the response %j, has the outcome %j', async (response, outcome) => {
  api.setAnswers({ [STATISTICS]: response, [ANALYTICS]: response });
  expect(await read(ORGANIZATION, SHARE)).toMatchObject(outcome);
  expect(await read(MEMBER, SHARE)).toMatchObject(outcome);
});
