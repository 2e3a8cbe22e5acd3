import { afterEach, beforeEach, expect, it } from '@jest/globals';
import Stripe from 'stripe';
import { LOCAL, SandboxUnderTest } from '../testing/sandbox-client.ts';
import { PRICE, secretOf, stripeAt, subscriptionParams } from './testing/stripe-client.ts';

const API = 'stripe.sandbox.test';
const sandbox = new SandboxUnderTest();
let stripe: Stripe;
let customer: string;

beforeEach(async () => {
  await sandbox.start();
  stripe = stripeAt(sandbox);
  customer = (await stripe.customers.create()).id;
});
afterEach(async () => {
  await sandbox.call(LOCAL, '/control/reset', { json: {} });
  await sandbox.stop();
});

const subscribe = (key: string, attempt = 'a-1') =>
  stripe.subscriptions.create(subscriptionParams(customer, attempt), { idempotencyKey: key });
const planFault = (json: object) =>
  sandbox.call(LOCAL, '/control/faults', { json: { platform: 'stripe', times: 1, ...json } });
const countSubscriptions = async () => (await stripe.subscriptions.list({ status: 'all' })).data.length;
const post = (path: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
  sandbox.call(API, path, { token: 'sk_test_x', form, headers });

it('repeats the first response for an idempotency key for a day', async () => {
  const first = await subscribe('k');
  const again = await subscribe('k');
  expect(again).toEqual(first);
  const raw = () => post('/v1/customers', { name: 'Ana' }, { 'idempotency-key': 'raw' });
  const { headers } = await raw();
  expect((await raw()).headers).toMatchObject({
    'idempotent-replayed': 'true',
    'original-request': headers['request-id'],
  });
  expect(await countSubscriptions()).toBe(1);
  sandbox.now += 86_400_000;
  expect((await subscribe('k')).id).not.toBe(first.id);
});

it('refuses an idempotency key that is repeated with different parameters', async () => {
  await subscribe('k');
  await expect(subscribe('k', 'a-2')).rejects.toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
  expect(await countSubscriptions()).toBe(1);
});

it('creates one subscription for fifty simultaneous calls with one idempotency key', async () => {
  const all = await Promise.all(Array.from({ length: 50 }, () => subscribe('k')));
  expect(new Set(all.map(secretOf)).size).toBe(1);
  expect(await countSubscriptions()).toBe(1);
});

it.each([
  ['/v1/customers', { nickname: 'x' }, { code: 'parameter_unknown', param: 'nickname' }],
  [
    '/v1/subscriptions',
    { customer: 'x', 'items[0][price]': 'p', 'items[0][colour]': 'red' },
    { code: 'parameter_unknown', param: 'items[0][colour]' },
  ],
  ['/v1/subscriptions', {}, { code: 'parameter_missing', param: 'customer' }],
  ['/v1/subscriptions', { customer: 'cus_x' }, { code: 'resource_missing', param: 'customer' }],
  ['/v1/prices', { currency: 'usd', unit_amount: 'many' }, { param: 'unit_amount' }],
])('returns the error that Stripe returns at %s for %j', async (path, form, error) => {
  const answer = await post(path, form);
  expect(answer.status).toBe(400);
  expect(answer.json).toMatchObject({ error: { type: 'invalid_request_error', ...error } });
  expect(answer.headers['request-id']).toMatch(/^req_/);
});

it('refuses unknown objects and paths, invalid keys, other API versions, and unknown expansions', async () => {
  await expect(stripe.subscriptions.retrieve('sub_x')).rejects.toMatchObject({
    statusCode: 404,
    code: 'resource_missing',
  });
  await expect(stripeAt(sandbox, 'sk_test_bad').customers.list()).rejects.toBeInstanceOf(
    Stripe.errors.StripeAuthenticationError,
  );
  expect((await post('/v1/customers', {}, { 'stripe-version': '2023-08-16' })).status).toBe(400);
  await expect(stripe.customers.create({ expand: ['colour'] })).rejects.toMatchObject({ param: 'expand' });
  expect((await stripe.customers.list()).data).toHaveLength(1);
  expect((await sandbox.call(API, '/v1/nothing', { token: 'sk_test_x' })).status).toBe(404);
});

it('responds with 500, creates nothing, and repeats this response for the same key', async () => {
  await planFault({ fault: 'http500' });
  await expect(subscribe('k')).rejects.toBeInstanceOf(Stripe.errors.StripeAPIError);
  await expect(subscribe('k')).rejects.toMatchObject({ statusCode: 500 });
  expect(await countSubscriptions()).toBe(0);
  expect((await subscribe('k-2')).status).toBe('incomplete');
});

it('responds with 429 and the time to wait, and accepts the same key again', async () => {
  await planFault({ fault: 'http429', retryAfterSeconds: 7 });
  await expect(subscribe('k')).rejects.toMatchObject({
    type: 'StripeRateLimitError',
    headers: { 'retry-after': '7' },
  });
  expect((await subscribe('k')).status).toBe('incomplete');
});

it('closes the connection after it creates the subscription, and accepts the same key again', async () => {
  // The library itself retries once after the connection closes.
  await planFault({ fault: 'dropAfterAccept', times: 2 });
  await expect(subscribe('k')).rejects.toBeInstanceOf(Stripe.errors.StripeConnectionError);
  expect(await countSubscriptions()).toBe(1);
  await subscribe('k');
  expect(await countSubscriptions()).toBe(1);
});

it('never responds to a call that hangs, and creates nothing', async () => {
  await planFault({ fault: 'hang' });
  const hanging = post('/v1/subscriptions', { customer, 'items[0][price]': PRICE }).catch(() => 'cut off');
  // The fault is used up as soon as the call has arrived.
  while (((await sandbox.call(LOCAL, '/control/faults')).json as unknown[]).length > 0);
  expect(await countSubscriptions()).toBe(0);
  await sandbox.restart();
  expect(await hanging).toBe('cut off');
});

it('applies a fault to the call that the fault names, or to every call', async () => {
  await planFault({ fault: 'http500', call: 'GET /v1/subscriptions/:id' });
  const { id } = await subscribe('k');
  await expect(stripe.subscriptions.retrieve(id)).rejects.toMatchObject({ statusCode: 500 });
  expect((await stripe.subscriptions.retrieve(id)).id).toBe(id);
  await planFault({ fault: 'http429', call: '*' });
  await expect(stripe.customers.list()).rejects.toMatchObject({ statusCode: 429 });
  expect((await planFault({ fault: 'hang', call: 'GET /v1/nothing' })).status).toBe(400);
});
