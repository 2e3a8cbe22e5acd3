import { Injectable } from '@nestjs/common';
import type { Stripe } from 'stripe';
import { Configuration } from '#infrastructure/config/configuration.ts';
import type { StripeSettings } from '#infrastructure/config/stripe-settings.ts';
import { Breaker } from '#infrastructure/outgoing/breaker.ts';
import { SafeHttp } from '#infrastructure/outgoing/safe-http.ts';
import type { CustomerState, FetchedSubscription } from '../../domain/subscription/observing.ts';
import { callWithoutStack } from './call-without-stack.ts';
import { stripeHttpClient } from './stripe-http-client.ts';
import { idOf, readSubscription, secretOf } from './read-subscription.ts';
import { failureOf } from './stripe-failure.ts';
import { StripeNotConfigured } from './stripe-errors.ts';

const TIMEOUT_MS = 20_000;
/**
 * For calls of the checkout effect: shorter than the effect's limit for a call, and without repetitions by the SDK. If a repetition failed,
 * its error would not show whether the first call succeeded.
 */
const ONE_CALL = { timeout: TIMEOUT_MS, maxNetworkRetries: 0 } as const;
/** The largest page of Stripe. Lists start with the newest item, and no customer has more subscriptions that are not over. */
const PAGE_SIZE = 100;
/** The maximum number of pages that `#allPages` reads. */
const PAGES_MAX = 1000;
const INVOICE = 'latest_invoice';

export type FoundPrice = Readonly<{
  id: string;
  lookupKey: string;
  amount: number;
  currency: string;
  productId: string;
}>;

/**
 * Calls Posthorn's account at Stripe. Methods throw the errors of the SDK, which `failureOf` translates. All callers may read. Only the
 * checkout effect may call `createSubscription`, and only this effect and the erasure may call `createCustomer`.
 */
@Injectable()
export class StripeGateway {
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

  get isConfigured(): boolean {
    return Boolean(this.configuration.stripe);
  }

  /** @throws StripeNotConfigured */
  assertConfigured(): void {
    if (!this.isConfigured) throw new StripeNotConfigured();
  }

  /** Reads the current state of all subscriptions of a customer, also of those to other products of the operator. */
  async customerState(customerId: string): Promise<CustomerState> {
    try {
      const { data } = await this.#ask((stripe) =>
        stripe.subscriptions.list({
          customer: customerId,
          status: 'all',
          limit: PAGE_SIZE,
          expand: [`data.${INVOICE}`],
        }),
      );
      const subscriptions: FetchedSubscription[] = [];
      for (const each of data) subscriptions.push(readSubscription(each, await this.#firstOpenInvoice(each)));
      return { gone: false, subscriptions };
    } catch (error) {
      if (failureOf(error).kind === 'gone') return { gone: true, subscriptions: [] };
      throw error;
    }
  }

  /** Reads a subscription and the secret that opens its form. */
  async withSecret(
    subscriptionId: string,
  ): Promise<Readonly<{ fetched: FetchedSubscription; secret: string | null }>> {
    const subscription = await this.#ask((stripe) =>
      stripe.subscriptions.retrieve(subscriptionId, {
        expand: [`${INVOICE}.confirmation_secret`, 'pending_setup_intent'],
      }),
    );
    return { fetched: readSubscription(subscription), secret: secretOf(subscription) };
  }

