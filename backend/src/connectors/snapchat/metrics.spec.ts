import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { SafeHttp } from '#infrastructure/outgoing/safe-http.ts';
import { FixedClock } from '#infrastructure/testing/fixed-clock.ts';
import { testConfiguration } from '#infrastructure/testing/test-configuration.ts';
import { Breaker } from '#infrastructure/outgoing/breaker.ts';
import type { MetricsConnector } from '../contract/metrics.ts';
import { PlatformHttp } from '../kit/platform-http.ts';
import { MemoryAccess } from '../testing/account-access.ts';
import { summaryOf, measuredPost, INVALID_COUNTS } from '../testing/metrics.ts';
import { ScriptedServer } from '../testing/scripted-server.ts';
import { SNAPCHAT_LIMITS } from './limits.ts';
import { snapchatConnector } from './snapchat.connector.ts';

const SPOTLIGHT = 'GET /v1/public_profiles/p1/spotlights/s1/stats';
const SAVED = 'GET /v1/public_profiles/p1/saved_stories/s1/stats';
const PAGE = 'https://www.snapchat.com/spotlight/s1';
const MISSING = { status: 404, json: { request_status: 'ERROR', display_message: 'Not found' } };

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
  const configuration = testConfiguration({ SNAPCHAT_API_URL: api.url });
  const clock = new FixedClock(new Date('2030-01-01T12:00:00Z'));
  metrics = snapchatConnector(new PlatformHttp(http, new Breaker()), clock, configuration).metrics;
});

const read = (permalink: string | null = PAGE) => {
  const tokens = { accessToken: 'a', refreshToken: null, expiresAt: null, scopes: [], profileId: 'p1' };
  const access = new MemoryAccess(SNAPCHAT_LIMITS, tokens);
  return metrics.read(access, [{ ...measuredPost('s1'), permalink }], AbortSignal.timeout(5_000));
};
const readFigures = async (permalink?: string | null) => {
  const outcome = await read(permalink);
  if (outcome.kind !== 'read') throw new Error(JSON.stringify(outcome));
  return summaryOf(outcome.snapshots.get('s1'));
};
const statsReply = (stat: unknown) => ({
  json: { request_status: 'SUCCESS', stats: [{ sub_request_status: 'SUCCESS', stat }] },
});

it('reads the metrics of a Spotlight and of a saved story', async () => {
  const figures = { impressions: [90, 'views'], shares: [2, 'shares'] };
  api.setAnswers({
    [SPOTLIGHT]: statsReply({ views: 90, shares: 2 }),
    [SAVED]: statsReply({ VIEWS: '90', SHARES: 2 }),
  });
  expect(await readFigures()).toEqual(figures);
  expect(await readFigures(null)).toEqual(figures);
  expect(api.calls()).toEqual([SPOTLIGHT, SAVED]);
  expect(metrics.paceOf({})).toEqual({ batch: 1 });
});
it.each([undefined, null, ...INVALID_COUNTS])(
  'reports a metric with the value %j as failed',
  async (views) => {
    api.setAnswers({ [SPOTLIGHT]: statsReply({ views, shares: 2 }) });
    expect(await readFigures()).toEqual({ impressions: 'failed', shares: [2, 'shares'] });
  },
);
it.each([{}, { stats: [] }, { stats: { views: 90 } }])(
  'reports all metrics as failed after the response %j',
  async (extra) => {
    api.setAnswers({ [SPOTLIGHT]: { json: { request_status: 'SUCCESS', ...extra } } });
    expect(await readFigures()).toEqual({ impressions: 'failed', shares: 'failed' });
  },
);
it('reports a missing Spotlight as gone, but not a missing post without a URL', async () => {
  api.setAnswers({ [SPOTLIGHT]: MISSING, [SAVED]: MISSING });
  expect(await readFigures()).toBe('gone');
  expect(await readFigures(null)).toEqual({ impressions: 'not-offered', shares: 'not-offered' });
});
it.each([
  [
    { status: 403, json: { request_status: 'ERROR' } },
    { kind: 'refused', reason: 'not-allowed' },
  ],
  [
    { status: 200, json: { request_status: 'ERROR' } },
    { kind: 'refused', reason: 'rejected' },
  ],
  [
    { status: 429, json: { request_status: 'ERROR' } },
    { kind: 'postponed', reason: 'rate-limit' },
  ],
  [
    { status: 500, json: {} },
    { kind: 'refused', reason: 'server', retryable: true },
  ],
  [
    { status: 404, text: '<html></html>' },
    { kind: 'refused', reason: 'server', retryable: true },
  ],
])('for the response %j, has the outcome %j', async (response, outcome) => {
  api.setAnswers({ [SPOTLIGHT]: response });
  expect(await read()).toMatchObject(outcome);
});
