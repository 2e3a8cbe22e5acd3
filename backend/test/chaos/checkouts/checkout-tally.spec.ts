import { expect, it } from '@jest/globals';
import type { StripeState, StripeSubscription } from '../../stripe-control.ts';
import { tallyCheckouts, type Person } from './checkout-tally.ts';

const ana = (plan: 'free' | 'premium', status: string | null, wasGivenPremium = false): Person => ({
  userId: 'ana',
  view: { plan, status },
  wasGivenPremium,
});
const subscriptionOf = (
  id: string,
  status: string,
  extra: Partial<StripeSubscription> = {},
): StripeSubscription => ({
  id,
  customer: 'cus_1',
  status,
  created: 100,
  ended_at: status === 'active' || status === 'incomplete' ? null : 200,
  ...extra,
});
const stripe = (subscriptions: readonly StripeSubscription[], paid: readonly string[] = []): StripeState => ({
  customers: ['cus_1', 'cus_2'].map((id) => ({ id, metadata: { userId: 'ana' } })),
  subscriptions,
  invoices: paid.map((subscription) => ({
    status: 'paid',
    parent: { subscription_details: { subscription } },
  })),
});

it('reports nothing when exactly the paying people have Premium', () => {
  expect(
    tallyCheckouts([ana('premium', 'active')], stripe([subscriptionOf('a', 'active')], ['a']), 0),
  ).toMatchObject({
    paid: 1,
    premium: 1,
    spareCustomers: 1,
    problems: [],
  });
  expect(
    tallyCheckouts([ana('free', 'incomplete')], stripe([subscriptionOf('a', 'incomplete')]), 0).problems,
  ).toEqual([]);
  expect(tallyCheckouts([ana('free', null)], stripe([]), 0).problems).toEqual([]);
});
it('does not count two consecutive subscriptions as a duplicate', () => {
  const after = subscriptionOf('b', 'active', { created: 200 });
  const state = stripe([subscriptionOf('a', 'canceled'), after], ['a', 'b']);
  expect(tallyCheckouts([ana('premium', 'active')], state, 0).problems).toEqual([]);
});
it.each([
  ['two open subscriptions', [subscriptionOf('a', 'active'), subscriptionOf('b', 'incomplete')], ['a']],
  [
    'the subscriptions of two customers',
    [subscriptionOf('a', 'active'), subscriptionOf('b', 'active', { customer: 'cus_2' })],
    ['a', 'b'],
  ],
  [
    'two subscriptions that were paid at the same time',
    [subscriptionOf('a', 'active'), subscriptionOf('b', 'canceled')],
    ['a', 'b'],
  ],
])('counts %s as a duplicate', (_what, subscriptions, paid) => {
  expect(tallyCheckouts([ana('premium', 'active')], stripe(subscriptions, paid), 0)).toMatchObject({
    doubled: 1,
    problems: { length: 1 },
  });
});
it('counts Premium without a payment, during and at the end of the run', () => {
  const unpaid = [ana('premium', 'active'), ana('free', 'active', true)];
  for (const person of unpaid)
    expect(tallyCheckouts([person], stripe([subscriptionOf('a', 'active')]), 0)).toMatchObject({ unpaid: 1 });
});
it('counts payers without Premium, wrong states, open checkouts and subscriptions without a person', () => {
  expect(
    tallyCheckouts([ana('free', 'incomplete')], stripe([subscriptionOf('a', 'active')], ['a']), 2),
  ).toMatchObject({
    unserved: 1,
    unrecorded: 1,
    open: 2,
    problems: { length: 2 },
  });
  expect(tallyCheckouts([], stripe([subscriptionOf('a', 'active')]), 0)).toMatchObject({ strangers: 1 });
});
