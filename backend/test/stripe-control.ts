import { request } from 'node:http';

/** The parts of Stripe's objects that runs compare. */
type StripeCustomer = Readonly<{ id: string; metadata?: Readonly<Record<string, string>> }>;
/** `created` and `ended_at` are seconds since 1970. */
export type StripeSubscription = Readonly<{
  id: string;
  customer: string;
  status: string;
  created: number;
  ended_at: number | null;
}>;
type StripeInvoice = Readonly<{
  status: string | null;
  parent: Readonly<{ subscription_details: Readonly<{ subscription: string }> | null }> | null;
}>;
export type StripeState = Readonly<{
  customers: readonly StripeCustomer[];
  subscriptions: readonly StripeSubscription[];
  invoices: readonly StripeInvoice[];
}>;

/** Simulates people and time at Stripe, through the sandbox's control API. */
export class StripeControl {
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  async state(): Promise<StripeState> {
    const response = await fetch(`${this.#url}/control/stripe`);
    return (await response.json()) as StripeState;
  }

  /** Fills in the payment form. Returns whether it was paid. */
  async pay(clientSecret: string, card?: string): Promise<boolean> {
    const { status } = await this.#request<{ status: string }>('confirm', { clientSecret, card });
    return status === 'succeeded';
  }

  /** Ends the subscription immediately. */
  async end(subscription: string): Promise<void> {
    await this.#request('end', { subscription });
  }

  async advance(days: number): Promise<void> {
    await this.#request('advance', { days });
  }

  async webhooks(mode: 'on' | 'off' | 'shuffle' | 'twice'): Promise<void> {
    await this.#request('webhooks', { mode });
  }

  /** Makes a call of Stripe's own API, as the operator's Dashboard does. */
  async asOperator(path: string, form: Readonly<Record<string, string>>): Promise<void> {
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const outgoing = request(`${this.#url}${path}`, {
        method: 'POST',
        headers: { host: 'stripe.sandbox.test', authorization: 'Bearer sk_test_operator' },
      });
      outgoing.once('error', reject).once('response', (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      outgoing.end(new URLSearchParams(form).toString());
    });
    if (status !== 200) throw new Error(`${path} got the response ${String(status)}`);
  }

  async #request<Reply>(name: string, body: object): Promise<Reply> {
    const response = await fetch(`${this.#url}/control/stripe/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok)
      throw new StripeControlRefused(`${name} got the response ${String(response.status)}: ${text}`);
    return JSON.parse(text) as Reply;
  }
}

/** The action is no longer possible: the form is closed, or the subscription has ended. */
export class StripeControlRefused extends Error {}
