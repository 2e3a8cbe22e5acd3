import { createHmac, randomUUID } from 'node:crypto';
import type { BillingView, CreateSubscriptionReply } from '@posthorn/contracts/billing/billing.http';
import { InMemoryEventStore } from '@posthorn/event-store/testing/in-memory-event-store';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import request from 'supertest';
import { CauseContext } from '#infrastructure/event-log/cause-context.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { Metrics } from '#infrastructure/observability/metrics.ts';
import { boot, type Booted } from '#infrastructure/testing/boot.ts';
import { BillingModule } from '../../billing.module.ts';
import { Checkouts } from '../../effects/checkouts/checkouts.ts';
import { subscriptionEvent, type SubscriptionEvent } from '../../domain/subscription/subscription-events.ts';
import { subscriptionStream } from '../../domain/subscription/subscription.ts';
import { FollowedSubscriptions } from '../../effects/follow-subscriptions/followed-subscriptions.ts';
import { ForgetCustomer } from '../../effects/forget-customer/forget-customer.ts';
import { SyncCustomerEmail } from '../../effects/sync-customer-email/sync-customer-email.ts';
import { NightlyReconciliation } from '../../effects/follow-subscriptions/nightly-reconciliation.ts';
import { PeopleDouble, peopleOf } from '../../testing/people-double.ts';
import { ScriptedStripe, type ScriptedSubscription } from '../../testing/scripted-stripe.ts';
import { FOLLOWED_VIEW } from '../../read-models/followed-subscriptions/followed-subscriptions.projection.ts';
import { CUSTOMERS_VIEW } from '../../read-models/customers/customer-list.projection.ts';

const newAddresses = new Map<string, string>();
const people = new PeopleDouble();
people.address = (userId) => newAddresses.get(userId) ?? `${userId}@example.com`;

const SECRETS = ['whsec_new', 'whsec_old'];
const KEY = `sk_test_${'c'.repeat(24)}`;
const store = new InMemoryEventStore();
const stripe = new ScriptedStripe();
let booted: Booted;
let user: string;

beforeAll(async () => {
  const env = {
    STRIPE_SECRET_KEY: KEY,
    STRIPE_PUBLISHABLE_KEY: 'pk_test_shown',
    STRIPE_WEBHOOK_SECRET: SECRETS.join(','),
    STRIPE_API_URL: await stripe.open(),
    PREMIUM_SINCE: '2000-01-01',
  };
  booted = await boot([peopleOf(people), BillingModule], { database: true, store, env });
}, 120_000);
afterAll(async () => {
  await booted.close();
  await stripe.close();
});
beforeEach(() => {
  user = randomUUID();
});
afterEach(() => {
  stripe.faults = [];
  stripe.isFree = false;
  stripe.beforeVoid = () => undefined;
  stripe.afterCustomer = () => Promise.resolve();
});

const post = (path: string, body: object = {}, as = user) =>
  request(booted.url).post(path).set('x-test-user', as).send(body);
const subscribe = (as = user) => post('/api/create-subscription', {}, as);
const startSubscription = async () => (await subscribe().expect(200)).body as CreateSubscriptionReply;
const billing = async () =>
  (await request(booted.url).get('/api/billing').set('x-test-user', user).expect(200)).body as BillingView;
const refresh = async () => (await post('/api/billing/refresh').expect(200)).body as BillingView;
const eventTypes = () => store.historyOf(`subscription-${user}`).map(({ type }) => type);
const subscriptionsOfUser = (): ScriptedSubscription[] =>
  [...stripe.subscriptions.values()].filter(({ metadata }) => metadata['userId'] === user);
const onlySubscription = (): ScriptedSubscription => {
  const [subscription, ...others] = subscriptionsOfUser();
  if (!subscription || others.length > 0)
    throw new Error(`${String(subscriptionsOfUser().length)} subscriptions`);
  return subscription;
};
const eventAbout = (object: object, changes: object = {}) => ({
  id: `evt_${randomUUID().replaceAll('-', '')}`,
  object: 'event',
  type: 'customer.subscription.updated',
  livemode: false,
  data: { object },
  ...changes,
});
function deliver(
  event: object,
  { secret = 'whsec_new', at = booted.clock.now().getTime(), body = JSON.stringify(event) } = {},
) {
  const seconds = String(Math.floor(at / 1000));
  const v1 = createHmac('sha256', secret)
    .update(`${seconds}.${JSON.stringify(event)}`)
    .digest('hex');
  return request(booted.url)
    .post('/api/stripe/webhook')
    .set({ 'stripe-signature': `t=${seconds},v1=${v1}`, 'content-type': 'application/json' })
    .send(body);
}

