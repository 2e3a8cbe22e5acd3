import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { PostCounts } from '@posthorn/contracts/scheduling/posts.http';
import { HAS_REAL_SERVER } from '@posthorn/event-store/testing/test-server';
import { Creator } from '../test/creator.ts';
import { startProduct, type Product } from '../test/product.ts';
import { inParallel, percentilesOf, type Waits } from './at-rate.ts';
import { CLIENT, withEventStore } from './event-store-server.ts';
import { HttpCalls } from './http-calls.ts';
import { withDataDir } from './bench-context.ts';
import { processorSeconds } from './process-family.ts';
import type { Report } from './report.ts';

const CALLERS = 16;
const OWNERS = 8;
const POSTS = 1_000;
/** The number of posts before the measurement, as a warm-up. */
const FIRST_POSTS = 100;
/** Milliseconds that the double waits before each response: the cost of a call to a server on another host, with its disk. */
const DELAY = 4;
/** From the first created post until all posts are due. The same time again is the limit until all posts are published. */
const DUE_AFTER_MS = 100_000;
const PATIENCE_MS = 180_000;
/** Milliseconds after which a process that has just published is idle. */
const REST_MS = 10_000;
const TARGETS = { rate: 0.8, due: 1.2, memory: 400 } as const;
const TWENTY_YEARS = 20 * 365 * 86_400_000;

type User = Readonly<{ calls: HttpCalls; accountIds: readonly number[] }>;
type Figures = Readonly<{
  waits: Waits;
  perSecond: number;
  /** Milliseconds of a core for each created post. */
  processor: number;
  /** Milliseconds of a core for each published target. */
  targetProcessor: number;
  dueSeconds: number;
  memory: number;
}>;

/**
 * Does the same work on the built product with each log. Some callers create posts at the same time, and all targets are due at the same moment.
 * Then the memory is measured.
 */
export async function benchBothLogs(report: Report): Promise<void> {
  const postgres = await onPostgres();
  printFigures('the Postgres log', postgres, report);
  const eventStore = await onEventStore();
  const name = HAS_REAL_SERVER ? CLIENT : `${CLIENT}, ${String(DELAY)} ms a call`;
  printFigures(name, eventStore, report);
  const baselineOf = (value: number) => ({ name: 'on the Postgres log', value });
  report.add({
    name: `POST /api/posts by ${String(CALLERS)} callers, ${name}`,
    value: eventStore.perSecond,
    unit: 'posts/s',
    baseline: baselineOf(postgres.perSecond),
    target: { atLeast: TARGETS.rate * postgres.perSecond },
  });
  for (const percentile of ['p50', 'p99'] as const) {
    const baseline = baselineOf(postgres.waits[percentile]);
    report.add({
      name: `the same, ${percentile}`,
      value: eventStore.waits[percentile],
      unit: 'ms',
      baseline,
      target: null,
    });
  }
  report.add({
    name: `${targetCount()} targets due at once, until the last is posted`,
    value: eventStore.dueSeconds,
    unit: 's',
    baseline: baselineOf(postgres.dueSeconds),
    target: { atMost: TARGETS.due * postgres.dueSeconds },
  });
  report.add({
    name: 'resident memory of the process afterwards',
    value: eventStore.memory,
    unit: 'MB',
    baseline: baselineOf(postgres.memory),
    target: { atMost: TARGETS.memory },
  });
}

const targetCount = (): string => (2 * POSTS).toLocaleString('en');

function printFigures(
  log: string,
  { perSecond, waits, processor, targetProcessor, dueSeconds, memory }: Figures,
  report: Report,
): void {
  report.say(
    `  ${log}: ${perSecond.toFixed(1)} posts/s, p50 ${waits.p50.toFixed(0)}, p99 ${waits.p99.toFixed(0)} ms, ` +
      `${processor.toFixed(1)} ms of the processor a post; due: ${dueSeconds.toFixed(1)} s, ${targetProcessor.toFixed(1)} ms a target; ${memory.toFixed(0)} MB`,
  );
}

const onPostgres = (): Promise<Figures> => measureOnLog({});

