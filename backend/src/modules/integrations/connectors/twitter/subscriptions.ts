import type { Clock } from '#infrastructure/clock.ts';
import type { AppName } from '#infrastructure/config/app-names.ts';
import type {
  AccountSubscriptions,
  SubscribeOutcome,
  SubscriptionAccess,
  SubscriptionState,
} from '../contract/subscription.ts';
import { at, idIn, listOf, textOf } from '../json.ts';
import type { TwitterClient } from './client.ts';
import { callOutcome, stepOutcome } from './errors.ts';
import type { TwitterSession } from './session.ts';

const CALL_MS = 20_000;
const SUBSCRIPTIONS = '/2/activity/subscriptions';
/** Pages of a list that holds at most 1,000 each; self-serve applications have 1,500 subscriptions at most. */
const PAGES = 5;
const EVENTS = ['post.reply.create', 'post.mention.create'];

type Subscription = Readonly<{ id: string; event: string; userId: string; webhookId: string | null }>;

/**
 * Subscriptions of the X Activity API (docs.x.com/x-api/activity/introduction): one for each account and kind of event, made as the
 * account. Only the application itself lists and removes them, and it knows the webhook by its address.
 */
export class TwitterSubscriptions implements AccountSubscriptions {
  readonly missing: string | null;
  readonly appOf = (): AppName => 'twitter';

  constructor(
    private readonly client: TwitterClient,
    private readonly as: <Result>(
      access: SubscriptionAccess,
      work: (session: TwitterSession) => Promise<Result>,
    ) => Promise<Result>,
    private readonly clock: Clock,
    /** `bearer`: of the application. `isPaid`: nobody has to pay for what X tells, or somebody has said that they do. */
    private readonly app: Readonly<{ bearer: string | null; isPaid: boolean }>,
  ) {
    if (!app.isPaid) this.missing = 'X charges for each comment that it tells of: set X_DAILY_BUDGET_USD';
    else if (app.bearer === null)
      this.missing = 'set X_BEARER_TOKEN, by which the application lists its subscriptions';
    else this.missing = null;
  }

  async look(access: SubscriptionAccess, address: string, signal: AbortSignal): Promise<SubscriptionState> {
    try {
      const webhookId = await this.#webhook(address, signal);
      if (webhookId === null)
        return { kind: 'not-offered', words: `X knows no webhook with the address ${address}` };
      const userId = await userIdOf(access);
      const left = await this.#lacking({ userId, webhookId }, signal);
      return { kind: left.length === 0 ? 'subscribed' : 'missing', place: `twitter:${userId}` };
    } catch (error) {
      return ofTheApp(stepOutcome(error, this.clock.now()));
    }
  }

  /** What is there already is left alone: X may keep a second one of a kind. */
  async subscribe(
    access: SubscriptionAccess,
    address: string,
    signal: AbortSignal,
  ): Promise<SubscribeOutcome> {
    try {
      const webhookId = await this.#webhook(address, signal);
      if (webhookId === null) return { kind: 'unknown', cause: 'unreadable', words: null };
      const left = await this.#lacking({ userId: await userIdOf(access), webhookId }, signal);
      await this.as(access, async ({ token, userId }) => {
        for (const event of left) {
          const json = {
            event_type: event,
            filter: { user_id: userId },
            tag: 'posthorn',
            webhook_id: webhookId,
          };
          const request = { signal, timeoutMs: CALL_MS, newConnection: true };
          await this.client.send({ token, path: SUBSCRIPTIONS, method: 'POST', json, request });
        }
      });
      return { kind: 'done' };
    } catch (error) {
      return callOutcome(error, this.clock.now());
    }
  }

  async end(access: SubscriptionAccess, address: string, signal: AbortSignal): Promise<void> {
    const webhookId = await this.#webhook(address, signal);
    const userId = await userIdOf(access);
    for (const one of await this.#listed(signal))
      if (one.userId === userId && one.webhookId === webhookId)
        await this.#ask('DELETE', `${SUBSCRIPTIONS}/${encodeURIComponent(one.id)}`, {}, signal);
  }

  /** Kinds of events that the account is not subscribed for. */
  async #lacking(
    { userId, webhookId }: Readonly<{ userId: string; webhookId: string }>,
    signal: AbortSignal,
  ): Promise<readonly string[]> {
    const own = (await this.#listed(signal)).filter(
      (one) => one.userId === userId && one.webhookId === webhookId,
    );
    return EVENTS.filter((event) => !own.some((one) => one.event === event));
  }

  /** Null: the operator has not registered this address. */
  async #webhook(address: string, signal: AbortSignal): Promise<string | null> {
    const { body } = await this.#ask('GET', '/2/webhooks', {}, signal);
    const found = listOf(body['data']).find((webhook) => textOf(at(webhook, 'url')) === address);
    return idIn(at(found, 'id'));
  }

  async #listed(signal: AbortSignal): Promise<readonly Subscription[]> {
    const listed: Subscription[] = [];
    let next: string | null = null;
    for (let page = 0; page < PAGES && (page === 0 || next !== null); page += 1) {
      const query = { max_results: '1000', ...(next !== null && { pagination_token: next }) };
      const { body } = await this.#ask('GET', SUBSCRIPTIONS, query, signal);
      for (const item of listOf(body['data'])) {
        const id = idIn(at(item, 'subscription_id'));
        const userId = idIn(at(item, 'filter', 'user_id'));
        const event = textOf(at(item, 'event_type'));
        const webhookId = idIn(at(item, 'webhook_id'));
        if (id !== null && userId !== null && event !== null) listed.push({ id, event, userId, webhookId });
      }
      next = textOf(at(body, 'meta', 'next_token'));
    }
    return listed;
  }

  #ask(method: 'GET' | 'DELETE', path: string, query: Readonly<Record<string, string>>, signal: AbortSignal) {
    const request = { signal, timeoutMs: CALL_MS };
    return this.client.send({ token: this.app.bearer ?? '', method, path, query, request });
  }
}

const userIdOf = async (access: SubscriptionAccess): Promise<string> =>
  textOf((await access.credentials())['userId']) ?? '';

/** What the application may not do is no fault of the account: no new login of its owner would help. */
const ofTheApp = (outcome: SubscriptionState): SubscriptionState =>
  outcome.kind === 'refused' && outcome.reason === 'reconnect'
    ? { ...outcome, reason: 'permission-missing' }
    : outcome;
