import { createHmac, randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { KeptEvent, StripeEntry, StripeStore } from '../stripe-store.ts';
import { renderEvent } from './render-event.ts';

/** The secret that signs webhooks to the product's endpoint. The product's configuration for the sandbox has the same value. */
const WEBHOOK_SECRET = 'whsec_posthorn_sandbox';

const RESPONSE_MS = 20_000;
/**
 * Seconds of the system clock between attempts. After the last attempt, the next `advance` or change of the mode sends the events again.
 */
const RETRY_SECONDS = [2, 10, 60];
/** Stripe retries for three days. */
const RETRIED_SECONDS = 3 * 86_400;
/** The event types that the product's endpoint subscribes to. */
const SUBSCRIBED_TYPES = [
  ...['customer.subscription.created', 'customer.subscription.updated', 'customer.subscription.deleted'],
  ...['invoice.paid', 'invoice.payment_failed', 'invoice.payment_action_required'],
  ...['invoice.finalization_failed', 'payment_intent.payment_failed', 'setup_intent.succeeded'],
  ...['customer.deleted', 'charge.refunded', 'charge.dispute.created'],
];

type Options = Readonly<{
  store: StripeStore;
  commit: (entry: StripeEntry) => void;
  /** Seconds since 1970 on Stripe's own clock. */
  now: () => number;
  /** Null: there is no product that receives events. */
  appUrl: string | null;
}>;

/** Sends signed events to the product's endpoint, and retries events that the endpoint does not accept. Callers do not wait for this. */
export class StripeWebhooks {
  readonly #options: Options;
  readonly #end = new AbortController();
  readonly #queued = new Set<string>();
  #waiting: KeptEvent[] = [];
  #lastDelivery: Promise<void> = Promise.resolve();

  constructor(options: Options) {
    this.#options = options;
  }

  /** Whether the endpoint has not accepted the event yet. */
  isPending(event: KeptEvent): boolean {
    return isSubscribed(event) && !this.#options.store.isReceived(event.id);
  }

  /** The endpoints that Stripe lists; empty when there is no product. */
  get endpoints(): readonly object[] {
    const { appUrl } = this.#options;
    if (appUrl === null) return [];
    return [
      {
        id: 'we_sandbox',
        object: 'webhook_endpoint',
        api_version: null,
        application: null,
        created: 0,
        description: null,
        enabled_events: SUBSCRIBED_TYPES,
        livemode: false,
        metadata: {},
        status: 'enabled',
        url: `${appUrl}/api/stripe/webhook`,
      },
    ];
  }

  send(events: readonly KeptEvent[]): void {
    const { store, appUrl } = this.#options;
    const { mode, delaySeconds } = store.sending;
    if (appUrl === null || mode === 'off') return;
    const isFirst = this.#waiting.length === 0;
    const fresh = events.filter((event) => isSubscribed(event) && !this.#queued.has(event.id));
    for (const { id } of fresh) this.#queued.add(id);
    this.#waiting.push(...fresh);
    if (!isFirst || this.#waiting.length === 0) return;
    this.#enqueue(async () => {
      if (delaySeconds > 0)
        await pause(delaySeconds * 1000, undefined, { ref: false, signal: this.#end.signal });
      const batch = this.#waiting;
      this.#waiting = [];
      await this.#send(batch, 0);
    });
  }

  /** Sends again all events of the last three days that were not accepted. */
  sendPending(): void {
    const since = this.#options.now() - RETRIED_SECONDS;
    this.send(
      this.#options.store.all('event').filter((each) => each.created >= since && this.isPending(each)),
    );
  }

  /** Sends exactly these events in this order, in any mode. Returns the status of each response; null: no response. */
  async deliver(
    events: readonly KeptEvent[],
    apiVersion: string | null,
  ): Promise<readonly (number | null)[]> {
    const statuses: (number | null)[] = [];
    for (const event of events) statuses.push(await this.#deliver(event, apiVersion));
    return statuses;
  }

  reset(): void {
    this.#waiting = [];
    this.#queued.clear();
  }

  close(): void {
    this.#end.abort();
  }

  #isClosed(): boolean {
    return this.#end.signal.aborted;
  }

  #enqueue(work: () => Promise<void>): void {
    // When the sandbox ends, this work is interrupted. The next start sends the events that were not accepted.
    this.#lastDelivery = this.#lastDelivery.then(work).catch(() => undefined);
  }

  async #send(batch: readonly KeptEvent[], tried: number): Promise<void> {
    const { mode, apiVersion } = this.#options.store.sending;
    if (mode === 'off') {
      for (const { id } of batch) this.#queued.delete(id);
      return;
    }
    const failed: KeptEvent[] = [];
    for (const event of mode === 'shuffle' ? shuffled(batch) : batch) {
      const status = await this.#deliver(event, apiVersion);
      if (mode === 'twice') await this.#deliver(event, apiVersion);
      this.#queued.delete(event.id);
      if (status !== 200) failed.push(event);
    }
    const wait = RETRY_SECONDS[tried];
    if (failed.length === 0 || wait === undefined) return;
    void pause(wait * 1000, undefined, { ref: false, signal: this.#end.signal }).then(
      () => {
        this.#enqueue(() =>
          this.#send(
            failed.filter((event) => this.isPending(event)),
            tried + 1,
          ),
        );
      },
      () => undefined,
    );
  }

  async #deliver(event: KeptEvent, apiVersion: string | null): Promise<number | null> {
    const { appUrl, now, commit } = this.#options;
    if (appUrl === null || this.#isClosed()) return null;
    const body = JSON.stringify(renderEvent(event, { apiVersion, pending: 1 }));
    const signal = AbortSignal.any([this.#end.signal, AbortSignal.timeout(RESPONSE_MS)]);
    // The receiver compares this time with the system clock, however far Stripe's clock is ahead.
    const at = String(Math.floor(Date.now() / 1000));
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'stripe-signature': signatureOf(body, at),
    };
    const status = await fetch(`${appUrl}/api/stripe/webhook`, {
      method: 'POST',
      headers,
      body,
      signal,
    }).then(
      (answer) => answer.status,
      () => null,
    );
    if (this.#isClosed()) return status;
    const delivery = { eventId: event.id, type: event.type, status };
    commit({ type: 'delivered', delivery: { ...delivery, at: new Date(now() * 1000).toISOString() } });
    return status;
  }
}

/** The signature of docs.stripe.com/webhooks#verify-manually. */
const signatureOf = (body: string, at: string): string =>
  `t=${at},v1=${createHmac('sha256', WEBHOOK_SECRET).update(`${at}.${body}`).digest('hex')}`;

const isSubscribed = ({ type }: KeptEvent): boolean => SUBSCRIBED_TYPES.includes(type);

function shuffled<Item>(items: readonly Item[]): readonly Item[] {
  const remaining = [...items];
  return items.map(() => remaining.splice(randomInt(remaining.length), 1)).flat();
}
