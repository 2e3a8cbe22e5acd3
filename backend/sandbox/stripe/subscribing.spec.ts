import { afterEach, beforeEach, expect, it } from '@jest/globals';
import Stripe from 'stripe';
import { SandboxUnderTest } from '../testing/sandbox-client.ts';
import { control, secretOf, stripeAt, subscriptionParams } from './testing/stripe-client.ts';

const sandbox = new SandboxUnderTest();
let stripe: Stripe;
let customer: string;

beforeEach(async () => {
  await sandbox.start();
  stripe = stripeAt(sandbox);
  customer = (await stripe.customers.create({ email: 'ana@example.test', metadata: { userId: 'u-1' } })).id;
});
afterEach(async () => {
  await control(sandbox, 'webhooks', { mode: 'on' });
  await sandbox.call('localhost', '/control/reset', { json: {} });
  await sandbox.stop();
});

const subscribe = (attemptId?: string): Promise<Stripe.Subscription> =>
  stripe.subscriptions.create(subscriptionParams(customer, attemptId));
const read = (id: string): Promise<Stripe.Subscription> => stripe.subscriptions.retrieve(id);
const pay = (secret: string, card?: string, approve?: boolean) =>
  control(sandbox, 'confirm', { clientSecret: secret, card, approve });
const typesOf = async (): Promise<readonly string[]> =>
  (await stripe.events.list({ limit: 100 })).data.map(({ type }) => type).reverse();

it('lets a browser only confirm a payment, with the publishable key and the client secret', async () => {
  const subscription = await subscribe();
  const browser = stripeAt(sandbox, 'pk_test_posthorn_sandbox');
  const [id = ''] = secretOf(subscription).split('_secret_');
  const confirmation = (secret: string) =>
    ({ client_secret: secret, payment_method: 'pm_card_visa' }) as Stripe.PaymentIntentConfirmParams;
  await expect(browser.paymentIntents.retrieve(id)).rejects.toMatchObject({ param: 'client_secret' });
  await expect(browser.paymentIntents.confirm(id, confirmation(`${id}_secret_x`))).rejects.toMatchObject({
    statusCode: 400,
  });
  await expect(browser.customers.retrieve(customer)).rejects.toBeInstanceOf(
    Stripe.errors.StripePermissionError,
  );
  expect(await browser.paymentIntents.confirm(id, confirmation(secretOf(subscription)))).toMatchObject({
    status: 'succeeded',
  });
  expect((await read(subscription.id)).status).toBe('active');
});

it('activates a subscription at once when credit pays the first invoice, and still asks for a card', async () => {
  await control(sandbox, 'credit', { customer, cents: 1900 });
  const subscription = await subscribe();
  expect(subscription).toMatchObject({ status: 'active', latest_invoice: { amount_due: 0, status: 'paid' } });
  expect(secretOf(subscription)).toMatch(/^seti_/);
  expect(await pay(secretOf(subscription))).toMatchObject({ status: 'succeeded' });
  expect(await read(subscription.id)).toMatchObject({
    pending_setup_intent: null,
    default_payment_method: expect.stringMatching(/^pm_/),
  });
  expect(await typesOf()).toContain('setup_intent.succeeded');
});

it('credits the next new customer if the call contains no customer', async () => {
  await control(sandbox, 'credit', { cents: 500 });
  const next = await stripe.customers.create();
  expect(next.balance).toBe(-500);
  expect((await stripe.customers.create()).balance).toBe(0);
});

it('lists subscriptions by status, customer and time, newest first, in pages', async () => {
  const first = await subscribe('a-1');
  sandbox.now += 60_000;
  const second = await subscribe('a-2');
  await pay(secretOf(second));
  const ids = async (params: Stripe.SubscriptionListParams) =>
    (await stripe.subscriptions.list(params)).data.map(({ id }) => id);
  expect(await ids({ customer })).toEqual([second.id, first.id]);
  expect(await ids({ status: 'active' })).toEqual([second.id]);
  expect(await ids({ created: { gte: second.created } })).toEqual([second.id]);
  expect(await ids({ customer: 'cus_nobody' })).toEqual([]);
  const all: string[] = [];
  for await (const { id } of stripe.subscriptions.list({ status: 'all', limit: 1 })) all.push(id);
  expect(all).toEqual([second.id, first.id]);
});

it('ends a subscription immediately, or at the end of its period', async () => {
  const unpaid = await subscribe();
  expect(await stripe.subscriptions.cancel(unpaid.id)).toMatchObject({ status: 'incomplete_expired' });
  expect(await pay(secretOf(unpaid))).toMatchObject({ message: expect.stringContaining('canceled') });
  const subscription = await subscribe();
  await pay(secretOf(subscription));
  const ending = await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true });
  expect(ending).toMatchObject({
    status: 'active',
    cancel_at_period_end: true,
    cancel_at: subscription.items.data[0]?.current_period_end,
  });
  const staying = await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: false });
  expect(staying).toMatchObject({ cancel_at: null, canceled_at: null });
  expect(await stripe.subscriptions.cancel(subscription.id)).toMatchObject({
    status: 'canceled',
    cancellation_details: { reason: 'cancellation_requested' },
  });
  await expect(stripe.subscriptions.cancel(subscription.id)).rejects.toMatchObject({
    code: 'resource_missing',
  });
  expect((await stripe.subscriptions.list({ customer })).data.map(({ id }) => id)).toEqual([unpaid.id]);
  expect((await typesOf()).filter((type) => type === 'customer.subscription.deleted')).toHaveLength(1);
});

it('deletes a customer, and cancels their subscriptions', async () => {
  const subscription = await subscribe();
  await pay(secretOf(subscription));
  await stripe.customers.del(customer);
  expect(await stripe.customers.retrieve(customer)).toEqual(
    expect.objectContaining({ id: customer, deleted: true }),
  );
  expect((await read(subscription.id)).status).toBe('canceled');
  await expect(subscribe()).rejects.toMatchObject({ statusCode: 400, code: 'resource_missing' });
});

it('finds customers by the user id in their metadata, except deleted customers', async () => {
  const other = await stripe.customers.create({ metadata: { userId: 'u-2' } });
  const found = async (query: string) => (await stripe.customers.search({ query })).data.map(({ id }) => id);
  expect(await found("metadata['userId']:'u-1'")).toEqual([customer]);
  expect(await found("metadata['userId']:'u-2'")).toEqual([other.id]);
  expect(await found("metadata['userId']:'u-3'")).toEqual([]);
  await stripe.customers.del(customer);
  expect(await found("metadata['userId']:'u-1'")).toEqual([]);
  await expect(stripe.customers.search({ query: 'anything' })).rejects.toMatchObject({
    statusCode: 400,
    param: 'query',
  });
});

it('keeps subscriptions, payments and the simulated time across a restart', async () => {
  const subscription = await subscribe();
  await pay(secretOf(subscription));
  await control(sandbox, 'advance', { days: 1 });
  await sandbox.restart();
  expect((await read(subscription.id)).status).toBe('active');
  expect((await stripe.customers.create()).created).toBe(sandbox.now / 1000 + 86_400);
});