it('creates one customer and one subscription, and returns the secret that opens the payment form', async () => {
  const reply = await startSubscription();
  const { id } = onlySubscription();
  expect(reply).toEqual({
    clientSecret: stripe.secrets.get(id),
    intentType: 'payment',
    status: 'incomplete',
    subscriptionId: id,
  });
  expect(eventTypes()).toEqual([
    'CheckoutStarted',
    'CustomerLinked',
    'CheckoutAttempted',
    'SubscriptionObserved',
  ]);
  expect(await startSubscription()).toEqual(reply);
  expect(subscriptionsOfUser()).toHaveLength(1);
});

it('creates one subscription for fifty concurrent requests, and returns the same secret to all', async () => {
  const before = stripe.customers.size;
  const answers = await Promise.all(Array.from({ length: 50 }, () => subscribe()));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(answers.map(({ body }) => (body as CreateSubscriptionReply).clientSecret))).toEqual(
    new Set([stripe.secrets.get(onlySubscription().id)]),
  );
  expect(stripe.customers.size - before).toBe(1);
  expect(eventTypes().filter((type) => type === 'CheckoutAttempted')).toHaveLength(1);
});

it("grants Premium once, based on Stripe's state after the payment, whatever causes the check", async () => {
  await startSubscription();
  expect((await refresh()).plan).toBe('free');
  stripe.change(onlySubscription().id, { status: 'active' });
  expect(await refresh()).toMatchObject({
    plan: 'premium',
    causes: ['subscription'],
    status: 'active',
    amount: 1900,
  });
  await deliver(eventAbout(onlySubscription())).expect(200, { received: true });
  expect(eventTypes().filter((type) => type === 'PremiumGranted')).toHaveLength(1);
  expect(await startSubscription()).toEqual({
    clientSecret: null,
    intentType: null,
    status: 'active',
    subscriptionId: onlySubscription().id,
  });
});

it("does not grant Premium because of a browser's claim", async () => {
  const claims = {
    isPremium: true,
    status: 'active',
    success: true,
    customer: 'cus_1',
    subscriptionId: 'sub_1',
  };
  for (const path of ['/api/create-subscription', '/api/billing/refresh']) {
    await post(path, claims).expect(200);
    await post(`${path}?success=true`, claims).expect(400);
  }
  expect(await billing()).toMatchObject({ plan: 'free', status: 'incomplete' });
  expect(eventTypes()).not.toContain('PremiumGranted');
});

it('returns the secret of a card setup when the first invoice is zero', async () => {
  stripe.isFree = true;
  const reply = await startSubscription();
  expect(reply).toMatchObject({ intentType: 'setup', status: 'incomplete' });
  expect(reply.clientSecret).toBe(stripe.secrets.get(onlySubscription().id));
  expect((await billing()).plan).toBe('premium');
});

it('lets a customer subscribe who pays for another product of the operator, and does not change that subscription', async () => {
  const customer = { id: `cus_${randomUUID().replaceAll('-', '')}`, metadata: { userId: user } };
  stripe.customers.set(customer.id, customer);
  const paid = stripe.make(customer.id, {}, { status: 'active' });
  const unpaid = stripe.make(customer.id, {});
  for (const { items } of [paid, unpaid] as unknown as readonly { items: { data: { price: object }[] } }[])
    for (const item of items.data)
      item.price = { ...item.price, lookup_key: 'course', product: 'prod_course' };
  await deliver(eventAbout(paid)).expect(200);
  expect(await billing()).toMatchObject({ plan: 'free', status: null });
  const { subscriptionId } = await startSubscription();
  expect(subscriptionId).toBe(onlySubscription().id);
  expect([paid, unpaid].map(({ status }) => status)).toEqual(['active', 'incomplete']);
});

