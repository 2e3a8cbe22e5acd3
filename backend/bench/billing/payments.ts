import { startProduct, type Product } from '../../test/product.ts';
import { SandboxControl } from '../../test/sandbox-control.ts';
import { atRate, inParallel, percentilesOf } from '../at-rate.ts';
import type { Report } from '../report.ts';
import { BareStripe, CALL_MS } from './bare-stripe.ts';
import { Payer } from './payer.ts';
import { measureWebhooks } from './webhooks.ts';

const BEGIN = { perSecond: 5, seconds: 8 } as const;
const PEOPLE = BEGIN.perSecond * BEGIN.seconds;
/** Users who pay and watch the screen. For the other users, only Stripe's webhooks arrive. */
const PAY = { perSecond: 4, seconds: 6 } as const;
const WATCHING = PAY.perSecond * PAY.seconds;
const SIGN_IN_LANES = 4;

/** Measures how long a user waits from the subscribe button to Premium, and how long webhooks take. The simulated Stripe delays each call. */
export async function measurePayments(report: Report): Promise<void> {
  // With this setting, a header gives each user a separate IP address: one network may request only few sign-in links.
  const product = await startProduct({ built: true, log: 'postgres', env: { TRUSTED_PROXIES: '1' } });
  try {
    const [first, ...people] = await signInAll(product, PEOPLE + 1);
    const sandbox = new SandboxControl(product.sandboxUrl);
    const stripe = new BareStripe(product.sandboxUrl);
    await sandbox.settings({ callMilliseconds: CALL_MS });
    // Loads Stripe's library and reads the prices. The product then caches the prices for an hour.
    await first?.begin();
    await measureSubscribing(people, stripe, report);
    await measurePaying(people.slice(0, WATCHING), stripe, report);
    await measureWebhooks(people.slice(WATCHING), product, stripe, report);
  } finally {
    await product.close();
  }
}

async function signInAll(product: Product, count: number): Promise<readonly Payer[]> {
  const people: Payer[] = [];
  await inParallel([...Array(count).keys()], SIGN_IN_LANES, async (number) => {
    people.push(await Payer.signedIn(product, number));
  });
  return people;
}

/** Measures from the press of the button until the form can be opened. */
async function measureSubscribing(
  people: readonly Payer[],
  stripe: BareStripe,
  report: Report,
): Promise<void> {
  const { perSecond, seconds } = BEGIN;
  const bare = await atRate(perSecond, seconds, (turn) => stripe.begin(`bare-${String(turn)}`));
  const waits = await atRate(perSecond, seconds, async (turn) => people[turn]?.begin());
  for (const percentile of ['p50', 'p95'] as const)
    report.add({
      name: `create-subscription, ${String(perSecond)} a second, ${percentile}`,
      value: waits[percentile],
      unit: 'ms',
      baseline: { name: 'only its three calls to Stripe', value: bare[percentile] },
      target: percentile === 'p95' ? { atMost: 1_500 } : null,
    });
}

/** Measures from Stripe's response to the browser until the screen shows Premium. */
async function measurePaying(people: readonly Payer[], stripe: BareStripe, report: Report): Promise<void> {
  const { perSecond, seconds } = PAY;
  const { customerId } = await stripe.subscribe('bare');
  const bare = await atRate(perSecond, seconds, () => stripe.look(customerId));
  await Promise.all(people.map((each) => each.listen()));
  const waits: number[] = [];
  await atRate(perSecond, seconds, async (turn) => {
    await people[turn]?.pay();
    const begin = performance.now();
    await people[turn]?.waitForPremium();
    waits.push(performance.now() - begin);
  });
  const percentiles = percentilesOf(waits);
  for (const percentile of ['p50', 'p95'] as const)
    report.add({
      name: `payment confirmed until Premium is shown, ${percentile}`,
      value: percentiles[percentile],
      unit: 'ms',
      baseline: { name: 'a bare call to Stripe', value: bare[percentile] },
      target: percentile === 'p95' ? { atMost: 3_000 } : null,
    });
}
