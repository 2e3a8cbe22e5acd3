import { createHash } from 'node:crypto';
import type Stripe from 'stripe';
import type { Fault } from '../faults/fault-plan.ts';
import { finalCall } from '../faults/final-call.ts';
import type { Exchange } from '../http/exchange.ts';
import type { JsonRecord } from '../http/json.ts';
import { Refusal } from '../http/refusal.ts';
import { findRoute, type Params, type Route } from '../http/router.ts';
import type { SandboxContext } from '../platforms/sandbox-platform.ts';
import type { StripeCall } from './calls/call.ts';
import { customerCalls } from './calls/customers.ts';
import { eventCalls } from './calls/events.ts';
import { intentOpenedBy, paymentCalls } from './calls/payments.ts';
import { portalCalls } from './calls/portal.ts';
import { priceCalls } from './calls/prices.ts';
import { subscriptionCalls } from './calls/subscriptions.ts';
import { GivenParameters, readForm, refuseUnknown } from './form.ts';
import { idOf } from './objects/invoice.ts';
import { badKey, faultWords, otherParameters, refusal } from './stripe-refusal.ts';
import { StripeStore, type FirstAnswer, type Kept, type StripeEntry } from './stripe-store.ts';
import { KeptRefusal } from './time/payment.ts';
import { nextMoment, passMoment } from './time/subscription-life.ts';
import { newId, Transaction } from './transaction.ts';
import { viewOf } from './view.ts';
import { PINNED_VERSION } from './webhooks/render-event.ts';
import { StripeWebhooks } from './webhooks/stripe-webhooks.ts';

const HOST = 'stripe.sandbox.test';
/** The call that a fault strikes when the fault has no `call`. */
const FINAL_CALL = 'POST /v1/subscriptions';
/** Stripe keeps the response to the first request of a key for at least 24 hours (docs.stripe.com/api/idempotent_requests). */
const REPLAY_MS = 24 * 3_600_000;

type StripeRequest = Readonly<{
  call: StripeCall;
  params: Params;
  fields: JsonRecord;
  expand: readonly string[];
  requestId: string;
  key: string | null;
  fingerprint: string;
}>;
type Moment = Readonly<{ at: number; subscription: Stripe.Subscription }>;
type Answer = Readonly<{ status: number; body: unknown; replayOf?: string }>;

/** Stripe is not a platform, but works like one here: subscriptions, invoices and payments, on its own clock. */
export class StripeSandbox {
  readonly name = 'stripe';
  readonly store = new StripeStore();
  readonly webhooks: StripeWebhooks;
  readonly #context: SandboxContext;
  readonly #commit: (entry: StripeEntry) => void;
  readonly #routes: readonly Route[];
  readonly #calls: ReadonlyMap<string, StripeCall>;
  /** A cache for repeated reads. Undefined: something has changed, so the value must be computed again. */
  #cachedMoment: Moment | null | undefined;

  /** @param appUrl the URL of the product; null: the sandbox sends no webhooks */
  constructor(context: SandboxContext, appUrl: string | null) {
    this.#context = context;
    this.#commit = context.journal.channel(this.name, this.store);
    const now = () => this.now;
    this.webhooks = new StripeWebhooks({ store: this.store, commit: this.#commit, now, appUrl });
    const calls = [
      ...customerCalls(() => this.#takeCredit()),
      ...[...priceCalls, ...subscriptionCalls, ...paymentCalls],
      ...portalCalls(context.publicUrl),
      ...eventCalls(
        this.store,
        (event) => this.webhooks.isPending(event),
        () => this.webhooks.endpoints,
      ),
    ];
    this.#calls = new Map(calls.map((call) => [`${call.method} ${call.pattern}`, call]));
    this.#routes = calls.map((call) => ({
      method: call.method,
      pattern: call.pattern,
      run: (exchange, params) => this.#run(exchange, call, params),
    }));
  }