it('finds the subscription of a call whose response was lost, and does not create a second one', async () => {
  stripe.faults = [{ call: 'POST /v1/subscriptions', how: 'drop-after' }];
  const reply = await startSubscription();
  expect(reply.subscriptionId).toBe(onlySubscription().id);
  expect(eventTypes()).toEqual([
    ...['CheckoutStarted', 'CustomerLinked', 'CheckoutAttempted', 'CheckoutUnknown', 'SubscriptionObserved'],
  ]);
});

it('continues after the crash of a worker, and does not create a second subscription', async () => {
  const customer = { id: `cus_${randomUUID().replaceAll('-', '')}`, metadata: { userId: user } };
  stripe.customers.set(customer.id, customer);
  const attemptId = randomUUID();
  const { id } = stripe.make(customer.id, { userId: user, attemptId });
  const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString();
  const ids = { userId: user, attemptId };
  const price = { lookupKey: 'premium_4900_usd_month', amount: 4900, currency: 'usd' };
  const call = { callId: randomUUID(), number: 1, startedAt: ago(60), startBy: ago(55), deadline: ago(30) };
  const killed: SubscriptionEvent[] = [
    subscriptionEvent('CheckoutStarted', { ...ids, ...price, startedAt: ago(61) }),
    subscriptionEvent('CustomerLinked', { userId: user, customerId: customer.id, linkedAt: ago(61) }),
    subscriptionEvent('CheckoutAttempted', { ...ids, ...call }),
  ];
  const cause = { actor: { kind: 'system', id: 'checkout' }, correlationId: 'r', causationId: 'r' } as const;
  const { app } = booted;
  await app
    .get(CauseContext)
    .run(cause, () => app.get(StreamWriter).decide(subscriptionStream, user, () => killed));
  await booted.catchUp();
  const asked = stripe.calls.filter((each) => each === 'POST /v1/subscriptions').length;
  await app.get(Checkouts).round();
  expect((await startSubscription()).subscriptionId).toBe(id);
  expect(subscriptionsOfUser()).toHaveLength(1);
  expect(stripe.calls.filter((each) => each === 'POST /v1/subscriptions')).toHaveLength(asked);
  expect(eventTypes().slice(3)).toEqual(['CheckoutUnknown', 'SubscriptionObserved']);
});

it("shows Stripe's text of a refusal, and lets the user start again", async () => {
  stripe.faults = [{ call: 'POST /v1/subscriptions', how: 'refuse' }];
  const refused = await subscribe().expect(502);
  expect(refused.body).toMatchObject({ code: 'billing.refused', message: 'Your account cannot subscribe.' });
  expect(eventTypes().at(-1)).toBe('CheckoutFailed');
  expect((await startSubscription()).subscriptionId).toBe(onlySubscription().id);
});

it('returns 503 with Retry-After when Stripe is unreachable', async () => {
  await startSubscription();
  const call = 'GET /v1/subscriptions';
  stripe.faults = Array.from({ length: 2 }, () => ({ call, how: 'http500' }) as const);
  const answer = await subscribe().expect(503);
  expect(answer.body).toMatchObject({ code: 'billing.unavailable' });
  expect(answer.headers['retry-after']).toBeDefined();
});

it('does not overwrite the state in a newer response of Stripe with an older one', async () => {
  await startSubscription();
  const { id } = onlySubscription();
  let letGo: () => void = () => undefined;
  stripe.held = new Promise((resolve) => (letGo = resolve));
  const asked = stripe.calls.length;
  const slow = post('/api/billing/refresh').then(({ body }) => body as BillingView);
  while (stripe.calls.length === asked) await new Promise(setImmediate);
  stripe.change(id, { status: 'active' });
  expect((await refresh()).plan).toBe('premium');
  letGo();
  expect((await slow).plan).toBe('premium');
  expect((await billing()).status).toBe('active');
});

