import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type Stripe from 'stripe';
import { LOCAL, SandboxUnderTest } from '../../testing/sandbox-client.ts';
import { control, secretOf, stripeAt, subscribing } from '../testing/stripe-client.ts';

const sandbox = new SandboxUnderTest();
let received: { event: Stripe.Event; signature: string; body: string }[];
let answer: number;
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
    response.writeHead(answer).end();
  })();
});

beforeEach(async () => {
  received = [];
  answer = 200;
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
    if (Date.now() > deadline) throw new Error(`Not so in time: ${holds.toString()}`);
    await new Promise((resolve) => setImmediate(resolve));
  }
}
const paid = async (): Promise<Stripe.Subscription> => {
  const made = await stripe.subscriptions.create(subscribing(customer));
  await control(sandbox, 'confirm', { clientSecret: secretOf(made) });
  return made;
};
const typesReceived = () => received.map(({ event }) => event.type);
const pending = async () => (await stripe.events.list({ delivery_success: false, limit: 100 })).data;

it('tells again what was not taken, and lists what was answered', async () => {
  answer = 503;
  await paid();
  await eventually(() => typesReceived().includes('invoice.paid'));
  expect((await pending()).length).toBeGreaterThan(0);
  answer = 200;
  await control(sandbox, 'advance', { days: 1 });
  await eventually(async () => (await pending()).length === 0);
  const { deliveries } = (await sandbox.call(LOCAL, '/control/stripe')).json as {
    deliveries: { status: number }[];
  };
  expect(new Set(deliveries.map(({ status }) => status))).toEqual(new Set([503, 200]));
});

it('tells of refunds and disputes', async () => {
  await paid();
  await control(sandbox, 'refund', { customer });
  await control(sandbox, 'dispute', { customer });
  await eventually(() => typesReceived().includes('charge.dispute.created'));
  expect(typesReceived()).toContain('charge.refunded');
});
