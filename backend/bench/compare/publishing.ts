import { setTimeout as pause } from 'node:timers/promises';
import { bareCalls } from '../bare-calls.ts';
import { percentilesOf, type Waits } from '../at-rate.ts';
import type { CountingDatabase, Counts } from './counting-server.ts';
import type { MeasuredProduct } from './measured-product.ts';
import { ScheduledPosts } from './scheduled-posts.ts';
import { startMeasuring, type ResourceUse } from './resource-use.ts';
import type { Measured } from './turns.ts';

const EVERY_MS = 50;
const CALLERS = 24;
/** Milliseconds from the last call until the readers have processed the outcome of this call. */
const SETTLED_MS = 3_000;
/** Counting begins this long before the first post is due. */
const COUNTED_BEFORE_MS = 1_000;
const SCHEDULED_WITHIN_MS = 10_000;

export type PublishingSize = Readonly<{ steady: number; crowd: number; calmMs: number; restMs: number }>;
export const FULL: PublishingSize = { steady: 120, crowd: 1000, calmMs: 20_000, restMs: 20_000 };
export const QUICK: PublishingSize = { steady: 40, crowd: 200, calmMs: 5_000, restMs: 5_000 };

/** Receives how often each statement was sent for one post, one target or one second. */
export type ReportStatements = (of: string, calls: ReadonlyMap<string, number>) => void;

type Flow = Readonly<{ waits: Waits; last: number; spent: ResourceUse }>;
type PublishingFigures = Readonly<{
  steady: Flow;
  crowd: Flow;
  /** Consumption in a second in which nothing is due. */
  rest: Counts & Readonly<{ processorMs: number }>;
  /** The end of the last bare call. The number of bare calls to the same platform equals the number of posts in the burst. */
  bareLast: number;
}>;

/**
 * Measures how late posts reach the platform, and their cost in processor and database: 20 posts per second, idle, and many posts in one
 * second.
 */
async function publishingFigures(
  { product, database }: MeasuredProduct,
  { steady, crowd, calmMs, restMs }: PublishingSize,
  report: ReportStatements | null,
): Promise<PublishingFigures> {
  const { last: bareLast } = await bareCalls(product.sandboxUrl, { calls: crowd, callers: CALLERS });
  const posts = await ScheduledPosts.load(product);
  const counting = (of: string, count: number) =>
    report ? startCounting(database, of, count, report) : COUNT_NOTHING;
  const flow = async (
    name: string,
    of: string,
    count: number,
    first: number,
    everyMs: number,
  ): Promise<[Flow, number]> => {
    const schedulingMs = await posts.schedule(name, count, (index) => first + index * everyMs);
    await pause(Math.max(0, first - COUNTED_BEFORE_MS - Date.now()));
    const stopCounting = await counting(of, count);
    const stopMeasuring = await startMeasuring(product, database);
    await pause(COUNTED_BEFORE_MS + (count - 1) * everyMs);
    const waits = await posts.arrived(name, count);
    await pause(SETTLED_MS);
    const spent = await stopMeasuring();
    await stopCounting();
    return [{ waits: percentilesOf(waits), last: Math.max(...waits), spent }, schedulingMs];
  };
  const [steadily, schedulingMs] = await flow(
    'Steady',
    'a post',
    steady,
    Date.now() + SCHEDULED_WITHIN_MS,
    EVERY_MS,
  );
  await pause(calmMs);
  const stopCounting = await counting('a second at rest', restMs / 1000);
  const stopMeasuring = await startMeasuring(product, database);
  await pause(restMs);
  const rest = shareOf(await stopMeasuring(), restMs / 1000);
  await stopCounting();
  // Twice the expected time, because other load slows down scheduling, and the readers must finish before the posts are due.
  const aheadMs = SCHEDULED_WITHIN_MS + 2 * (schedulingMs / steady) * crowd;
  const [burst] = await flow('Crowd', 'a target', crowd, Date.now() + aheadMs, 1000 / crowd);
  return { steady: steadily, crowd: burst, rest, bareLast };
}

const COUNT_NOTHING = () => Promise.resolve();

/** @returns a function that stops counting and reports the statements since the start, divided by `count` */
async function startCounting(
  database: CountingDatabase,
  of: string,
  count: number,
  report: ReportStatements,
): Promise<() => Promise<void>> {
  const before = await database.calls();
  return async () => {
    const after = [...(await database.calls())];
    const sent = after.map(([text, calls]) => [text, (calls - (before.get(text) ?? 0)) / count] as const);
    report(of, new Map(sent.filter(([, calls]) => calls > 0).sort(([, one], [, other]) => other - one)));
  };
}

/** The consumption of one post, target or second. */
export const shareOf = ({ statements, transactionIds, processorMs }: ResourceUse, of: number) => ({
  statements: statements / of,
  transactionIds: transactionIds / of,
  processorMs: processorMs / of,
});

/** Measures publishing. `report` receives how often each statement was sent; null: these counts are not needed. */
export async function comparePublishing(
  measured: MeasuredProduct,
  size: PublishingSize,
  report: ReportStatements | null = null,
): Promise<Measured[]> {
  const { steady, crowd, rest, bareLast } = await publishingFigures(measured, size, report);
  const flow = `${String(1000 / EVERY_MS)} posts a second`;
  const burst = `${size.crowd.toLocaleString('en')} due in one second`;
  const baseline = { name: `as many bare calls, ${String(CALLERS)} at a time`, value: bareLast };
  const ofPost = shareOf(steady.spent, size.steady);
  const ofTarget = shareOf(crowd.spent, size.crowd);
  return [
    { name: `${flow}, due to call, p50`, unit: 'ms', value: steady.waits.p50 },
    { name: `${flow}, due to call, p99`, unit: 'ms', value: steady.waits.p99 },
    { name: `${burst}, last call`, unit: 'ms', value: crowd.last, baseline },
    { name: `${burst}, last call compared with bare calls`, unit: '×', value: crowd.last / bareLast },
    { name: `${flow}, processor for a post`, unit: 'ms', value: ofPost.processorMs },
    { name: `${burst}, processor for a target`, unit: 'ms', value: ofTarget.processorMs },
    { name: 'at rest, processor for a second', unit: 'ms', value: rest.processorMs },
    ...countsOf(flow, 'post', ofPost),
    ...countsOf(burst, 'target', ofTarget),
    ...countsOf('at rest', 'second', rest),
  ];
}

const countsOf = (when: string, unit: string, { statements, transactionIds }: Counts): Measured[] => [
  { name: `${when}, SQL for a ${unit}`, unit: 'statements', value: statements },
  { name: `${when}, transaction ids for a ${unit}`, unit: 'ids', value: transactionIds },
];
