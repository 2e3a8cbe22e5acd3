import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type Stripe from 'stripe';
import { LOCAL, SandboxUnderTest } from '../../testing/sandbox-client.ts';
import { control, secretOf, stripeAt, subscriptionParams } from '../testing/stripe-client.ts';

const KEY = 'pk_test_posthorn_sandbox';
const sandbox = new SandboxUnderTest();
let stripe: Stripe;
let customer: string;
let subscription: Stripe.Subscription;

beforeEach(async () => {
  await sandbox.start();
  stripe = stripeAt(sandbox);
  customer = (await stripe.customers.create()).id;
  subscription = await stripe.subscriptions.create(subscriptionParams(customer));
});
afterEach(async () => {
  await sandbox.stop();
});

const read = () => stripe.subscriptions.retrieve(subscription.id);
const callAsPage = async (name: string, extra: object, key = KEY) => {
  const json = { key, clientSecret: secretOf(subscription), ...extra };
  return (await sandbox.call(LOCAL, `/stripe/form/${name}`, { json })).json;
};
const portal = async (extra: Partial<Stripe.BillingPortal.SessionCreateParams> = {}) => {
  const return_url = 'http://localhost:3000/settings?billing=back';
  const session = await stripe.billingPortal.sessions.create({ customer, return_url, ...extra });
  return new URL(session.url).pathname;
};

it('lets only the product embed the form', async () => {
  const { headers, text } = await sandbox.call(LOCAL, `/stripe/form?key=${KEY}&theme=dark`);
  expect(headers['content-security-policy']).toContain('frame-ancestors http://localhost:3000');
  expect(text).toContain('data-theme="dark"');
});

it('refuses an invalid key, a wrong secret and an unknown card, and accepts a test card', async () => {
  expect(await callAsPage('retrieve', {}, 'sk_test_x')).toMatchObject({
    error: { type: 'invalid_request_error' },
  });
  expect(await callAsPage('retrieve', { clientSecret: 'pi_x_secret_x' })).toMatchObject({
    error: { code: 'resource_missing' },
  });
  expect(await callAsPage('confirm', { card: '5555' })).toMatchObject({ error: { param: 'card' } });
  expect(await callAsPage('method', { card: '4242424242424242' })).toMatchObject({
    paymentMethod: { card: { last4: '4242' } },
  });
});

it('pays the open invoice at once with a new card, and reports a declined card', async () => {
  await callAsPage('confirm', { card: '4242424242424242' });
  await control(sandbox, 'decline', { customer });
  await control(sandbox, 'advance', { days: 30 });
  expect((await read()).status).toBe('past_due');
  await control(sandbox, 'decline', { customer, declines: false });
  const path = await portal({ flow_data: { type: 'payment_method_update' } });
  const declined = await sandbox.call(LOCAL, path, { form: { action: 'card', number: '4000000000000002' } });
  expect(declined).toMatchObject({ status: 400, text: expect.stringContaining('Your card was declined.') });
  await sandbox.call(LOCAL, path, { form: { action: 'card', number: '4242424242424242' } });
  expect((await read()).status).toBe('active');
});

it('expires a portal session after an hour', async () => {
  const path = await portal();
  sandbox.now += 3_600_000;
  expect((await sandbox.call(LOCAL, path)).status).toBe(404);
});
