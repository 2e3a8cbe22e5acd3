import { EventStore } from '@posthorn/event-sourcing/event-store';
import { EventCodec } from '#infrastructure/event-log/event-codec.ts';
import { subscriptionStory } from '#modules/billing/testing/subscription-story.ts';
import { eventually } from '../../test/eventually.ts';
import { startProduct } from '../../test/product.ts';
import { SandboxControl } from '../../test/sandbox-control.ts';
import { inParallel, timed } from '../at-rate.ts';
import { BareStripe, CALL_MS } from './bare-stripe.ts';
import { openBenchContext, type BenchContext } from '../bench-context.ts';
import { encodeStory } from '../post-stories.ts';
import type { Report } from '../report.ts';
import { FOLLOWED_VIEW } from '#modules/billing/read-models/followed-subscriptions/followed-subscriptions.projection.ts';

/** `BENCH_SUBSCRIBERS` allows a shorter run with fewer subscribers; the target shrinks in proportion. */
const SUBSCRIBERS = Number(process.env['BENCH_SUBSCRIBERS'] ?? 10_000);
const TARGET_SECONDS = (900 * SUBSCRIBERS) / 10_000;
/** The number of calls that the product makes at a time. */
const LANES = 8;
const BARE_CALLS = 400;
const MOST_SECONDS = 3_600;

type Customer = Readonly<{ customerId: string }>;

/** Measures the nightly check of all subscriptions. The baseline is the same number of bare calls. */
export async function measureNight(report: Report): Promise<void> {
  const product = await startProduct({
    built: true,
    log: 'postgres',
    env: { POSTHORN_FOLLOWING_TIMES: JSON.stringify({ tick: 500 }) },
  });
  try {
    const context = await openBenchContext({ dataDir: product.dataDir, attach: true });
    try {
      const stripe = new BareStripe(product.sandboxUrl);
      const sandbox = new SandboxControl(product.sandboxUrl);
      const { result: customers, seconds } = await timed(() => createSubscribers(stripe, context));
      report.say(
        `  ${customers.length.toLocaleString('en')} subscribers, created in ${seconds.toFixed(0)} s`,
      );
      await sandbox.settings({ callMilliseconds: CALL_MS });
      const bare = await timed(() =>
        inParallel(customers.slice(0, BARE_CALLS), LANES, ({ customerId }) => stripe.look(customerId)),
      );
      const whole = await timed(() => runNight(context));
      report.add({
        name: `nightly check of ${customers.length.toLocaleString('en')} subscriptions`,
        value: whole.seconds,
        unit: 's',
        baseline: {
          name: `bare calls, ${String(LANES)} at a time`,
          value: (bare.seconds * customers.length) / Math.min(BARE_CALLS, customers.length),
        },
        target: { atMost: TARGET_SECONDS },
      });
    } finally {
      await context.close();
    }
  } finally {
    await product.close();
  }
}

/**
 * Creates equal subscriptions at Stripe and in the log, so that the nightly check changes nothing. No subscription was paid, so the product
 * sends no mails.
 */
async function createSubscribers(
  stripe: BareStripe,
  { app, pool }: BenchContext,
): Promise<readonly Customer[]> {
  const [store, codec] = [app.get(EventStore), app.get(EventCodec)];
  const created: Customer[] = [];
  const numbers = Array.from({ length: SUBSCRIBERS }, (_, number) => number);
  await inParallel(numbers, 16, async (number) => {
    const userId = `subscriber-${String(number)}`;
    const { customerId, subscription } = await stripe.subscribe(userId);
    const story = await encodeStory(subscriptionStory(userId, subscription, new Date().toISOString()), codec);
    await store.append(story.stream, story.events, { expected: 'noStream' });
    created.push({ customerId });
  });
  await eventually(async () => {
    const { rows } = await pool.query(`select 1 from ${FOLLOWED_VIEW}`);
    if (rows.length < SUBSCRIBERS) throw new Error(`${String(rows.length)} are followed`);
  }, MOST_SECONDS);
  return created;
}

/** Makes all subscriptions due now, and waits until each is scheduled for its next night. */
async function runNight({ pool }: BenchContext): Promise<void> {
  await pool.query(`update ${FOLLOWED_VIEW} set due_at = now()`);
  await eventually(async () => {
    const { rowCount } = await pool.query(`select 1 from ${FOLLOWED_VIEW} where due_at <= now() limit 1`);
    if (rowCount !== 0) throw new Error('Some subscriptions were not checked');
  }, MOST_SECONDS);
}
