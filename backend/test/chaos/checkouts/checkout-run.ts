import { underKills, type RunOptions, type RunReport } from '../under-kills.ts';
import type { CheckoutTally } from './checkout-tally.ts';
import { CheckoutWriter } from './checkout-writer.ts';
import type { Told } from './subscriber.ts';

export type CheckoutChaosReport = CheckoutTally &
  RunReport &
  Readonly<{
    /** Faults that were set before Stripe, by their kind. */
    faults: Readonly<Record<string, number>>;
    told: Told;
  }>;

/** Named places of checkouts and of the nightly looks. */
const POINTS = [
  'checkout/before-claim',
  'checkout/claim',
  'checkout/prepare',
  'checkout/before-intent',
  'checkout/intent',
  'checkout/call',
  'checkout/answer',
  'checkout/outcome',
  'projection',
  'checkout/acknowledgement',
  'billing-following/before-claim',
  'billing-following/claim',
  'billing-night/claim',
];

/** Of production: one whose first answer was a failure of Stripe's gets no other under its key, and ends. */
const TRIES = 6;
const MOST_PEOPLE = 120;

/** People subscribe while workers are killed; then the product and Stripe are compared. */
export const runCheckoutChaos = (o: RunOptions): Promise<CheckoutChaosReport> =>
  underKills(
    {
      ...o,
      points: POINTS,
      premium: [],
      setup: { times: { tries: TRIES }, env: { TRUSTED_PROXIES: '1' } },
    },
    (setup, random) => new CheckoutWriter(setup, random, Math.min(MOST_PEOPLE, 20 + o.kills)),
    async (writer) => ({ ...(await writer.settled()), faults: writer.faults, told: writer.told }),
  );
