import { Agent, request } from 'node:http';
import type { Stripe } from 'stripe';

/** The simulated time of a call to Stripe, in milliseconds. */
export const CALL_MS = 300;

/** Calls the Stripe sandbox without the Stripe library. */
export class BareStripe {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 32 });

  constructor(private readonly url: string) {}

  async subscribe(userId: string): Promise<{ customerId: string; subscription: Stripe.Subscription }> {
    const metadata = { 'metadata[userId]': userId };
    const customer = await this.#call<Stripe.Customer>('POST', '/v1/customers', metadata);
    const subscription = await this.#call<Stripe.Subscription>('POST', '/v1/subscriptions', {
      customer: customer.id,
      'items[0][price]': 'price_premium_1900',
      payment_behavior: 'default_incomplete',
      'expand[0]': 'latest_invoice',
    });
    return { customerId: customer.id, subscription };
  }

  /** Subscribes, then fetches the client secret of the form, one call after the other. */
  async begin(userId: string): Promise<void> {
    const { subscription } = await this.subscribe(userId);
    const expand = 'expand[0]=latest_invoice.confirmation_secret&expand[1]=pending_setup_intent';
    await this.#call('GET', `/v1/subscriptions/${subscription.id}?${expand}`);
  }

  async look(customerId: string): Promise<void> {
    const query = `customer=${customerId}&status=all&limit=100&expand[0]=data.latest_invoice`;
    await this.#call('GET', `/v1/subscriptions?${query}`);
  }

  #call<Body>(method: string, path: string, form: Readonly<Record<string, string>> = {}): Promise<Body> {
    return new Promise((resolve, reject) => {
      const call = request(`${this.url}${path}`, {
        method,
        agent: this.#agent,
        headers: { host: 'stripe.sandbox.test', authorization: 'Bearer sk_test_bench' },
      });
      call.once('error', reject).once('response', (response) => {
        const chunks: Buffer[] = [];
        response
          .on('data', (chunk: Buffer) => chunks.push(chunk))
          .once('end', () => {
            const text = Buffer.concat(chunks).toString();
            if (response.statusCode === 200) resolve(JSON.parse(text) as Body);
            else reject(new Error(`${path} got the response ${String(response.statusCode)}: ${text}`));
          });
      });
      call.end(method === 'GET' ? undefined : new URLSearchParams(form).toString());
    });
  }
}
