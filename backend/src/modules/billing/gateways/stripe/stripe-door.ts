import { Injectable } from '@nestjs/common';
import type { Stripe } from 'stripe';
import { Configuration } from '#infrastructure/config/configuration.ts';
import type { StripeSettings } from '#infrastructure/config/stripe-settings.ts';
import { Breaker } from '#infrastructure/outgoing/breaker.ts';
import { SafeHttp } from '#infrastructure/outgoing/safe-http.ts';
import type { CustomerState, Fetched } from '../../domain/subscription/observing.ts';
import { httpThrough } from './http-through.ts';
import { idOf, readSubscription, secretOf } from './read-subscription.ts';
import { failureOf } from './stripe-failure.ts';
import { StripeNotConfigured } from './stripe-errors.ts';

const TIMEOUT_MS = 20_000;
/** Shorter than an effect gives its call. What the engine repeats the SDK must not: the failure of a repetition says nothing of the first. */
const ONE_CALL = { timeout: TIMEOUT_MS, maxNetworkRetries: 0 } as const;
/** As many as one page has; the newest are first, and nobody has more that are not over. */
const PAGE = 100;
/** Of what is listed across all customers, so many pages at most. */
const MOST_PAGES = 1000;
const INVOICE = 'latest_invoice';

export type FoundPrice = Readonly<{ id: string; lookupKey: string; amount: number; currency: string }>;

/**
 * Our account at Stripe. What it throws are the SDK's errors: `failureOf` reads them. Reading is safe at any time; `createCustomer` and
 * `createSubscription` belong to the effect of a checkout, and to nothing else.
 */
@Injectable()
export class StripeDoor {
  readonly #breaker = new Breaker();
  #sdk: Promise<Stripe> | null = null;

  constructor(
    private readonly configuration: Configuration,
    private readonly http: SafeHttp,
  ) {}

  /** @throws StripeNotConfigured */
  get settings(): StripeSettings {
    const { stripe } = this.configuration;
    if (!stripe) throw new StripeNotConfigured();
    return stripe;
  }

  /** @throws StripeNotConfigured */
  assertConfigured(): void {
    if (!this.configuration.stripe) throw new StripeNotConfigured();
  }

  /** All subscriptions of a customer, as they are now. */
  async customerState(customerId: string): Promise<CustomerState> {
    try {
      const { data } = await this.#ask((stripe) =>
        stripe.subscriptions.list({
          customer: customerId,
          status: 'all',
          limit: PAGE,
          expand: [`data.${INVOICE}`],
        }),
      );
      const subscriptions: Fetched[] = [];
      for (const each of data) subscriptions.push(readSubscription(each, await this.#firstOpenInvoice(each)));
      return { gone: false, subscriptions };
    } catch (error) {
      if (failureOf(error).kind === 'gone') return { gone: true, subscriptions: [] };
      throw error;
    }
  }

  /** One subscription with the secret that its form is opened by. */
  async withSecret(subscriptionId: string): Promise<Readonly<{ fetched: Fetched; secret: string | null }>> {
    const subscription = await this.#ask((stripe) =>
      stripe.subscriptions.retrieve(subscriptionId, {
        expand: [`${INVOICE}.confirmation_secret`, 'pending_setup_intent'],
      }),
    );
    return { fetched: readSubscription(subscription), secret: secretOf(subscription) };
  }