  /** Returns the active prices among these lookup keys. */
  async prices(lookupKeys: readonly string[]): Promise<readonly FoundPrice[]> {
    const { data } = await this.#ask((stripe) =>
      stripe.prices.list({ lookup_keys: [...lookupKeys], active: true, limit: PAGE_SIZE }),
    );
    return data.flatMap(({ id, lookup_key: lookupKey, unit_amount: amount, currency, product }) =>
      lookupKey === null || amount === null
        ? []
        : [{ id, lookupKey, amount, currency, productId: idOf(product) }],
    );
  }

  /** Creates a customer. For at least a day, a repeated call returns the same customer (docs.stripe.com/api/idempotent_requests). */
  async createCustomer(userId: string, email: string | null, idempotencyKey: string): Promise<string> {
    const customer = await this.#ask((stripe) =>
      stripe.customers.create(
        { metadata: { userId }, ...(email !== null && { email }) },
        { idempotencyKey, ...ONE_CALL },
      ),
    );
    return customer.id;
  }

  /** Changes the address for receipts. A repeated call does no harm. */
  async changeEmail(customerId: string, email: string): Promise<void> {
    await this.#ask((stripe) => stripe.customers.update(customerId, { email }));
  }

  /** Creates a subscription that the customer pays for in the browser. The metadata contains the id of the checkout. */
  async createSubscription(
    checkout: Readonly<{ userId: string; attemptId: string; customerId: string; priceId: string }>,
  ): Promise<FetchedSubscription> {
    const subscription = await this.#ask((stripe) =>
      stripe.subscriptions.create(
        {
          customer: checkout.customerId,
          items: [{ price: checkout.priceId }],
          payment_behavior: 'default_incomplete',
          payment_settings: {
            save_default_payment_method: 'on_subscription',
            payment_method_types: ['card'],
          },
          // The default since the API version 2025-09-30.clover. Set here, so that a later default changes nothing.
          billing_mode: { type: 'flexible' },
          metadata: { userId: checkout.userId, attemptId: checkout.attemptId },
          expand: [INVOICE],
        },
        { idempotencyKey: checkout.attemptId, ...ONE_CALL },
      ),
    );
    return readSubscription(subscription);
  }

  /**
   * Ends a subscription that was never paid. Voids the invoice first: Stripe refuses this if the invoice is paid or a payment is running. So
   * this never cancels a subscription that was just paid. A repeated call does no harm.
   * @returns false: the invoice is paid, or may still be paid, and the subscription was not ended
   */
  async endUnpaid({ subscriptionId, latestInvoiceId }: FetchedSubscription): Promise<boolean> {
    if (latestInvoiceId !== null && !(await this.#isVoided(latestInvoiceId))) return false;
    try {
      await this.#ask((stripe) => stripe.subscriptions.cancel(subscriptionId));
    } catch (error) {
      // Stripe has already ended the subscription, because its first invoice is void.
      if (failureOf(error).kind !== 'gone') throw error;
    }
    return true;
  }

  /**
   * Deletes the customer at Stripe, which ends all paid subscriptions immediately (docs.stripe.com/api/customers/delete). A repeated call
   * does no harm.
   */
  async deleteCustomer(customerId: string): Promise<void> {
    try {
      await this.#ask((stripe) => stripe.customers.del(customerId));
    } catch (error) {
      if (failureOf(error).kind !== 'gone') throw error;
    }
  }

  /** Returns the id of the user in the metadata of a customer; null: the metadata contains none, or the customer is deleted. */
  async userOfCustomer(customerId: string): Promise<string | null> {
    return (await this.#customer(customerId))?.metadata['userId'] ?? null;
  }

  /**
   * Returns whether the customer was deleted. Stripe then refuses new subscriptions (docs.stripe.com/api/customers/delete), but may still list
   * the ended ones, so `customerState` does not always report this.
   */
  async isDeleted(customerId: string): Promise<boolean> {
    return (await this.#customer(customerId)) === null;
  }

  /**
   * Searches customers whose metadata contains the user's id. Stripe finds a new customer after a minute (docs.stripe.com/search). Returns none if
   * Stripe refuses searches, which it does for accounts in some countries.
   */
  async customersNaming(userId: string): Promise<readonly string[]> {
    try {
      const { data } = await this.#ask((stripe) =>
        stripe.customers.search({ query: `metadata['userId']:'${userId}'`, limit: PAGE_SIZE }),
      );
      return data.filter(({ metadata }) => metadata['userId'] === userId).map(({ id }) => id);
    } catch (error) {
      const { kind } = failureOf(error);
      if (kind === 'refused' || kind === 'gone') return [];
      throw error;
    }
  }

  /** Customers with a subscription that was created since this time, including ended subscriptions. */
  async customersSince(since: Date): Promise<readonly string[]> {
    const made = await this.#subscriptions({
      status: 'all',
      created: { gte: Math.floor(since.getTime() / 1000) },
    });
    return made.map(({ customer }) => idOf(customer));
  }

  /** Customers with a subscription that Posthorn has created and that has not ended. */
  async customersNow(): Promise<readonly string[]> {
    const current = await this.#subscriptions({});
    return current.flatMap(({ customer, metadata }) =>
      metadata['userId'] === undefined ? [] : [idOf(customer)],
    );
  }

  /** Events since this time whose delivery failed. */
  async undelivered(since: Date): Promise<readonly Stripe.Event[]> {
    const created = { gte: Math.floor(since.getTime() / 1000) };
    return this.#allPages((stripe, page) =>
      stripe.events.list({ delivery_success: false, created, ...page }),
    );
  }

  /**
   * The URL of Stripe's portal, where the customer manages the subscription; null: the customer was deleted.
   * @param flow the page to open; null: the start page
   */
  async portal(
    customerId: string,
    returnUrl: string,
    flow: Stripe.BillingPortal.SessionCreateParams.FlowData | null,
  ): Promise<string | null> {
    try {
      const { url } = await this.#ask((stripe) =>
        stripe.billingPortal.sessions.create({
          customer: customerId,
          return_url: returnUrl,
          ...(flow && { flow_data: flow }),
        }),
      );
      return url;
    } catch (error) {
      // The missing object may also be the subscription of `flow`.
      if (failureOf(error).kind === 'gone' && (await this.isDeleted(customerId))) return null;
      throw error;
    }
  }

  /**
   * Returns the event in a signed body. Returns null if the signature matches none of our secrets, if it is too old, or if the library
   * cannot read the event.
   */
  async signedEvent(rawBody: Buffer, signature: string, now: Date): Promise<Stripe.Event | null> {
    const { webhookSecrets } = this.settings;
    const { webhooks } = await this.#client();
    for (const secret of webhookSecrets) {
      try {
        return webhooks.constructEvent(rawBody, signature, secret, undefined, undefined, now.getTime());
      } catch {
        // Continues, because the signature may belong to another secret.
      }
    }
    return null;
  }

  /** Runs calls that only commands of the operator need. */
  operator<Result>(work: (stripe: Stripe) => Promise<Result>): Promise<Result> {
    return this.#ask(work);
  }

  /** Stripe still returns a deleted customer, with `deleted: true` (docs.stripe.com/api/customers/retrieve). This returns null. */
  async #customer(customerId: string): Promise<Stripe.Customer | null> {
    try {
      const customer = await this.#ask((stripe) => stripe.customers.retrieve(customerId));
      return customer.deleted === true ? null : customer;
    } catch (error) {
      if (failureOf(error).kind === 'gone') return null;
      throw error;
    }
  }

  async #isVoided(invoiceId: string): Promise<boolean> {
    try {
      await this.#ask((stripe) => stripe.invoices.voidInvoice(invoiceId));
      return true;
    } catch (error) {
      if (failureOf(error).kind !== 'refused') throw error;
      // Stripe also refuses this if the invoice is already void.
      return (await this.#ask((stripe) => stripe.invoices.retrieve(invoiceId))).status === 'void';
    }
  }

  /**
   * Reads the oldest of the open invoices that no paid invoice separates from the newest open one. A payment of the latest invoice makes a
   * subscription active, so an earlier invoice may stay open for ever. Lists start with the newest invoice.
   */
  async #firstOpenInvoice({ id, status }: Stripe.Subscription): Promise<Stripe.Invoice | null> {
    if (status !== 'past_due') return null;
    const { data } = await this.#ask((stripe) =>
      stripe.invoices.list({ subscription: id, limit: PAGE_SIZE }),
    );
    let firstOpen: Stripe.Invoice | null = null;
    for (const invoice of data) {
      if (invoice.status === 'open') firstOpen = invoice;
      if (invoice.status === 'paid' && firstOpen) break;
    }
    return firstOpen;
  }

  #subscriptions(filter: Stripe.SubscriptionListParams): Promise<readonly Stripe.Subscription[]> {
    return this.#allPages((stripe, page) => stripe.subscriptions.list({ ...filter, ...page }));
  }

  async #allPages<Item extends Readonly<{ id: string }>>(
    list: (stripe: Stripe, page: Stripe.PaginationParams) => Promise<Stripe.ApiList<Item>>,
  ): Promise<readonly Item[]> {
    const found: Item[] = [];
    let after: string | undefined;
    for (let page = 0; page < PAGES_MAX; page++) {
      const { data, has_more: more } = await this.#ask((stripe) =>
        list(stripe, { limit: PAGE_SIZE, ...(after !== undefined && { starting_after: after }) }),
      );
      found.push(...data);
      after = data.at(-1)?.id;
      if (!more || after === undefined) break;
    }
    return found;
  }

  async #ask<Result>(work: (stripe: Stripe) => Promise<Result>): Promise<Result> {
    const stripe = await this.#client();
    return this.#breaker.run('Stripe', () => callWithoutStack(() => work(stripe)), {
      failed: () => false,
      counts: (error) => COUNTED.has(failureOf(error).kind),
    });
  }

  /** Imports the SDK at the first use, because an installation without Stripe does not need it. */
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
      httpClient: stripeHttpClient(this.http),
      // After a lost connection, the SDK repeats the request with the same body and key, so Stripe executes it once.
      maxNetworkRetries: 1,
      timeout: TIMEOUT_MS,
      telemetry: false,
    });
  }
}

/** The kinds of failures after which the breaker may pause requests to Stripe. */
const COUNTED: ReadonlySet<string> = new Set(['unsent', 'unclear']);