/** The server, or the double, runs in a separate process. */
function onEventStore(): Promise<Figures> {
  return withDataDir(async (dataDir) => {
    const figures: Figures[] = [];
    await withEventStore(
      dataDir,
      async ({ url }) => {
        figures.push(await measureOnLog({ EVENTSTORE_URL: url }));
      },
      { delay: DELAY },
    );
    const [found] = figures;
    if (!found) throw new Error('Nothing was measured.');
    return found;
  });
}

async function measureOnLog(log: Readonly<Record<string, string>>): Promise<Figures> {
  const emails = Array.from({ length: OWNERS }, (_, index) => `owner-${String(index)}@example.com`);
  const env = { COMPLIMENTARY_PREMIUM: emails.join(','), ...log };
  const product = await startProduct({ embedded: true, built: true, log: 'postgres', env });
  try {
    const users: User[] = [];
    for (const email of emails) users.push(await userOf(product, email));
    await createPosts(users, FIRST_POSTS, new Date(Date.now() + TWENTY_YEARS));
    const due = new Date(Date.now() + DUE_AFTER_MS);
    const processorAtStart = await processorSeconds([product.pid()]);
    const { waits, seconds } = await createPosts(users, POSTS, due);
    const processor = ((await processorSeconds([product.pid()])) - processorAtStart) * (1_000 / POSTS);
    if (Date.now() > due.getTime()) throw new Error('The posts were not made before they were due.');
    const processorBeforeDue = await processorSeconds([product.pid()]);
    const dueSeconds = await secondsUntilPosted(users, due);
    const targetProcessor = ((await processorSeconds([product.pid()])) - processorBeforeDue) * (500 / POSTS);
    await pause(REST_MS);
    const memory = await memoryOf(product);
    return { waits, perSecond: POSTS / seconds, processor, targetProcessor, dueSeconds, memory };
  } catch (error) {
    throw new Error(`The product said:\n${product.output()}`, { cause: error });
  } finally {
    await product.close();
  }
}

async function userOf(product: Product, email: string): Promise<User> {
  const creator = await Creator.signedIn(product, email);
  const accounts = [await creator.connectBluesky(), await creator.connectMastodon()];
  const calls = new HttpCalls(product.url, creator.client.cookieHeader);
  return { calls, accountIds: accounts.map(({ id }) => id) };
}

async function createPosts(
  users: readonly User[],
  count: number,
  due: Date,
): Promise<Readonly<{ waits: Waits; seconds: number }>> {
  const waits: number[] = [];
  const startedAt = performance.now();
  const turns = Array.from({ length: count }, (_, turn) => turn);
  await inParallel(turns, CALLERS, async (turn) => {
    const { calls, accountIds } = users[turn % users.length] as User;
    const sentAt = performance.now();
    const content = `The kiln is open again: bowl ${String(turn)} of a new celadon.`;
    await calls.post('/api/posts', {
      content,
      scheduledFor: due.toISOString(),
      selectedAccountIds: accountIds,
    });
    waits.push(performance.now() - sentAt);
  });
  return { waits: percentilesOf(waits), seconds: (performance.now() - startedAt) / 1_000 };
}

/** Seconds from the due time until every post is posted. */
async function secondsUntilPosted(users: readonly User[], due: Date): Promise<number> {
  await pause(Math.max(0, due.getTime() - Date.now()));
  for (;;) {
    const posted = await postedOf(users);
    const waited = Date.now() - due.getTime();
    if (posted === POSTS) return waited / 1_000;
    if (waited > PATIENCE_MS) throw new Error(`${String(posted)} of ${String(POSTS)} posts are posted.`);
    await pause(250);
  }
}

async function postedOf(users: readonly User[]): Promise<number> {
  let posted = 0;
  for (const { calls } of users) {
    const { body } = await calls.get('/api/posts/summary');
    posted += (JSON.parse(body) as PostCounts).posted;
  }
  return posted;
}

async function memoryOf(product: Product): Promise<number> {
  const status = await readFile(`/proc/${String(product.pid())}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+)/mu.exec(status)?.[1]) / 1_024;
}
