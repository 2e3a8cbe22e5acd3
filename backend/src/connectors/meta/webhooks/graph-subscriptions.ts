import type { Clock } from '#infrastructure/clock.ts';
import type { AccountSubscriptions } from '../../contract/subscription.ts';
import { at, idIn, listOf } from '../../kit/json.ts';
import { AccountCalls } from '../../kit/account-calls.ts';
import type { AsAccount } from '../../kit/as-account.ts';
import type { GraphClient } from '../client/graph-client.ts';
import { PERMITTED } from '../errors/graph-outcomes.ts';

const CALL_MS = 20_000;

/** The subscription of one account: a Page, or an Instagram account with Instagram Login. */
export type GraphSubscription = Readonly<{
  graph: GraphClient;
  token: string;
  /** The id of our application, to find it among other applications that the account has allowed. */
  appId: string;
  /** The node with the edge `subscribed_apps`. */
  node: string;
  /** The webhook field with the comments. */
  field: string;
  place: string;
}>;

/**
 * `/{page}/subscribed_apps` (developers.facebook.com/docs/graph-api/reference/page/subscribed_apps) and the same edge of Instagram
 * Login (docs/instagram-platform/webhooks). The webhook URL belongs to the application and is registered once.
 */
export function graphSubscriptions(
  as: AsAccount<GraphSubscription>,
  clock: Clock,
  appOf: AccountSubscriptions['appOf'],
): AccountSubscriptions {
  const calls = new AccountCalls(as, PERMITTED, clock);
  return {
    missing: null,
    appOf,

    look: (access, _address, signal) =>
      calls.step(access, async ({ graph, token, appId, node, field, place }) => {
        const path = `${node}/subscribed_apps`;
        const { body } = await graph.send({ path, token, request: { signal, timeoutMs: CALL_MS } });
        // An entry without an id counts as our application. A field is an object with a name, or only the name.
        const isSubscribed = listOf(at(body, 'data')).some(
          (app) =>
            (idIn(at(app, 'id')) ?? appId) === appId &&
            listOf(at(app, 'subscribed_fields')).some((one) => (at(one, 'name') ?? one) === field),
        );
        return { kind: isSubscribed ? 'subscribed' : 'missing', place };
      }),

    subscribe: (access, _address, signal) =>
      calls.call(access, async ({ graph, token, node, field }) => {
        const fields = { subscribed_fields: field };
        const request = { signal, timeoutMs: CALL_MS, newConnection: true };
        await graph.send({ path: `${node}/subscribed_apps`, method: 'POST', token, fields, request });
        return { kind: 'done' };
      }),

    end: (access, _address, signal) =>
      as(access, async ({ graph, token, node }) => {
        const request = { signal, timeoutMs: CALL_MS };
        await graph.send({ path: `${node}/subscribed_apps`, method: 'DELETE', token, request });
      }),
  };
}
