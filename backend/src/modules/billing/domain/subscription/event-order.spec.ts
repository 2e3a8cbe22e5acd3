import fc from 'fast-check';
import { expect, it } from '@jest/globals';
import { customerOf } from '../../gateways/stripe/customer-of.ts';
import { observe, type Fetched } from './observing.ts';
import type { SubscriptionEvent } from './subscription-events.ts';
import { subscriptionStream, type Subscription } from './subscription.ts';
import { day, fetched, started } from '../testing/subscription-samples.ts';

/** How the subscription is at Stripe when the event is made, one after the other. */
const LIFE: readonly Readonly<{ type: string; then: Partial<Fetched> }>[] = [
  { type: 'customer.subscription.created', then: { status: 'incomplete', intent: 'payment' } },
  { type: 'customer.subscription.updated', then: { status: 'active' } },
  { type: 'invoice.payment_failed', then: { status: 'past_due', pastDueSince: day(30) } },
  { type: 'customer.subscription.updated', then: { status: 'past_due', pastDueSince: day(30) } },
  { type: 'customer.subscription.updated', then: { status: 'canceled', endsAt: day(40) } },
  { type: 'customer.subscription.deleted', then: { status: 'canceled', endsAt: day(40) } },
];
/** The same event as two versions of the API tell it: the period moved to the items, and `invoice.payment_intent` went away. */
const SHAPES = {
  '2023-08-16': { current_period_end: 1, payment_intent: 'pi_1' },
  '2026-10-28': { items: { data: [{ current_period_end: 1 }] }, confirmation_secret: { client_secret: 'x' } },
} as const;
const STRIPES = Object.keys(SHAPES) as (keyof typeof SHAPES)[];

function customerIn(event: number, shape: keyof typeof SHAPES) {
  const { status } = LIFE[event]?.then ?? {};
  return customerOf({
    data: { object: { object: 'subscription', customer: 'cus_1', status, ...SHAPES[shape] } },
  });
}

/** A webhook: whatever its body says, Stripe is asked how it is at `now` of its life. */
function take(story: readonly SubscriptionEvent[], event: number, shape: keyof typeof SHAPES, life: number) {
  if (customerIn(event, shape) !== 'cus_1') throw new Error(`No customer in event ${String(event)}`);
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

it.each(STRIPES)(
  'comes to one end by every order of six events, each of them twice, told as in %s',
  (shape) => {
    expect(ORDERS).toHaveLength(720);
    const ends = ORDERS.flatMap((order) =>
      [order, order.flatMap((event) => [event, event]), [...order, ...order]].map((delivered) => {
        // All of them come late: Stripe has the last state whenever it is asked.
        const story = delivered.reduce<readonly SubscriptionEvent[]>(
          (before, event) => take(before, event, shape, LIFE.length - 1),
          [started()],
        );
        return JSON.stringify([stateOf(story), story.length]);
      }),
    );
    expect(new Set(ends).size).toBe(1);
    expect(ends[0]).toContain('"status":"canceled"');
  },
);

it.each(STRIPES)(
  'grants once and ends once by every order of six events that come as life goes on, each of them twice, told as in %s',
  (shape) => {
    const ends = ORDERS.flatMap((order) => {
      // Whichever event comes, Stripe is asked at each step of the life: once, twice in a row, or all of them again when it is over.
      const told = order.map((event, life) => [event, life] as const);
      const again = told.map(([event]) => [event, LIFE.length - 1] as const);
      return [told, told.flatMap((each) => [each, each]), [...told, ...again]].map((delivered) => {
        const story = delivered.reduce<readonly SubscriptionEvent[]>(
          (before, [event, life]) => take(before, event, shape, life),
          [started()],
        );
        const types = story.map(({ type }) => type);
        expect(types.filter((type) => type === 'PremiumGranted')).toHaveLength(1);
        expect(types.filter((type) => type === 'PremiumEnded')).toHaveLength(1);
        return JSON.stringify([stateOf(story), types]);
      });
    });
    // Which event it was that had Stripe asked is noted, and changes nothing else.
    expect(new Set(ends.map((end) => end.replaceAll(/evt_\d/gu, 'evt'))).size).toBe(1);
    expect(ends[0]).toContain('"status":"canceled"');
  },
);

it('grants once and ends once, however deliveries lie between what happens', () => {
  const deliveries = fc.array(fc.nat({ max: LIFE.length - 1 }), { maxLength: 30 });
  fc.assert(
    fc.property(deliveries, fc.constantFrom(...STRIPES), (events, shape) => {
      // Time goes on at Stripe while events are delivered in any order; the last one comes when all is over.
      const paces = events.map((_, at) => Math.floor((at * LIFE.length) / events.length));
      const story = [...events.map((event, at) => [event, paces[at] ?? 0] as const), [5, 5] as const].reduce<
        readonly SubscriptionEvent[]
      >((before, [event, life]) => take(before, event, shape, life), [started()]);
      const of = (type: string) => story.filter((each) => each.type === type).length;
      expect(of('PremiumGranted')).toBeLessThanOrEqual(1);
      expect(of('PremiumEnded')).toBe(of('PremiumGranted'));
      expect(stateOf(story)).toMatchObject({ causes: [], observed: { status: 'canceled' } });
    }),
  );
});
