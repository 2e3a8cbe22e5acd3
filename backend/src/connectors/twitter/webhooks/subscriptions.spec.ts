import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { SafeHttp } from '#infrastructure/outgoing/safe-http.ts';
import { FixedClock } from '#infrastructure/testing/fixed-clock.ts';
import { testConfiguration } from '#infrastructure/testing/test-configuration.ts';
import { Breaker } from '#infrastructure/outgoing/breaker.ts';
import { PlatformHttp } from '../../kit/platform-http.ts';
import { MemoryAccess } from '../../testing/account-access.ts';
import { ScriptedServer } from '../../testing/scripted-server.ts';
import { TWITTER } from '../limits.ts';
import { twitterConnector } from '../twitter.connector.ts';

const CALLBACK = 'https://posts.example/api/webhooks/twitter';
const subscription = {
  subscription_id: 's1',
  event_type: 'post.reply.create',
  filter: { user_id: '1' },
};

let x: ScriptedServer;
let http: SafeHttp;
beforeAll(async () => {
  x = await ScriptedServer.start();
  http = new SafeHttp({ privateHosts: [{ host: 'localhost', port: x.port }] });
});
afterAll(async () => {
  await Promise.all([x.close(), http.onApplicationShutdown()]);
});

it.each([
  ['keeps subscriptions without a webhook if X does not know our webhook', [], undefined, []],
  [
    'ends the subscription of our webhook',
    [{ id: 'w1', url: CALLBACK }],
    'w1',
    ['DELETE /2/activity/subscriptions/s1'],
  ],
])('%s', async (_title, webhooks, webhookId, deletions) => {
  const configuration = testConfiguration({ X_API_URL: `${x.url}/2`, X_BEARER_TOKEN: 'b' });
  const { subscriptions } = twitterConnector(
    new PlatformHttp(http, new Breaker()),
    new FixedClock(new Date('2030-01-01T12:00:00Z')),
    configuration,
  );
  x.setAnswers({
    'GET /2/webhooks': { json: { data: webhooks } },
    'GET /2/activity/subscriptions': { json: { data: [{ ...subscription, webhook_id: webhookId }] } },
    'DELETE /2/activity/subscriptions/s1': { json: {} },
  });
  const access = new MemoryAccess(TWITTER.limits, {
    accessToken: 'a',
    scopes: [],
    userId: '1',
    username: 'ana',
  });
  await subscriptions.end(access, CALLBACK, AbortSignal.timeout(5_000));
  expect(x.requests.map(({ call }) => call).filter((call) => call.startsWith('DELETE'))).toEqual(deletions);
});

it.each(['look', 'subscribe'] as const)(
  'reports that X refuses the token of the application (%s), and keeps the account connected',
  async (step) => {
    const configuration = testConfiguration({ X_API_URL: `${x.url}/2`, X_BEARER_TOKEN: 'b' });
    const clock = new FixedClock(new Date('2030-01-01T12:00:00Z'));
    const { subscriptions } = twitterConnector(new PlatformHttp(http, new Breaker()), clock, configuration);
    const json = { title: 'Unauthorized', detail: 'Unauthorized', status: 401 };
    x.setAnswers({ 'GET /2/webhooks': { status: 401, json } });
    const credentials = { accessToken: 'a', scopes: [], userId: '1', username: 'ana' };
    const access = new MemoryAccess(TWITTER.limits, credentials);
    expect(await subscriptions[step](access, CALLBACK, AbortSignal.timeout(5_000))).toEqual({
      kind: 'refused',
      reason: 'permission-missing',
      words: 'Unauthorized',
      retryable: false,
    });
  },
);
