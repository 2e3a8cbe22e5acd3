import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { SafeHttp } from '#infrastructure/outgoing/safe-http.ts';
import { FixedClock } from '#infrastructure/testing/fixed-clock.ts';
import { testConfiguration } from '#infrastructure/testing/test-configuration.ts';
import { Breaker } from '#infrastructure/outgoing/breaker.ts';
import type { MetricsConnector } from '../contract/metrics.ts';
import { PlatformHttp } from '../kit/platform-http.ts';
import { MemoryAccess } from '../testing/account-access.ts';
import { readMetrics, summaryOf, INVALID_COUNTS } from '../testing/metrics.ts';
import { ScriptedServer } from '../testing/scripted-server.ts';
import { PINTEREST } from './limits.ts';
import { pinterestConnector } from './pinterest.connector.ts';

const PIN = 'GET /v5/pins/813744226420795884';
const COUNTS = { pin_click: 7, impression: 90, clickthrough: 5, reaction: 4, comment: 3, save: 2 };
const METRICS = ['likes', 'comments', 'shares', 'impressions', 'clicks'];
const allMissing = (reason: string) => Object.fromEntries(METRICS.map((metric) => [metric, reason]));

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
  const configuration = testConfiguration({ PINTEREST_API_URL: api.url });
  const clock = new FixedClock(new Date('2030-01-01T12:00:00Z'));
  const media = { create: () => Promise.reject(new Error('This spec creates no media URL.')) };
  const platform = new PlatformHttp(http, new Breaker());
  metrics = pinterestConnector(platform, clock, configuration, media).metrics;
});

const read = () => {
  const credentials = { accessToken: 'a', refreshToken: null, expiresAt: null, scopes: [] };
  return readMetrics(metrics, new MemoryAccess(PINTEREST.limits, credentials), ['813744226420795884']);
};
const readFigures = async () => {
  const outcome = await read();
  if (outcome.kind !== 'read') throw new Error(JSON.stringify(outcome));
  return summaryOf(outcome.snapshots.get('813744226420795884'));
};
const readPost = (lifetime_metrics: unknown) => {
  const pin_metrics = { '90d': { impression: 1, save: 1 }, lifetime_metrics };
  api.setAnswers({ [PIN]: { json: { id: '813744226420795884', pin_metrics } } });
  return readFigures();
};

it('reads the lifetime metrics of a pin', async () => {
  expect(await readPost(COUNTS)).toEqual({
    likes: [4, 'reaction'],
    comments: [3, 'comment'],
    shares: [2, 'save'],
    impressions: [90, 'impression'],
    clicks: [5, 'clickthrough'],
  });
  expect(api.requests[0]?.query.get('pin_metrics')).toBe('true');
  expect(metrics.paceOf({})).toEqual({ batch: 1, calls: { perDay: 400, scope: 'app', each: 1 } });
});
it('reports each metric that is not in the response as failed', async () => {
  for (const name of ['reaction', 'comment', 'save', 'impression', 'clickthrough']) {
    const values = Object.values((await readPost({ ...COUNTS, [name]: undefined })) as object);
    expect(values.filter((each) => each === 'failed')).toHaveLength(1);
  }
});
it.each(INVALID_COUNTS)('reports a metric with the value %j as failed', async (save) => {
  expect(await readPost({ ...COUNTS, save })).toMatchObject({ shares: 'failed', likes: [4, 'reaction'] });
});
it('accepts numbers as text', async () => {
  expect(await readPost({ ...COUNTS, save: '412' })).toMatchObject({ shares: [412, 'save'] });
});
it('distinguishes metrics that are not counted yet from unreadable metrics', async () => {
  api.setAnswers({ [PIN]: { json: { id: '813744226420795884', pin_metrics: null } } });
  expect(await readFigures()).toEqual(allMissing('too-early'));
  api.setAnswers({ [PIN]: { json: { id: '813744226420795884' } } });
  expect(await readFigures()).toEqual(allMissing('failed'));
});
it('distinguishes a deleted pin from a pin that the account may not read', async () => {
  api.setAnswers({ [PIN]: { status: 404, json: { code: 50, message: 'Pin not found.' } } });
  expect(await readFigures()).toBe('gone');
  api.setAnswers({ [PIN]: { status: 403, json: { code: 29, message: 'You are not permitted.' } } });
  expect(await readFigures()).toEqual(allMissing('not-permitted'));
});
it.each([
  [429, { code: 8, message: 'Rate limit' }, { kind: 'postponed', reason: 'rate-limit' }],
  [500, { code: 1, message: 'No.' }, { kind: 'refused', reason: 'server', retryable: true }],
  [401, { code: 2, message: 'Authentication failed' }, { kind: 'refused', reason: 'reconnect' }],
])('for a response with %i and %j, has the outcome %j', async (status, json, outcome) => {
  api.setAnswers({ [PIN]: { status, json } });
  expect(await read()).toMatchObject(outcome);
});
it('is refused, with a retry, if a proxy returns its own page', async () => {
  api.setAnswers({ [PIN]: { status: 404, text: '<html></html>' } });
  expect(await read()).toMatchObject({ kind: 'refused', reason: 'server', retryable: true });
});