it('accepts events that Stripe signed with the new or the old secret, and no others', async () => {
  await startSubscription();
  stripe.change(onlySubscription().id, { status: 'active' });
  const event = eventAbout(onlySubscription());
  const before = eventTypes().length;
  await deliver(event, { secret: 'whsec_other' }).expect(400);
  await deliver(event, { body: JSON.stringify({ ...event, livemode: true }) }).expect(400);
  await deliver(event, { at: booted.clock.now().getTime() - 301_000 }).expect(400);
  await deliver({ ...event, livemode: true }).expect(400);
  await deliver({ ...event, object: 'v2.core.event' }).expect(400);
  await deliver({ ...event, id: 'evt_\0' }).expect(400);
  await deliver({ ...event, type: 'invoice.paid\0' }).expect(400);
  const unsigned = request(booted.url).post('/api/stripe/webhook').set('content-type', 'application/json');
  expect((await unsigned.send(JSON.stringify(event)).expect(400)).body).toMatchObject({
    code: 'billing.signature',
  });
  expect(eventTypes()).toHaveLength(before);
  const rows = await booted.database?.pool.query('select 1 from billing.stripe_event where id = $1', [
    event.id,
  ]);
  expect(rows?.rowCount).toBe(0);
  await deliver(event, { secret: 'whsec_old' }).expect(200);
  expect((await billing()).plan).toBe('premium');
  const asked = stripe.calls.length;
  await deliver(event).expect(200);
  expect(stripe.calls).toHaveLength(asked);
});

it("links a customer whose metadata at Stripe contains the user's id, and no other customer", async () => {
  const customer = { id: `cus_${randomUUID().replaceAll('-', '')}`, metadata: { userId: user } };
  stripe.customers.set(customer.id, customer);
  stripe.make(customer.id, {}, { status: 'active' });
  await deliver(eventAbout({ object: 'subscription', customer: customer.id })).expect(200);
  expect(await billing()).toMatchObject({ plan: 'premium', status: 'active' });
  const strange = { id: `cus_${randomUUID().replaceAll('-', '')}`, metadata: { userId: 'nobody' } };
  stripe.customers.set(strange.id, strange);
  await deliver(eventAbout({ object: 'subscription', customer: strange.id })).expect(200);
  expect(store.historyOf('subscription-nobody')).toEqual([]);
});

const customersOfUser = () =>
  [...stripe.customers.values()].filter(({ metadata }) => metadata['userId'] === user).map(({ id }) => id);
function paidCustomer(): string {
  const customer = { id: `cus_${randomUUID().replaceAll('-', '')}`, metadata: { userId: user } };
  stripe.customers.set(customer.id, customer);
  stripe.make(customer.id, { userId: user }, { status: 'active' });
  return customer.id;
}

it('does not create a second subscription when a paid customer is linked during a checkout, and leaves no unused customer', async () => {
  let adopted = '';
  stripe.afterCustomer = async () => {
    if (adopted !== '') return;
    adopted = paidCustomer();
    await deliver(eventAbout({ object: 'subscription', customer: adopted })).expect(200);
  };
  expect(await startSubscription()).toMatchObject({
    clientSecret: null,
    status: 'active',
    subscriptionId: onlySubscription().id,
  });
  expect(customersOfUser()).toEqual([adopted]);
  expect(await billing()).toMatchObject({ plan: 'premium', status: 'active' });
});

const forgetCustomer = async () => {
  const leaving = { userId: user, requestedAt: booted.clock.now().toISOString() };
  const cause = {
    actor: { kind: 'system', id: 'spec' },
    correlationId: 'spec',
    causationId: 'spec',
  } as const;
  return booted.app.get(CauseContext).run(cause, () => booted.app.get(ForgetCustomer).step.run(leaving));
};

it('deletes all customers of an erased user, including those that the log does not contain', async () => {
  await startSubscription();
  paidCustomer();
  const other = { id: `cus_${randomUUID().replaceAll('-', '')}`, metadata: { userId: `${user}-2` } };
  stripe.customers.set(other.id, other);
  expect(customersOfUser()).toHaveLength(2);
  expect(await forgetCustomer()).toEqual({ counts: { customers: 2 } });
  expect(customersOfUser()).toEqual([]);
  expect(statuses()).toEqual(['canceled', 'canceled']);
  expect(stripe.customers.has(other.id)).toBe(true);
  expect(eventTypes().at(-1)).toBe('CustomerForgotten');
});

