import type { Exchange } from '../../http/exchange.ts';
import { isObject, textOf } from '../../http/json.ts';
import type { Route } from '../../http/router.ts';
import { APP_TOKEN } from '../../webhooks/subscriptions.ts';
import type { SandboxContext } from '../sandbox-platform.ts';
import { userId } from './ids.ts';
import type { TwitterPeople } from './people.ts';
import { forbidden, invalid, notFound, unauthorized } from './problem.ts';

/** The one webhook that the application has registered. */
const WEBHOOK_ID = '1750000000000000001';
const EVENTS = ['post.reply.create', 'post.mention.create'];

/** The X Activity API. An account creates subscriptions; the application lists and removes them. */
export function subscriptionRoutes(context: SandboxContext, people: TwitterPeople): readonly Route[] {
  const { subscriptions } = context;
  const checkAppToken = (exchange: Exchange): void => {
    if (exchange.bearer() !== APP_TOKEN) throw unauthorized();
  };
  const idOf = (accountId: string, event: string): string => `${accountId}${String(EVENTS.indexOf(event))}`;
  const subscriptionViews = () =>
    subscriptions.on('twitter').map(({ accountId, topic: event }) => ({
      subscription_id: idOf(accountId, event),
      event_type: event,
      filter: { user_id: accountId },
      tag: 'posthorn',
      webhook_id: WEBHOOK_ID,
    }));
  return [
    {
      method: 'GET',
      pattern: '/2/webhooks',
      run: (exchange) => {
        checkAppToken(exchange);
        const url = `${context.appUrl()}/api/webhooks/twitter`;
        exchange.reply(200, { data: [{ id: WEBHOOK_ID, url, valid: true }] });
      },
    },
    {
      method: 'GET',
      pattern: '/2/activity/subscriptions',
      run: (exchange) => {
        checkAppToken(exchange);
        exchange.reply(200, { data: subscriptionViews() });
      },
    },
    {
      method: 'POST',
      pattern: '/2/activity/subscriptions',
      run: async (exchange) => {
        const accountId = userId(people.authenticate(exchange, 'tweet.read'));
        const body = await exchange.json();
        const event = textOf(body?.['event_type']) ?? '';
        if (!EVENTS.includes(event)) throw invalid('event_type', event, 'is not known');
        if (body?.['webhook_id'] !== WEBHOOK_ID)
          throw invalid('webhook_id', body?.['webhook_id'], 'is not known');
        const { filter } = body;
        if (!isObject(filter) || filter['user_id'] !== accountId) throw forbidden('Another user is meant.');
        if (subscriptions.subscriptionOf('twitter', accountId, event))
          throw invalid('event_type', event, 'is subscribed already');
        subscriptions.begin('twitter', accountId, {}, event);
        exchange.reply(200, { data: { subscription: { subscription_id: idOf(accountId, event) } } });
      },
    },
    {
      method: 'DELETE',
      pattern: '/2/activity/subscriptions/:id',
      run: (exchange, { id = '' }) => {
        checkAppToken(exchange);
        const found = subscriptions
          .on('twitter')
          .find(({ accountId, topic }) => idOf(accountId, topic) === id);
        if (!found) throw notFound('this subscription');
        subscriptions.end('twitter', found.accountId, found.topic);
        exchange.reply(200, { data: { deleted: true } });
      },
    },
  ];
}
