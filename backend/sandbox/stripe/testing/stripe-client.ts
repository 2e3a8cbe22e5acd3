import Stripe from 'stripe';
import { callAt, LOCAL, type SandboxUnderTest } from '../../testing/sandbox-client.ts';

const HOST = 'stripe.sandbox.test';
const SECRET_KEY = 'sk_test_posthorn_sandbox';

/** The real library, with a transport that connects to the sandbox's port. */
export const stripeAt = (sandbox: SandboxUnderTest, key = SECRET_KEY): Stripe =>
  new Stripe(key, {
    host: HOST,
    port: 80,
    protocol: 'http',
    maxNetworkRetries: 0,
    telemetry: false,
    httpClient: Stripe.createFetchHttpClient(async (address, init) => {
      const { pathname, search } = new URL(address instanceof Request ? address.url : address);
      const bytes = typeof init?.body === 'string' ? Buffer.from(init.body) : undefined;
      const answer = await callAt(sandbox.port, HOST, `${pathname}${search}`, {
        method: init?.method ?? 'GET',
        headers: Object.fromEntries(new Headers(init?.headers)),
        ...(bytes && { bytes }),
      });
      const headers = Object.entries(answer.headers).map(([name, value]): [string, string] => [
        name,
        String(value),
      ]);
      return new Response(answer.text, { status: answer.status, headers });
    }),
  });

/** Makes a control call to Stripe's sandbox, and returns the body of the response. */
export const control = async (sandbox: SandboxUnderTest, name: string, json: object): Promise<unknown> =>
  (await sandbox.call(LOCAL, `/control/stripe/${name}`, { json })).json;

export const PRICE = 'price_premium_1900';

/** The parameters with which the product subscribes. */
export const subscriptionParams = (customer: string, attemptId = 'a-1'): Stripe.SubscriptionCreateParams => ({
  customer,
  items: [{ price: PRICE }],
  payment_behavior: 'default_incomplete',
  payment_settings: { save_default_payment_method: 'on_subscription', payment_method_types: ['card'] },
  billing_mode: { type: 'flexible' },
  metadata: { attemptId },
  expand: ['latest_invoice.confirmation_secret', 'pending_setup_intent'],
});

/** The client secret that the browser gets for a new subscription. */
export function secretOf({
  latest_invoice: invoice,
  pending_setup_intent: setup,
}: Stripe.Subscription): string {
  if (setup !== null && typeof setup !== 'string' && setup.client_secret !== null) return setup.client_secret;
  return (typeof invoice === 'string' ? null : invoice?.confirmation_secret?.client_secret) ?? '';
}
