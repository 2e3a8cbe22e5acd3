import type { Clock } from '#infrastructure/clock.ts';
import type {
  AccountSubscriptions,
  SubscriptionAccess,
  SubscriptionState,
} from '../../contract/subscription.ts';
import type { Refused } from '../../contract/outcome.ts';
import { at, idIn, listOf, textOf } from '../../kit/json.ts';
import { TokenRefused } from '../../kit/oauth/with-token.ts';
import { refused } from '../../kit/outcomes.ts';
import type { AsAccount } from '../../kit/as-account.ts';
import type { TwitterClient } from '../client/client.ts';
import { OUTCOMES } from '../errors.ts';
import type { TwitterSession } from '../tokens.ts';

type Query = Readonly<Record<string, string>>;
type Application = Readonly<{ bearer: string | null; isAffordable: boolean }>;
const CALL_MS = 20_000;
const SUBSCRIPTIONS = '/2/activity/subscriptions';
/** A page contains at most 1,000 subscriptions. Self-serve applications have at most 1,500. */
const PAGES_MAX = 5;
const EVENTS = ['post.reply.create', 'post.mention.create'];

type Subscription = Readonly<{ id: string; event: string; userId: string; webhookId: string | null }>;

/**
 * Subscriptions of the X Activity API (docs.x.com/x-api/activity/introduction): one for each account and kind of event. Posthorn
 * creates a subscription with the account's token, but lists and deletes subscriptions with the application's token. The URL
 * identifies the webhook.
 * @param app `bearer`: the token of the application. `isAffordable`: events of X cost nothing here, or the operator has set a budget for them
 */
export function twitterSubscriptions(
  client: TwitterClient,
  as: AsAccount<TwitterSession>,
  clock: Clock,
  app: Application,
): AccountSubscriptions {
  const ask = (method: 'GET' | 'DELETE', path: string, query: Query, signal: AbortSignal) => {
    const request = { signal, timeoutMs: CALL_MS };
    return client.send({ token: app.bearer ?? '', method, path, query, request });
  };

  const listSubscriptions = async (signal: AbortSignal): Promise<readonly Subscription[]> => {
    const found: Subscription[] = [];
    let next: string | null = null;
    for (let page = 0; page < PAGES_MAX && (page === 0 || next !== null); page += 1) {
      const query = { max_results: '1000', ...(next !== null && { pagination_token: next }) };
      const { body } = await ask('GET', SUBSCRIPTIONS, query, signal);
      for (const item of listOf(body['data'])) {
        const id = idIn(at(item, 'subscription_id'));
        const userId = idIn(at(item, 'filter', 'user_id'));
        const event = textOf(at(item, 'event_type'));
        const webhookId = idIn(at(item, 'webhook_id'));
        if (id !== null && userId !== null && event !== null) found.push({ id, event, userId, webhookId });
      }
      next = textOf(at(body, 'meta', 'next_token'));
    }
    return found;
  };

  /** The kinds of events for which the account has no subscription. */
  const missingEvents = async (userId: string, webhookId: string, signal: AbortSignal) => {
    const own = (await listSubscriptions(signal)).filter(
      (each) => each.userId === userId && each.webhookId === webhookId,
    );
    return EVENTS.filter((event) => !own.some((each) => each.event === event));
  };

  /** The id of the webhook with this URL; null: the operator has not registered this URL. */
  const webhookAt = async (address: string, signal: AbortSignal): Promise<string | null> => {
    const { body } = await ask('GET', '/2/webhooks', {}, signal);
    const found = listOf(body['data']).find((webhook) => textOf(at(webhook, 'url')) === address);
    return idIn(at(found, 'id'));
  };

  return {
    missing: missingConfigurationOf(app),
    appOf: () => 'twitter',

    async look(access, address, signal) {
      try {
        const webhookId = await webhookAt(address, signal);
        if (webhookId === null)
          return { kind: 'not-offered', words: `X knows no webhook with the address ${address}` };
        const userId = await userIdOf(access);
        const eventsToSubscribe = await missingEvents(userId, webhookId, signal);
        return {
          kind: eventsToSubscribe.length === 0 ? 'subscribed' : 'missing',
          place: `twitter:${userId}`,
        };
      } catch (error) {
        return refusedApp(error) ?? asAppFailure(OUTCOMES.stepOutcome(error, clock.now()));
      }
    },

    /** Creates only missing subscriptions: X may store a second subscription of the same kind. */
    async subscribe(access, address, signal) {
      try {
        const webhookId = await webhookAt(address, signal);
        // The effect then calls `look`, which says that X does not know the webhook.
        if (webhookId === null) return { kind: 'unknown', cause: 'unreadable', words: null };
        const eventsToSubscribe = await missingEvents(await userIdOf(access), webhookId, signal);
        await as(access, async ({ token, userId }) => {
          for (const event of eventsToSubscribe) {
            const json = {
              event_type: event,
              filter: { user_id: userId },
              tag: 'posthorn',
              webhook_id: webhookId,
            };
            const request = { signal, timeoutMs: CALL_MS, newConnection: true };
            await client.send({ token, path: SUBSCRIPTIONS, method: 'POST', json, request });
          }
        });
        return { kind: 'done' };
      } catch (error) {
        return refusedApp(error) ?? OUTCOMES.callOutcome(error, clock.now());
      }
    },

    async end(access, address, signal) {
      const webhookId = await webhookAt(address, signal);
      // Without our webhook, no subscription is ours.
      if (webhookId === null) return;
      const userId = await userIdOf(access);
      for (const subscription of await listSubscriptions(signal))
        if (subscription.userId === userId && subscription.webhookId === webhookId)
          await ask('DELETE', `${SUBSCRIPTIONS}/${encodeURIComponent(subscription.id)}`, {}, signal);
    },
  };
}

/** What the operator must configure first; null: nothing. */
function missingConfigurationOf({ bearer, isAffordable }: Application): string | null {
  if (!isAffordable) return 'X charges for each comment that it reports: set X_DAILY_BUDGET_USD';
  return bearer === null ? 'set X_BEARER_TOKEN, with which the application lists its subscriptions' : null;
}

const userIdOf = async (access: SubscriptionAccess): Promise<string> =>
  textOf((await access.credentials())['userId']) ?? '';

/** The outcome if X refuses the application's token. A refused token of the account has become another error. */
const refusedApp = (error: unknown): Refused | null =>
  error instanceof TokenRefused ? refused('permission-missing', error.platformMessage, false) : null;

/** If the application lacks a permission, a new login of the account's owner does not help. */
const asAppFailure = (outcome: SubscriptionState): SubscriptionState =>
  outcome.kind === 'refused' && outcome.reason === 'reconnect'
    ? { ...outcome, reason: 'permission-missing' }
    : outcome;
