import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type Stripe from 'stripe';
import { LOCAL, SandboxUnderTest } from '../../testing/sandbox-client.ts';
import { control, secretOf, stripeAt, subscriptionParams } from '../testing/stripe-client.ts';

const SUBSCRIPTION = 'customer.subscription.';

const sandbox = new SandboxUnderTest();
let received: { event: Stripe.Event; signature: string; body: string }[];
let responseStatus: number;
let stripe: Stripe;
let customer: string;
const product = createServer((request, response) => {
  void (async () => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = Buffer.concat(parts).toString();
    const signature = String(request.headers['stripe-signature']);
    if (request.url === '/api/stripe/webhook')
      received.push({ event: JSON.parse(body) as Stripe.Event, signature, body });
    response.writeHead(responseStatus).end();
  })();
});

beforeEach(async () => {
  received = [];
  responseStatus = 200;
  product.listen(0, '127.0.0.1');
  await once(product, 'listening');
  await sandbox.start(`http://127.0.0.1:${String((product.address() as AddressInfo).port)}`);
  stripe = stripeAt(sandbox);
  customer = (await stripe.customers.create()).id;
});
afterEach(async () => {
  await sandbox.stop();
  const closed = once(product, 'close');
  product.closeAllConnections();
  product.close();
  await closed;
});

async function eventually(holds: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 20_000;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`Not true within 20 seconds: ${holds.toString()}`);
    await new Promise((resolve) => setImmediate(resolve));
  }
}
const subscribeAndPay = async (): Promise<Stripe.Subscription> => {
  const subscription = await stripe.subscriptions.create(subscriptionParams(customer));
  await control(sandbox, 'confirm', { clientSecret: secretOf(subscription) });
  return subscription;
};
const typesReceived = () => received.map(({ event }) => event.type);
const pending = async () => (await stripe.events.list({ delivery_success: false, limit: 100 })).data;

it('keeps events while sending is off, and sends each once when the mode is `shuffle`', async () => {
  await control(sandbox, 'webhooks', { mode: 'off' });
  await subscribeAndPay();
  expect(received).toEqual([]);
  expect((await pending()).map(({ type }) => type)).toContain('invoice.paid');
  await control(sandbox, 'webhooks', { mode: 'shuffle' });
  await eventually(async () => (await pending()).length === 0);
  expect(new Set(received.map(({ event }) => event.id)).size).toBe(received.length);
});

it('sends each event twice in the mode `twice`', async () => {
  await control(sandbox, 'webhooks', { mode: 'twice' });
  await subscribeAndPay();
  await eventually(() => typesReceived().filter((type) => type === 'invoice.paid').length === 2);
});

it('sends events again that were not accepted, and lists the status of each delivery', async () => {
  responseStatus = 503;
  await subscribeAndPay();
  await eventually(() => typesReceived().includes('invoice.paid'));
  expect((await pending()).length).toBeGreaterThan(0);
  responseStatus = 200;
  await control(sandbox, 'advance', { days: 1 });
  await eventually(async () => (await pending()).length === 0);
  const { deliveries } = (await sandbox.call(LOCAL, '/control/stripe')).json as {
    deliveries: { status: number }[];
  };
  expect(new Set(deliveries.map(({ status }) => status))).toEqual(new Set([503, 200]));
});

it('delivers given events in the given order, in the format of an old API version', async () => {
  await control(sandbox, 'webhooks', { mode: 'off' });
  const subscription = await subscribeAndPay();
  const { data } = await stripe.events.list({ types: ['customer.subscription.*', 'invoice.paid'] });
  const ids = data.map(({ id }) => id);
  const deliveries = await control(sandbox, 'deliver', {
    events: [...ids, ...ids],
    apiVersion: '2023-08-16',
  });
  expect(deliveries).toEqual([...ids, ...ids].map((id) => ({ id, status: 200 })));
  expect(received.map(({ event }) => event.id)).toEqual([...ids, ...ids]);
  const oldEvents = received.map(({ event }) => event);
  expect(oldEvents.find(({ type }) => type.startsWith(SUBSCRIPTION))).toMatchObject({
    api_version: '2023-08-16',
    data: {
      object: { id: subscription.id, current_period_end: subscription.items.data[0]?.current_period_end },
    },
  });
  const invoice = oldEvents.find(({ type }) => type === 'invoice.paid')?.data.object;
  expect(invoice).toMatchObject({
    subscription: subscription.id,
    paid: true,
    payment_intent: expect.stringMatching(/^pi_/),
  });
  expect(invoice).not.toHaveProperty('parent');
});

it('sends events for refunds and disputes', async () => {
  await subscribeAndPay();
  await control(sandbox, 'refund', { customer });
  await control(sandbox, 'dispute', { customer });
  await eventually(() => typesReceived().includes('charge.dispute.created'));
  expect(typesReceived()).toContain('charge.refunded');
});

it('lists its webhook endpoint with every field that Stripe lists', async () => {
  // All fields in the types of the client. Stripe returns `secret` only when it creates an endpoint.
  type Field = Exclude<keyof Stripe.WebhookEndpoint, 'deleted' | 'secret'>;
  const fields: Readonly<Record<Field, true>> = {
    ...({ id: true, object: true, api_version: true, application: true, created: true } as const),
    ...({ description: true, enabled_events: true, livemode: true, metadata: true } as const),
    ...({ status: true, url: true } as const),
  };
  const { data } = await stripe.webhookEndpoints.list();
  expect(data.map((each) => Object.keys(each).sort())).toEqual([Object.keys(fields).sort()]);
});