it('deletes the customer of an erased user even if a restored log does not contain the checkout', async () => {
  paidCustomer();
  expect(await forgetCustomer()).toEqual({ counts: { customers: 1 } });
  expect(customersOfUser()).toEqual([]);
  expect(statuses()).toEqual(['canceled']);
});

it('finds by its own checks a change that no webhook reported', async () => {
  await startSubscription();
  stripe.change(onlySubscription().id, { status: 'active' });
  await booted.catchUp();
  await booted.database?.pool.query(`update ${FOLLOWED_VIEW} set due_at = now() where user_id = $1`, [user]);
  await booted.app.get(FollowedSubscriptions).round();
  expect(await billing()).toMatchObject({ plan: 'premium', status: 'active' });
  const customer = { id: `cus_${randomUUID().replaceAll('-', '')}`, metadata: { userId: `${user}-2` } };
  stripe.customers.set(customer.id, customer);
  stripe.make(customer.id, {}, { status: 'active' });
  await booted.database?.pool.query('update billing.night set due_at = now()');
  await booted.app.get(NightlyReconciliation).round();
  expect(store.historyOf(`subscription-${user}-2`).map(({ type }) => type)).toEqual([
    ...['CustomerLinked', 'SubscriptionObserved', 'PremiumGranted'],
  ]);
});

it('ends Premium when the subscription has ended, and lets the user subscribe again', async () => {
  await startSubscription();
  stripe.change(onlySubscription().id, { status: 'active' });
  await refresh();
  stripe.change(onlySubscription().id, { status: 'canceled', ended_at: Math.floor(Date.now() / 1000) });
  expect(await refresh()).toMatchObject({
    plan: 'free',
    causes: [],
    status: 'canceled',
    canOpenPortal: true,
  });
  const again = await startSubscription();
  expect(again.status).toBe('incomplete');
  expect(subscriptionsOfUser()).toHaveLength(2);
});

it('lets a user subscribe again after the operator deleted the customer at Stripe', async () => {
  await startSubscription();
  const first = onlySubscription();
  stripe.change(first.id, { status: 'active' });
  expect((await refresh()).plan).toBe('premium');
  stripe.deleteCustomer(first.customer);
  expect(await refresh()).toMatchObject({ plan: 'free', status: 'canceled' });
  expect((await post('/api/billing/portal').expect(409)).body).toMatchObject({ code: 'billing.no-customer' });
  const again = await startSubscription();
  expect(again.status).toBe('incomplete');
  const [, second] = subscriptionsOfUser();
  expect(second?.id).toBe(again.subscriptionId);
  expect(second?.customer).not.toBe(first.customer);
  const opened = await post('/api/billing/portal').expect(200);
  expect(opened.body).toEqual({ url: `https://portal.test/${String(second?.customer)}` });
});

it('reads the customer itself only for a user who subscribes again', async () => {
  const reads = () => stripe.calls.filter((call) => call.startsWith('GET /v1/customers/')).length;
  const before = reads();
  await startSubscription();
  await startSubscription();
  expect(reads()).toBe(before);
  stripe.change(onlySubscription().id, { status: 'canceled' });
  await startSubscription();
  expect(reads()).toBe(before + 1);
});

it('ends Premium fourteen days after a failed renewal, without any webhook', async () => {
  await startSubscription();
  const { id } = onlySubscription();
  stripe.change(id, { status: 'active' });
  await refresh();
  const fourteenDays = 14 * 86_400;
  const created = Math.floor(Date.now() / 1000) - fourteenDays + 2;
  stripe.billUnpaid(id, created);
  expect(await refresh()).toMatchObject({ plan: 'premium', status: 'past_due' });
  await booted.catchUp();
  // Stripe is not available at that time.
  const call = 'GET /v1/subscriptions';
  stripe.faults = Array.from({ length: 10 }, () => ({ call, how: 'http500' }) as const);
  const until = Date.now() + 30_000;
  while ((await billing()).plan === 'premium' && Date.now() < until)
    await booted.app.get(FollowedSubscriptions).round();
  expect(Date.now() / 1000).toBeGreaterThanOrEqual(created + fourteenDays);
  expect(await billing()).toMatchObject({ plan: 'free', causes: [], status: 'past_due' });
  expect(eventTypes().at(-1)).toBe('PremiumEnded');
});

