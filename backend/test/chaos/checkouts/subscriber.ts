import { setTimeout as pause } from 'node:timers/promises';
import type { BillingView, CreateSubscriptionReply } from '@posthorn/contracts/billing/billing.http';
import type { UserView } from '@posthorn/contracts/identity/session.http';
import { BrowserlessClient, type ApiResponse } from '../../browserless-client.ts';
import { StripeControlRefused, type StripeControl } from '../../stripe-control.ts';
import { patientGet } from '../patient-get.ts';
import type { Person } from './checkout-tally.ts';

const DECLINED = '4000000000000002';
/** Statuses that mean "Please try again in a moment": Stripe is unavailable, or a checkout is in progress. */
const LATER: ReadonlySet<number> = new Set([409, 429, 503]);
const MAX_TRIES = 4;

/** The shares of visits that send two requests at once, pay, try a declined card first, return after paying, and cancel a paid subscription. */
const SENDS_TWICE = 0.25;
const PAYS = 0.85;
const USES_DECLINED_CARD = 0.2;
const COMES_BACK = 0.5;
const CANCELS = 0.03;

/** The numbers of requests, of responses with a status of `LATER`, of payments and of cancelled subscriptions. */
export type CheckoutCounts = { asked: number; later: number; paid: number; ended: number };

/** A person who subscribes, perhaps pays, perhaps returns to the page, and may cancel and begin again. */
export class Subscriber {
  /** Whether a visit is running. */
  isBusy = false;
  /** The last paid subscription. */
  #paidFor: string | null = null;
  /** Whether the product once reported Premium although nothing was paid. */
  #wasGivenPremium = false;

  constructor(
    private readonly client: BrowserlessClient,
    readonly userId: string,
    private readonly stripe: StripeControl,
    private readonly random: () => number,
    private readonly counts: CheckoutCounts,
  ) {}

  /** Signs in from a separate network for each person, which a header reports as a proxy would. */
  static async signedIn(
    setup: Readonly<{ url: string; dataDir: string }>,
    number: number,
    stripe: StripeControl,
    random: () => number,
    counts: CheckoutCounts,
  ): Promise<Subscriber> {
    const network = `198.18.${String(Math.floor(number / 250))}.${String((number % 250) + 1)}`;
    const client = new BrowserlessClient(setup.url, { 'x-forwarded-for': network });
    await client.signIn(`subscriber${String(number)}@example.com`, setup.dataDir);
    const { body } = await client.get<UserView>('/api/auth/user');
    return new Subscriber(client, body.id, stripe, random, counts);
  }

  /**
   * Makes one complete visit of the page.
   * @throws Error on an unexpected response
   */
  async visit(): Promise<void> {
    this.isBusy = true;
    try {
      if (this.#paidFor !== null && this.random() < CANCELS) await this.#end(this.#paidFor);
      const times = this.random() < SENDS_TWICE ? 2 : 1;
      const replies = await Promise.all(Array.from({ length: times }, () => this.#subscribe()));
      const accepted = replies.find((reply) => reply !== null);
      if (accepted) await this.#fillForm(accepted);
    } finally {
      this.isBusy = false;
    }
  }

  /** The final state of the person. @throws Error when the product does not return it within two minutes */
  async finalView(): Promise<Person> {
    const { body } = await patientGet<BillingView>(this.client, '/api/billing');
    return { userId: this.userId, view: body, wasGivenPremium: this.#wasGivenPremium };
  }

  async #end(subscription: string): Promise<void> {
    this.#paidFor = null;
    await this.stripe.end(subscription);
    this.counts.ended += 1;
    if (this.random() < COMES_BACK) await this.#comeBack();
  }

  /** Starts a subscription. Null: the person gave up after several statuses of `LATER`. */
  async #subscribe(): Promise<CreateSubscriptionReply | null> {
    this.counts.asked += 1;
    for (let tries = 1; ; tries += 1) {
      const response = await this.client.post<CreateSubscriptionReply>('/api/create-subscription');
      if (response.status === 200) return response.body;
      expectLater(response);
      this.counts.later += 1;
      if (tries === MAX_TRIES) return null;
      await pause(1000);
    }
  }

  async #fillForm({ clientSecret, status, subscriptionId }: CreateSubscriptionReply): Promise<void> {
    const isUnpaid = status === 'active' && !(await this.#hasPaid(subscriptionId));
    if (isUnpaid) this.#wasGivenPremium = true;
    if (clientSecret === null || this.random() >= PAYS) return;
    try {
      if (this.random() < USES_DECLINED_CARD) await this.stripe.pay(clientSecret, DECLINED);
      if (!(await this.stripe.pay(clientSecret))) return;
    } catch (error) {
      // The person paid in the other window.
      if (!(error instanceof StripeControlRefused)) throw error;
      return;
    }
    this.counts.paid += 1;
    this.#paidFor = subscriptionId;
    if (this.random() < COMES_BACK) await this.#comeBack();
  }

  async #comeBack(): Promise<void> {
    const response = await this.client.post<BillingView>('/api/billing/refresh');
    if (response.status !== 200) expectLater(response);
    else if (response.body.plan === 'premium' && this.#paidFor === null) this.#wasGivenPremium = true;
  }

  async #hasPaid(subscriptionId: string | null): Promise<boolean> {
    const { invoices } = await this.stripe.state();
    return invoices.some(
      ({ status, parent }) =>
        status === 'paid' && parent?.subscription_details?.subscription === subscriptionId,
    );
  }
}

function expectLater({ status, text }: ApiResponse): void {
  if (!LATER.has(status)) throw new Error(`The response to a subscription was ${String(status)}: ${text}`);
}
