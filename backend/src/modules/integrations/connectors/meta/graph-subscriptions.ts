import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { Clock } from '#infrastructure/clock.ts';
import type { AppName } from '#infrastructure/config/app-names.ts';
import type {
  AccountSubscriptions,
  SubscribeOutcome,
  SubscriptionAccess,
  SubscriptionState,
} from '../contract/subscription.ts';
import { at, idIn, listOf } from '../json.ts';
import { commentOutcomes } from './comments/comment-outcomes.ts';
import type { GraphClient } from './graph-client.ts';
import { GraphError } from './graph-error.ts';
import { callOutcome, stepOutcome } from './graph-outcomes.ts';

const CALL_MS = 20_000;
const { readingOutcome, moderationOutcome } = commentOutcomes({
  told: GraphError,
  step: stepOutcome,
  call: callOutcome,
});

/** What is subscribed for one account: a Page, or an Instagram account by its own login. */
export type GraphSubscription = Readonly<{
  graph: GraphClient;
  token: string;
  /** Of ours, to find it among others that the account has allowed. */
  appId: string;
  /** What has the edge `subscribed_apps`. */
  node: string;
  field: string;
  place: string;
}>;

type AsAccount = <Result>(
  access: SubscriptionAccess,
  work: (subscription: GraphSubscription) => Promise<Result>,
) => Promise<Result>;

/**
 * `/{page}/subscribed_apps` (developers.facebook.com/docs/graph-api/reference/page/subscribed_apps) and the like of Instagram Login
 * (docs/instagram-platform/webhooks). The address itself is the application's, and registered once.
 */
export class GraphSubscriptions implements AccountSubscriptions {
  readonly missing = null;

  constructor(
    private readonly as: AsAccount,
    private readonly clock: Clock,
    readonly appOf: (credentials: JsonObject) => AppName,
  ) {}

  async look(access: SubscriptionAccess, _address: string, signal: AbortSignal): Promise<SubscriptionState> {
    try {
      return await this.as(access, async ({ graph, token, appId, node, field, place }) => {
        const path = `${node}/subscribed_apps`;
        const { body } = await graph.send({ path, token, request: { signal, timeoutMs: CALL_MS } });
        const isThere = listOf(at(body, 'data')).some(
          (app) =>
            (idIn(at(app, 'id')) ?? appId) === appId &&
            listOf(at(app, 'subscribed_fields')).some((one) => (at(one, 'name') ?? one) === field),
        );
        return { kind: isThere ? 'subscribed' : 'missing', place };
      });
    } catch (error) {
      return readingOutcome(error, this.clock.now());
    }
  }

  async subscribe(
    access: SubscriptionAccess,
    _address: string,
    signal: AbortSignal,
  ): Promise<SubscribeOutcome> {
    try {
      return await this.as(access, async ({ graph, token, node, field }) => {
        const fields = { subscribed_fields: field };
        const request = { signal, timeoutMs: CALL_MS, newConnection: true };
        await graph.send({ path: `${node}/subscribed_apps`, method: 'POST', token, fields, request });
        return { kind: 'done' };
      });
    } catch (error) {
      return moderationOutcome(error, this.clock.now());
    }
  }

  async end(access: SubscriptionAccess, _address: string, signal: AbortSignal): Promise<void> {
    await this.as(access, ({ graph, token, node }) => {
      const request = { signal, timeoutMs: CALL_MS };
      return graph.send({ path: `${node}/subscribed_apps`, method: 'DELETE', token, request });
    });
  }
}
