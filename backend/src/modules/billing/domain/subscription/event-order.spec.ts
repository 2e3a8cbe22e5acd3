import fc from 'fast-check';
import { expect, it } from '@jest/globals';
import { customerOf } from '../../gateways/stripe/customer-of.ts';
import { observe, type FetchedSubscription } from './observing.ts';
import type { SubscriptionEvent } from './subscription-events.ts';
import { subscriptionStream, type Subscription } from './subscription.ts';
import { day, fetched, started } from '../testing/subscription-samples.ts';

/** The events of a subscription in order, each with the state of the subscription at Stripe. */
const LIFE: readonly Readonly<{ type: string; then: Partial<FetchedSubscription> }>[] = [
  { type: 'customer.subscription.created', then: { status: 'incomplete', intent: 'payment' } },
  { type: 'customer.subscription.updated', then: { status: 'active' } },
  { type: 'invoice.payment_failed', then: { status: 'past_due', pastDueSince: day(30) } },
  { type: 'customer.subscription.updated', then: { status: 'past_due', pastDueSince: day(30) } },
  { type: 'customer.subscription.updated', then: { status: 'canceled', endsAt: day(40) } },
  { type: 'customer.subscription.deleted', then: { status: 'canceled', endsAt: day(40) } },
];
/** The fields of the same event in two API versions. The newer version moved the period to the items and dropped `invoice.payment_intent`. */
const FORMATS = {
  '2023-08-16': { current_period_end: 1, payment_intent: 'pi_1' },
  '2026-10-28': { items: { data: [{ current_period_end: 1 }] }, confirmation_secret: { client_secret: 'x' } },
} as const;
const API_VERSIONS = Object.keys(FORMATS) as (keyof typeof FORMATS)[];

function customerIn(event: number, apiVersion: keyof typeof FORMATS) {
  const { status } = LIFE[event]?.then ?? {};
  return customerOf({
    data: { object: { object: 'subscription', customer: 'cus_1', status, ...FORMATS[apiVersion] } },
  });
}

/** Handles a webhook. Posthorn ignores its body and requests the state from Stripe. Here Stripe returns the state after the event with the index `life`. */
function take(
  story: readonly SubscriptionEvent[],
  event: number,
  apiVersion: keyof typeof FORMATS,
  life: number,
) {
  if (customerIn(event, apiVersion) !== 'cus_1') throw new Error(`No customer in event ${String(event)}`);
  const state = story.reduce<Subscription>(subscriptionStream.evolve, subscriptionStream.initial);
  const answer = { gone: false, subscriptions: [fetched(LIFE[life]?.then)] };
  const why = {
    userId: 'ana',
    by: 'webhook' as const,
    causeEventId: `evt_${String(event)}`,
    now: new Date(day(40 + life)),
  };
  return [...story, ...observe(state, answer, why)];
}
const stateOf = (story: readonly SubscriptionEvent[]) =>
  story.reduce<Subscription>(subscriptionStream.evolve, subscriptionStream.initial);

const permutations = (items: readonly number[]): number[][] =>
  items.length < 2
    ? [[...items]]
    : items.flatMap((first) =>
        permutations(items.filter((other) => other !== first)).map((rest) => [first, ...rest]),
      );
const ORDERS = permutations(LIFE.map((_, at) => at));

it.each(API_VERSIONS)(
  'reaches the same state for every order of six late events, each delivered twice, in the format of %s',
  (apiVersion) => {
    expect(ORDERS).toHaveLength(720);
    const ends = ORDERS.flatMap((order) =>
      [order, order.flatMap((event) => [event, event]), [...order, ...order]].map((delivered) => {
        // All events arrive late, so Stripe always returns the last state.
        const story = delivered.reduce<readonly SubscriptionEvent[]>(
          (before, event) => take(before, event, apiVersion, LIFE.length - 1),
          [started()],
        );
        return JSON.stringify([stateOf(story), story.length]);
      }),
    );
    expect(new Set(ends).size).toBe(1);
    expect(ends[0]).toContain('"status":"canceled"');
  },
);

it.each(API_VERSIONS)(
  'grants and ends Premium once for every order of six events, each delivered twice, in the format of %s',
  (apiVersion) => {
    const ends = ORDERS.flatMap((order) => {
      // Stripe returns one step of `LIFE` after another, whichever event arrives. Each event arrives once, twice, or again after the last step.
      const once = order.map((event, life) => [event, life] as const);
      const again = once.map(([event]) => [event, LIFE.length - 1] as const);
      return [once, once.flatMap((each) => [each, each]), [...once, ...again]].map((delivered) => {
        const story = delivered.reduce<readonly SubscriptionEvent[]>(
          (before, [event, life]) => take(before, event, apiVersion, life),
          [started()],
        );
        const types = story.map(({ type }) => type);
        expect(types.filter((type) => type === 'PremiumGranted')).toHaveLength(1);
        expect(types.filter((type) => type === 'PremiumEnded')).toHaveLength(1);
        return JSON.stringify([stateOf(story), types]);
      });
    });
    // The observation contains the id of the event that caused it. Nothing else differs.
    expect(new Set(ends.map((end) => end.replaceAll(/evt_\d/gu, 'evt'))).size).toBe(1);
    expect(ends[0]).toContain('"status":"canceled"');
  },
);

it('grants and ends Premium once, in whatever order deliveries and changes at Stripe alternate', () => {
  const deliveries = fc.array(fc.nat({ max: LIFE.length - 1 }), { maxLength: 30 });
  fc.assert(
    fc.property(deliveries, fc.constantFrom(...API_VERSIONS), (events, apiVersion) => {
      // Stripe's state advances while events arrive in any order. The last event arrives after the last change.
      const steps = events.map((_, at) => Math.floor((at * LIFE.length) / events.length));
      const story = [...events.map((event, at) => [event, steps[at] ?? 0] as const), [5, 5] as const].reduce<
        readonly SubscriptionEvent[]
      >((before, [event, life]) => take(before, event, apiVersion, life), [started()]);
      const countOf = (type: string) => story.filter((each) => each.type === type).length;
      expect(countOf('PremiumGranted')).toBeLessThanOrEqual(1);
      expect(countOf('PremiumEnded')).toBe(countOf('PremiumGranted'));
      expect(stateOf(story)).toMatchObject({ causes: [], observed: { status: 'canceled' } });
    }),
  );
});