it('counts the fourteen days from the first open invoice, however many follow it', async () => {
  await startSubscription();
  const { id } = onlySubscription();
  stripe.change(id, { status: 'active' });
  expect(await refresh()).toMatchObject({ plan: 'premium' });
  const now = Math.floor(Date.now() / 1000);
  const iso = (seconds: number) => new Date(seconds * 1000).toISOString();
  const second = now - 7 * 86_400;
  const first = stripe.billUnpaid(id, now - 37 * 86_400);
  stripe.billUnpaid(id, second);
  expect(await refresh()).toMatchObject({
    plan: 'free',
    causes: [],
    status: 'past_due',
    pastDueSince: iso(now - 37 * 86_400),
  });
  stripe.invoices.set(first, {
    ...stripe.invoices.get(first),
    id: first,
    subscription: id,
    status: 'paid',
    created: 0,
  });
  expect(await refresh()).toMatchObject({ plan: 'premium', status: 'past_due', pastDueSince: iso(second) });
});

it('does not count an invoice that stayed open before a later one was paid, because Stripe needs only the latest', async () => {
  await startSubscription();
  const { id } = onlySubscription();
  const now = Math.floor(Date.now() / 1000);
  stripe.billUnpaid(id, now - 190 * 86_400);
  stripe.billUnpaid(id, now - 160 * 86_400);
  stripe.change(id, { status: 'active' });
  expect(await refresh()).toMatchObject({ plan: 'premium', status: 'active' });
  stripe.billUnpaid(id, now - 3600);
  const pastDueSince = new Date((now - 3600) * 1000).toISOString();
  expect(await refresh()).toMatchObject({ plan: 'premium', status: 'past_due', pastDueSince });
});

/** Starts a checkout and makes it too old to continue. Its form is still open in another window. */
async function withOldWindow(): Promise<ScriptedSubscription> {
  const customer = { id: `cus_${randomUUID().replaceAll('-', '')}`, metadata: { userId: user } };
  stripe.customers.set(customer.id, customer);
  const old = stripe.make(customer.id, { userId: user, attemptId: randomUUID() });
  await deliver(eventAbout({ object: 'subscription', customer: customer.id })).expect(200);
  expect(eventTypes()).toEqual(['CustomerLinked', 'SubscriptionObserved']);
  return old;
}
const statuses = () => subscriptionsOfUser().map(({ status }) => status);

it('closes the form of an older checkout by voiding its invoice, and creates one subscription', async () => {
  const old = await withOldWindow();
  const reply = await startSubscription();
  expect(reply).toMatchObject({ status: 'incomplete' });
  expect(reply.subscriptionId).not.toBe(old.id);
  expect(statuses()).toEqual(['incomplete_expired', 'incomplete']);
  expect(stripe.invoices.get(String(old['latest_invoice']))?.status).toBe('void');
});

it('accepts a payment in the old window while a newer checkout starts, and does not create a second subscription', async () => {
  const old = await withOldWindow();
  stripe.beforeVoid = (id) => {
    stripe.change(id, { status: 'active' });
  };
  expect(await startSubscription()).toEqual({
    clientSecret: null,
    intentType: null,
    status: 'active',
    subscriptionId: old.id,
  });
  expect(statuses()).toEqual(['active']);
  expect(await billing()).toMatchObject({ plan: 'premium', status: 'active' });
});

it('does not create a second subscription while the payment in the old window is in progress', async () => {
  const old = await withOldWindow();
  // Before the bank decides, Stripe neither voids the invoice nor completes the payment.
  const invoice = stripe.invoices.get(String(old['latest_invoice']));
  if (invoice) invoice.status = 'being paid';
  expect((await subscribe().expect(503)).body).toMatchObject({ code: 'billing.unavailable' });
  expect(statuses()).toEqual(['incomplete']);
  stripe.change(old.id, { status: 'active' });
  expect(await refresh()).toMatchObject({ plan: 'premium', status: 'active' });
});

