import { randomUUID } from 'node:crypto';
import { InMemoryEventStore } from '@posthorn/event-store/testing/in-memory-event-store';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { CommandBus } from '@nestjs/cqrs';
import { Metrics } from '#infrastructure/observability/metrics.ts';
import { boot, type Booted } from '#infrastructure/testing/boot.ts';
import { BillingModule } from '../../billing.module.ts';
import { ReconcileStripeNow } from '../../features/reconcile-stripe-now/reconcile-stripe-now.command.ts';
import { PeopleDouble, peopleOf } from '../../testing/people-double.ts';
import { ScriptedStripe } from '../../testing/scripted-stripe.ts';
import { FollowedSubscriptions } from './followed-subscriptions.ts';
import { NightlyReconciliation } from './nightly-reconciliation.ts';
import { FOLLOWED_VIEW } from '../../read-models/followed-subscriptions/followed-subscriptions.projection.ts';

const DAY_SECONDS = 86_400;

const people = new PeopleDouble();
people.address = () => null;
const store = new InMemoryEventStore();
const stripe = new ScriptedStripe();
let booted: Booted;
let user: string;

beforeAll(async () => {
  booted = await boot([peopleOf(people), BillingModule], {
    database: true,
    store,
    env: {
      STRIPE_SECRET_KEY: `sk_test_${'c'.repeat(24)}`,
      STRIPE_PUBLISHABLE_KEY: 'pk_test_shown',
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
      STRIPE_API_URL: await stripe.open(),
    },
  });
}, 120_000);
afterAll(async () => {
  await booted.close();
  await stripe.close();
});
beforeEach(() => {
  user = randomUUID();
});

/** Changes the prices of the items of a subscription. */
const price = (
  id: string,
  ...prices: readonly Readonly<{ lookup_key: string | null; product: string }>[]
) => {
  const [item] = (stripe.subscriptions.get(id)?.['items'] as { data: readonly Record<string, object>[] })
    .data;
  const data = prices.map((each) => ({ ...item, price: { ...item?.['price'], ...each } }));
  stripe.change(id, { items: { object: 'list', data } });
};
const COURSE = { lookup_key: 'course', product: 'prod_course' };
/** Creates a customer at Stripe whose metadata contains the user's id, but whom Posthorn has linked to no user. */
function createUnlinkedCustomer(daysAgo: number) {
  const customer = { id: `cus_${randomUUID().replaceAll('-', '')}`, metadata: { userId: user } };
  stripe.customers.set(customer.id, customer);
  const created = Math.floor(Date.now() / 1000) - daysAgo * DAY_SECONDS;
  return stripe.make(customer.id, { userId: user }, { status: 'active', created });
}
const eventTypes = () => store.historyOf(`subscription-${user}`).map(({ type }) => type);
async function alarms() {
  const text = await booted.app.get(Metrics).registry.getSingleMetricAsString('billing_alarms_total');
  return Number(/kind="second-customer"[^}]*\} (?<count>\d+)/u.exec(text)?.groups?.['count'] ?? 0);
}
async function runNight() {
  await booted.app.get(CommandBus).execute(new ReconcileStripeNow());
  await booted.app.get(NightlyReconciliation).round();
  await booted.catchUp();
  await booted.database?.pool.query(`update ${FOLLOWED_VIEW} set due_at = now()`);
  await booted.app.get(FollowedSubscriptions).round();
}

it.each([0, 20])(
  'grants Premium to a user who paid %i days ago and whose customer is missing after a restore',
  async (daysAgo) => {
    createUnlinkedCustomer(daysAgo);
    await runNight();
    expect(eventTypes()).toEqual(['CustomerLinked', 'SubscriptionObserved', 'PremiumGranted']);
  },
);
it('ends Premium of a user who has cancelled, even without a webhook', async () => {
  const { id } = createUnlinkedCustomer(20);
  await runNight();
  stripe.change(id, { status: 'canceled', ended_at: Math.floor(Date.now() / 1000) });
  await runNight();
  expect(eventTypes().slice(-2)).toEqual(['SubscriptionObserved', 'PremiumEnded']);
});
it('does not request a known customer again, and adds no events for an unchanged subscription', async () => {
  createUnlinkedCustomer(20);
  await runNight();
  const [known] = [...stripe.customers.values()].slice(-1);
  stripe.calls.length = 0;
  await runNight();
  expect(stripe.calls).not.toContain(`GET /v1/customers/${known?.id ?? ''}`);
  expect(eventTypes()).toHaveLength(3);
});
it('grants no Premium for a subscription to another product of the operator, whatever comes first', async () => {
  const course = createUnlinkedCustomer(20);
  price(course.id, COURSE);
  await runNight();
  expect(eventTypes()).toEqual(['CustomerLinked']);
  const premium = stripe.make(course.customer, {}, { status: 'active' });
  await runNight();
  expect(eventTypes()).toEqual(['CustomerLinked', 'SubscriptionObserved', 'PremiumGranted']);
  stripe.change(premium.id, { status: 'canceled' });
  await runNight();
  expect(eventTypes().slice(3)).toEqual(['SubscriptionObserved', 'PremiumEnded']);
});
it('grants Premium for an old price of the product that has lost its lookup key', async () => {
  const { id } = createUnlinkedCustomer(20);
  price(id, COURSE, { lookup_key: null, product: 'prod_premium' });
  await runNight();
  expect(eventTypes()).toEqual(['CustomerLinked', 'SubscriptionObserved', 'PremiumGranted']);
});
it('raises no alarm for a second customer who pays for another product', async () => {
  createUnlinkedCustomer(20);
  await runNight();
  const before = await alarms();
  price(createUnlinkedCustomer(0).id, COURSE);
  await runNight();
  expect(await alarms()).toBe(before);
});
it('alerts the operator when a user pays with a customer that is not linked, and not when that subscription has ended', async () => {
  createUnlinkedCustomer(20);
  await runNight();
  const second = createUnlinkedCustomer(0);
  stripe.change(second.id, { status: 'canceled' });
  await runNight();
  expect(await alarms()).toBe(0);
  stripe.change(second.id, { status: 'active' });
  await runNight();
  expect(await alarms()).toBe(1);
  expect(eventTypes()).toHaveLength(3);
});