  /** The prices among these lookup keys that can be subscribed to. */
  async prices(lookupKeys: readonly string[]): Promise<readonly FoundPrice[]> {
    const { data } = await this.#ask((stripe) =>
      stripe.prices.list({ lookup_keys: [...lookupKeys], active: true, limit: PAGE }),
    );
    return data.flatMap(({ id, lookup_key: lookupKey, unit_amount: amount, currency }) =>
      lookupKey === null || amount === null ? [] : [{ id, lookupKey, amount, currency }],
    );
  }

  /** The same key and person: the same customer, for a day at least (docs.stripe.com/api/idempotent_requests). */
  async createCustomer(userId: string, email: string | null, idempotencyKey: string): Promise<string> {
    const customer = await this.#ask((stripe) =>
      stripe.customers.create(
        { metadata: { userId }, ...(email !== null && { email }) },
        { idempotencyKey, ...ONE_CALL },
      ),
    );
    return customer.id;
  }

  /** Where receipts go from now on. Again does no harm. */
  async changeEmail(customerId: string, email: string): Promise<void> {
    await this.#ask((stripe) => stripe.customers.update(customerId, { email }));
  }

  /** Makes a subscription that is paid for in the browser. Its metadata says which checkout made it. */
  async createSubscription(
    of: Readonly<{ userId: string; attemptId: string; customerId: string; priceId: string }>,
  ): Promise<Fetched> {
    const subscription = await this.#ask((stripe) =>
      stripe.subscriptions.create(
        {
          customer: of.customerId,
          items: [{ price: of.priceId }],
          payment_behavior: 'default_incomplete',
          payment_settings: {
            save_default_payment_method: 'on_subscription',
            payment_method_types: ['card'],
          },
          // The default since 2025-09-30.clover, written out so that a later default changes nothing.
          billing_mode: { type: 'flexible' },
          metadata: { userId: of.userId, attemptId: of.attemptId },
          expand: [INVOICE],
        },
        { idempotencyKey: of.attemptId, ...ONE_CALL },
      ),
    );
    return readSubscription(subscription);
  }

  /**
   * Ends a subscription that was never paid. It voids the invoice first: Stripe refuses that when the invoice is paid or a payment is
   * under way, but would cancel a subscription that was paid a moment ago. Repeating it does no harm.
   * @returns false: its invoice is or may still be paid, and nothing was ended
   */
  async endUnpaid({ subscriptionId, latestInvoiceId }: Fetched): Promise<boolean> {
    if (latestInvoiceId !== null && !(await this.#isVoided(latestInvoiceId))) return false;
    try {
      await this.#ask((stripe) => stripe.subscriptions.cancel(subscriptionId));
    } catch (error) {
      // Stripe itself ends a subscription whose first invoice is void.
      if (failureOf(error).kind !== 'gone') throw error;
    }
    return true;
  }

  /**
   * Ends all that the customer pays for, at once, and has Stripe forget who they are (docs.stripe.com/api/customers/delete). Again
   * does no harm.
   */
  async deleteCustomer(customerId: string): Promise<void> {
    try {
      await this.#ask((stripe) => stripe.customers.del(customerId));
    } catch (error) {
      if (failureOf(error).kind !== 'gone') throw error;
    }
  }

  /** Whose customer it is by our own word on it; null: it says nothing, or is gone. */
  async userOfCustomer(customerId: string): Promise<string | null> {
    try {
      const customer = await this.#ask((stripe) => stripe.customers.retrieve(customerId));
      return customer.deleted === true ? null : (customer.metadata['userId'] ?? null);
    } catch (error) {
      if (failureOf(error).kind === 'gone') return null;
      throw error;
    }
  }

  /** Customers with a subscription made since then, whether it is over or not. */
  async customersSince(since: Date): Promise<readonly string[]> {
    const made = await this.#subscriptions({
      status: 'all',
      created: { gte: Math.floor(since.getTime() / 1000) },
    });
    return made.map(({ customer }) => idOf(customer));
  }

  /** Customers with a subscription of our making that is not over. */
  async customersNow(): Promise<readonly string[]> {
    const going = await this.#subscriptions({});
    return going.flatMap(({ customer, metadata }) =>
      metadata['userId'] === undefined ? [] : [idOf(customer)],
    );
  }

  /** Events of the last days that no endpoint of ours has taken. */
  async undelivered(since: Date): Promise<readonly Stripe.Event[]> {
    const created = { gte: Math.floor(since.getTime() / 1000) };
    return this.#allPages((stripe, page) =>
      stripe.events.list({ delivery_success: false, created, ...page }),
    );
  }

  /** A page of Stripe where the customer manages the subscription. @param flow where on it; by default its front */
  async portal(
    customerId: string,
    returnUrl: string,
    flow: Stripe.BillingPortal.SessionCreateParams.FlowData | null,
  ): Promise<string> {
    const { url } = await this.#ask((stripe) =>
      stripe.billingPortal.sessions.create({
        customer: customerId,
        return_url: returnUrl,
        ...(flow && { flow_data: flow }),
      }),
    );
    return url;
  }

  /** The event in a signed body; null: no secret of ours has signed it, or not just now, or it is no snapshot event. */
  async signedEvent(rawBody: Buffer, signature: string, now: Date): Promise<Stripe.Event | null> {
    const { webhookSecrets } = this.settings;
    const { webhooks } = await this.#client();
    for (const secret of webhookSecrets) {
      try {
        return webhooks.constructEvent(rawBody, signature, secret, undefined, undefined, now.getTime());
      } catch {
        // Another secret may have signed it; all of them are tried.
      }
    }
    return null;
  }

  /** For what only the operator asks. */
  operator<Result>(work: (stripe: Stripe) => Promise<Result>): Promise<Result> {
    return this.#ask(work);
  }

  async #isVoided(invoiceId: string): Promise<boolean> {
    try {
      await this.#ask((stripe) => stripe.invoices.voidInvoice(invoiceId));
      return true;
    } catch (error) {
      if (failureOf(error).kind !== 'refused') throw error;
      // Stripe refuses to void one that is void already, too.
      return (await this.#ask((stripe) => stripe.invoices.retrieve(invoiceId))).status === 'void';
    }
  }

  /** The oldest invoice that is not paid; lists begin with the newest. */
  async #firstOpenInvoice({ id, status }: Stripe.Subscription): Promise<Stripe.Invoice | null> {
    if (status !== 'past_due') return null;
    const open = await this.#allPages((stripe, page) =>
      stripe.invoices.list({ subscription: id, status: 'open', ...page }),
    );
    return open.at(-1) ?? null;
  }

  #subscriptions(of: Stripe.SubscriptionListParams): Promise<readonly Stripe.Subscription[]> {
    return this.#allPages((stripe, page) => stripe.subscriptions.list({ ...of, ...page }));
  }

  async #allPages<Item extends Readonly<{ id: string }>>(
    list: (stripe: Stripe, page: Stripe.PaginationParams) => Promise<Stripe.ApiList<Item>>,
  ): Promise<readonly Item[]> {
    const found: Item[] = [];
    let after: string | undefined;
    for (let page = 0; page < MOST_PAGES; page++) {
      const { data, has_more: more } = await this.#ask((stripe) =>
        list(stripe, { limit: PAGE, ...(after !== undefined && { starting_after: after }) }),
      );
      found.push(...data);
      after = data.at(-1)?.id;
      if (!more || after === undefined) break;
    }
    return found;
  }

  async #ask<Result>(work: (stripe: Stripe) => Promise<Result>): Promise<Result> {
    const stripe = await this.#client();
    return this.#breaker.run('Stripe', () => work(stripe), {
      failed: () => false,
      counts: (error) => COUNTED.has(failureOf(error).kind),
    });
  }

  /** Imported on first use: an installation without Stripe need not have it. */
  #client(): Promise<Stripe> {
    return (this.#sdk ??= this.#open());
  }

  async #open(): Promise<Stripe> {
    const { secretKey, apiUrl } = this.settings;
    const { Stripe: Sdk } = await import('stripe');
    const { hostname, port, protocol } = new URL(apiUrl);
    const isPlain = protocol === 'http:';
    return new Sdk(secretKey, {
      host: hostname,
      port: port === '' ? (isPlain ? 80 : 443) : port,
      protocol: isPlain ? 'http' : 'https',
      httpClient: httpThrough(this.http),
      // The same body and key again after a lost connection, so once.
      maxNetworkRetries: 1,
      timeout: TIMEOUT_MS,
      telemetry: false,
    });
  }
}

const COUNTED: ReadonlySet<string> = new Set(['unsent', 'unclear']);