it('reports a second paid subscription, and continues to use the first', async () => {
  const alarmCount = async () => {
    const text = await booted.app.get(Metrics).registry.getSingleMetricAsString('billing_alarms_total');
    return Number(/kind="paid-twice"[^}]*\} (?<count>\d+)/u.exec(text)?.groups?.['count'] ?? 0);
  };
  await startSubscription();
  const { id, customer } = onlySubscription();
  stripe.change(id, { status: 'active' });
  await refresh();
  const before = [await alarmCount(), eventTypes().length];
  stripe.make(customer, {}, { status: 'active', created: Math.floor(Date.now() / 1000) + 60 });
  await deliver(eventAbout({ object: 'subscription', customer })).expect(200);
  expect([await alarmCount(), eventTypes().length]).toEqual([Number(before[0]) + 1, before[1]]);
});

it('sends the new address of a customer to Stripe, and nothing about users without a customer', async () => {
  const { process } = booted.app.get(SyncCustomerEmail);
  const changed = (userId: string) => {
    newAddresses.set(userId, `${userId}@new.example`);
    return process.handle({
      type: 'EmailChanged',
      schema: 1,
      data: { userId },
      id: randomUUID(),
      stream: `user-${userId}`,
      category: 'user',
      streamId: userId,
      revision: 1n,
      position: { commit: 1n, prepare: 1n } as never,
      meta: {} as never,
    });
  };
  const calls = stripe.calls.length;
  await changed(randomUUID());
  expect(stripe.calls.length).toBe(calls);

  await startSubscription();
  const { customer } = onlySubscription();
  const known = () => stripe.customers.get(customer)?.['email'];
  expect(known()).toBe(`${user}@example.com`);
  const call = `POST /v1/customers/${customer}`;
  // The SDK repeats the call once.
  stripe.faults = [call, call].map((each) => ({ call: each, how: 'http500' }) as const);
  await expect(changed(user)).rejects.toMatchObject({ statusCode: 500 });
  await changed(user);
  expect(known()).toBe(`${user}@new.example`);
  stripe.deleteCustomer(customer);
  await changed(user);
});

it('opens the portal for a user with a customer at Stripe', async () => {
  const refused = await post('/api/billing/portal').expect(409);
  expect(refused.body).toMatchObject({ code: 'billing.no-customer' });
  await startSubscription();
  const opened = await post('/api/billing/portal', { flow: 'cancel' }).expect(200);
  expect(opened.body).toEqual({ url: `https://portal.test/${onlySubscription().customer}` });
  await post('/api/billing/portal', { flow: 'steal' }).expect(400);
});

it('shows the charged price to all visitors, and the key to signed-in users only', async () => {
  const prices = await request(booted.url).get('/api/billing/prices').expect(200);
  expect(prices.headers['cache-control']).toBe('public, max-age=60');
  expect(prices.body).toEqual({
    current: { amount: 4900, currency: 'usd', interval: 'month' },
    normally: 4900,
    next: null,
    canSubscribe: true,
  });
  await request(booted.url).get('/api/stripe/public-key').expect(401);
  const key = await request(booted.url).get('/api/stripe/public-key').set('x-test-user', user).expect(200);
  expect(key.body).toMatchObject({ publicKey: 'pk_test_shown' });
});

it('keeps the key and the secrets of forms out of the log and the rows', async () => {
  await startSubscription();
  const secret = stripe.secrets.get(onlySubscription().id) ?? '';
  const kept = JSON.stringify(store.historyOf(`subscription-${user}`).map(({ data }) => data));
  for (const canary of [KEY, secret, ...SECRETS]) expect(kept).not.toContain(canary);
  for (const table of [FOLLOWED_VIEW, CUSTOMERS_VIEW, 'billing.stripe_event']) {
    const rows = await booted.database?.pool.query(`select row_to_json(t)::text as row from ${table} t`);
    const text = JSON.stringify(rows?.rows);
    for (const canary of [KEY, secret, ...SECRETS]) expect(text).not.toContain(canary);
  }
});
