import type { KillPoints } from '../kill-plan.ts';
import { underKills, type RunOptions, type RunReport } from '../under-kills.ts';
import type { CheckoutTally } from './checkout-tally.ts';
import { CheckoutWriter } from './checkout-writer.ts';
import type { CheckoutCounts } from './subscriber.ts';

export type CheckoutChaosReport = CheckoutTally &
  RunReport &
  Readonly<{
    /** Planned faults of Stripe, by kind. */
    faults: Readonly<Record<string, number>>;
    counts: CheckoutCounts;
  }>;

/** The kill points of checkouts and of the nightly checks. */
export const CHECKOUT_POINTS: KillPoints = {
  atLog: ['checkout/intent', 'checkout/outcome'],
  elsewhere: [
    'checkout/before-claim',
    'checkout/claim',
    'checkout/prepare',
    'checkout/before-intent',
    'billing-following/before-claim',
    'checkout/call',
    'checkout/answer',
    'checkout/acknowledgement',
    'billing-following/claim',
    'billing-night/claim',
  ],
};

/** As in production. If Stripe's first response to a key was a server error, Stripe always repeats it, so the checkout must end. */
const TRIES = 6;
const MAX_PEOPLE = 120;

/** Lets people subscribe while workers are killed; then compares the product with Stripe. */
export const runCheckoutChaos = (o: RunOptions): Promise<CheckoutChaosReport> =>
  underKills(
    {
      ...o,
      points: CHECKOUT_POINTS,
      premium: [],
      setup: { times: { tries: TRIES }, env: { TRUSTED_PROXIES: '1' } },
    },
    (setup, random) => new CheckoutWriter(setup, random, Math.min(MAX_PEOPLE, 20 + (o.kills ?? 0))),
    async (writer) => ({ ...(await writer.settled()), faults: writer.faults, counts: writer.counts }),
  );