  /** Seconds since 1970 on Stripe's own clock. */
  get now(): number {
    return Math.floor((this.#context.now() + this.store.ahead) / 1000);
  }

  serves(host: string): boolean {
    return host === HOST;
  }

  /** The calls that a fault can name. */
  isCall(name: string): boolean {
    return name === '*' || this.#calls.has(name);
  }

  async answer(exchange: Exchange): Promise<void> {
    const match = findRoute(this.#routes, exchange.method, exchange.url.pathname);
    this.#context.calls.count(this.name, match ? `${match.route.method} ${match.route.pattern}` : 'unknown');
    if (!match)
      throw refusal(404, `Unrecognized request URL (${exchange.method}: ${exchange.url.pathname}).`);
    await match.route.run(exchange, match.params);
  }

  /** Applies all changes that are due now: expiries, renewals, retries and ends. Each change gets the time at which it was due. */
  passTime(): void {
    for (;;) {
      const next =
        this.#cachedMoment === undefined ? (this.#cachedMoment = this.#nextMoment()) : this.#cachedMoment;
      if (next === null || next.at > this.now) return;
      const tx = new Transaction(this.store, next.at);
      passMoment(tx, next.subscription);
      this.#keep(tx);
    }
  }

  /**
   * Applies a change of the control API, or of a person on a page of Stripe. @throws the error of `work`; the changes of a KeptRefusal stay
   */
  change<Result>(work: (tx: Transaction) => Result): Result {
    this.passTime();
    const tx = new Transaction(this.store, this.now);
    try {
      const result = work(tx);
      this.#keep(tx);
      return result;
    } catch (error) {
      if (error instanceof KeptRefusal) this.#keep(tx);
      throw error;
    }
  }

  /** For control calls: changes the clock, the webhooks, the credit, or which customers are declined. */
  applyControl(entry: Exclude<StripeEntry, { type: 'kept' | 'answered' | 'delivered' }>): void {
    this.#commit(entry);
  }

  reset(): void {
    this.#cachedMoment = undefined;
    this.webhooks.reset();
  }

  close(): void {
    this.webhooks.close();
  }

  async #run(exchange: Exchange, call: StripeCall, params: Params): Promise<void> {
    const requestId = newId('req');
    const headers: Record<string, string> = { 'Request-Id': requestId, 'Stripe-Version': PINNED_VERSION };
    let request: StripeRequest | null = null;
    try {
      request = await this.#read(exchange, call, params, requestId);
      if (request.key !== null) headers['Idempotency-Key'] = request.key;
      this.#runWithFaults(exchange, request, headers);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      // A server error of Stripe also counts as the first response of the key.
      if (request && error.status >= 500) this.#remember(request, error.status, error.body);
      throw new Refusal(error.status, error.body, { ...headers, ...error.headers });
    }
  }

  #runWithFaults(
    exchange: Exchange,
    request: StripeRequest,
    headers: Readonly<Record<string, string>>,
  ): void {
    const endpoint = `${request.call.method} ${request.call.pattern}`;
    const call = {
      platform: this.name,
      names: [],
      words: faultWords,
      matches: (fault: Fault) => (fault.call ?? FINAL_CALL) === endpoint || fault.call === '*',
      answer: ({ status, body, replayOf }: Answer) => {
        const replay = { 'Idempotent-Replayed': 'true', 'Original-Request': replayOf };
        exchange.reply(status, body, { ...headers, ...(replayOf !== undefined && replay) });
      },
    };
    finalCall<Answer>(exchange, this.#context.faults, call, () => this.#answer(request));
  }

  async #read(
    exchange: Exchange,
    call: StripeCall,
    params: Params,
    requestId: string,
  ): Promise<StripeRequest> {
    const query = exchange.url.search.slice(1);
    const body = call.method === 'GET' ? '' : await exchange.text();
    const { expand, ...fields } = readForm([query, body].filter((part) => part !== '').join('&'));
    this.#authorize(exchange, call, params, new GivenParameters(fields));
    const version = exchange.header('stripe-version');
    if (version !== null && version !== PINNED_VERSION)
      throw refusal(400, `Invalid Stripe API version: ${version}. The sandbox speaks ${PINNED_VERSION}.`);
    refuseUnknown(fields, call.taken);
    return {
      call,
      params,
      fields,
      requestId,
      expand: Array.isArray(expand) ? expand.filter((path): path is string => typeof path === 'string') : [],
      key: call.method === 'POST' ? exchange.header('idempotency-key') : null,
      fingerprint: createHash('sha256').update(`${exchange.url.pathname} ${query} ${body}`).digest('hex'),
    };
  }

  /** Accepts any test key that does not begin with `sk_test_bad`, and a publishable key for the intent of its client secret. */
  #authorize(exchange: Exchange, { isPublic }: StripeCall, { id }: Params, given: GivenParameters): void {
    const basic = /^Basic (\S+)$/i.exec(exchange.header('authorization') ?? '')?.[1];
    const key =
      exchange.bearer() ??
      (basic === undefined ? given.text('key') : Buffer.from(basic, 'base64').toString().split(':', 1)[0]) ??
      null;
    if (key?.startsWith('sk_test_') === true && !key.startsWith('sk_test_bad')) return;
    if (key?.startsWith('pk_test_') !== true || key.startsWith('pk_test_bad')) throw badKey(key);
    if (!isPublic)
      throw refusal(
        403,
        'This API call cannot be made with a publishable API key. Please use a secret API key.',
        {
          code: 'secret_key_required',
        },
      );
    if (id === undefined) return;
    const intent = intentOpenedBy(new Transaction(this.store, this.now), given.needed('client_secret'));
    if (intent.id !== id)
      throw refusal(404, `No such ${intent.object}: '${id}'`, { code: 'resource_missing' });
  }

  /** Runs synchronously. @throws Refusal */
  #answer(request: StripeRequest): Answer {
    this.passTime();
    const { call, params, fields, expand, requestId, key, fingerprint } = request;
    const first = key === null ? undefined : this.#firstAnswer(key);
    if (first) {
      if (first.fingerprint !== fingerprint) throw otherParameters(first.key);
      return { status: first.status, body: first.body, replayOf: first.requestId };
    }
    const tx = new Transaction(this.store, this.now, { id: requestId, idempotency_key: key });
    try {
      const result = call.run(tx, new GivenParameters(fields), params);
      // The view is built first, so that a response that fails changes nothing.
      const body = viewOf(result, expand, tx);
      this.#keep(tx, this.#asFirst(request, 200, body));
      return { status: 200, body };
    } catch (error) {
      if (!(error instanceof KeptRefusal)) throw error;
      this.#keep(tx, this.#asFirst(request, error.status, error.body));
      return { status: error.status, body: error.body };
    }
  }

  #firstAnswer(key: string): FirstAnswer | undefined {
    const answer = this.store.answer(key);
    return answer && this.#context.now() - answer.at < REPLAY_MS ? answer : undefined;
  }

  #asFirst(
    { key, fingerprint, requestId }: StripeRequest,
    status: number,
    body: unknown,
  ): FirstAnswer | null {
    return key === null ? null : { key, fingerprint, status, body, requestId, at: this.#context.now() };
  }

  #remember(request: StripeRequest, status: number, body: unknown): void {
    const answer = this.#asFirst(request, status, body);
    if (answer) this.#commit({ type: 'answered', answer });
  }

  #keep(tx: Transaction, answer: FirstAnswer | null = null): void {
    const objects: readonly Kept[] = tx.objects;
    if (objects.length === 0 && !answer) return;
    this.#cachedMoment = undefined;
    this.#commit({ type: 'kept', objects, ...(answer && { answer }) });
    this.webhooks.send(tx.events);
  }

  #nextMoment(): Moment | null {
    let next: Moment | null = null;
    for (const subscription of this.store.all('subscription')) {
      const invoice = this.store.get('invoice', idOf(subscription.latest_invoice) ?? '') ?? null;
      const at = nextMoment(subscription, invoice);
      if (at !== null && (next === null || at < next.at)) next = { at, subscription };
    }
    return next;
  }

  #takeCredit(): number {
    const { credit } = this.store;
    if (credit !== 0) this.#commit({ type: 'credit', cents: 0 });
    return credit;
  }
}
