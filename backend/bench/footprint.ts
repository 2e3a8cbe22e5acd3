import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { Creator } from '../test/creator.ts';
import { startProduct, type Product } from '../test/product.ts';
import { inBurst, timed, percentilesOf } from './at-rate.ts';
import { HttpCalls } from './http-calls.ts';
import { familyOf } from './process-family.ts';
import type { Report } from './report.ts';
import { LATER } from './user-with-posts.ts';

const STARTS = 3;
/** Longer than the product waits before it collects the garbage of its start. */
const IDLE_MILLISECONDS = 40_000;
const EMAIL = 'busy-pages@example.com';
const POSTS = 30;
const CALLS = { count: 27_000, lanes: 16 } as const;
/** The reads of the app's screens: posts, inbox, link page and settings. */
const READS = [
  ...[
    '/api/posts?limit=50',
    '/api/posts/summary',
    '/api/drafts',
    '/api/comments?limit=50',
    '/api/comments/summary',
  ],
  ...[
    '/api/inbox/settings',
    '/api/user/settings',
    '/api/connected-accounts',
    '/api/notices',
    '/api/auth/user',
  ],
] as const;
const MEMORY = { idle: { atMost: 180 }, afterCalls: { atMost: 300 } } as const;

/** Measures the cost of an idle product: time to start, and memory, also after many calls. */
export async function benchFootprint(report: Report): Promise<void> {
  const bare = await bareServer();
  const env = { COMPLIMENTARY_PREMIUM: EMAIL };
  const first = await timed(() => startProduct({ embedded: true, built: true, log: 'postgres', env }));
  const product = first.result;
  try {
    report.add({
      name: 'first start: database made and migrated',
      value: first.seconds,
      unit: 's',
      baseline: { name: 'bare HTTP server', value: bare.seconds },
      target: null,
    });
    const starts: number[] = [];
    for (let start = 0; start < STARTS; start += 1) {
      await product.stop();
      starts.push((await timed(() => product.restart())).seconds);
    }
    report.add({
      name: `warm start to the first ready answer, median of ${String(STARTS)}`,
      value: percentilesOf(starts).p50,
      unit: 's',
      baseline: { name: 'bare HTTP server', value: bare.seconds },
      target: { atMost: 5 },
    });
    await fetch(product.url);
    await pause(IDLE_MILLISECONDS);
    await measureMemory(product.pid(), 'idle memory', MEMORY.idle, bare.memory, report);
    await sendManyReads(product, report);
    await pause(IDLE_MILLISECONDS);
    const after = `memory after ${CALLS.count.toLocaleString('en')} calls`;
    await measureMemory(product.pid(), after, MEMORY.afterCalls, bare.memory, report);
  } finally {
    await product.close();
  }
}

/**
 * Measures memory with shared pages counted once, divided among the processes. Plain resident sizes would count the database's pages
 * several times.
 */
async function measureMemory(
  pid: number,
  name: string,
  target: Readonly<{ atMost: number }>,
  bare: number,
  report: Report,
): Promise<void> {
  const pids = await familyOf(pid);
  const [shares, resident] = await Promise.all([memoryOf(pids, 'Pss'), memoryOf(pids, 'Rss')]);
  const baseline = { name: 'bare HTTP server', value: bare };
  report.add({
    name: `${name} of all ${String(pids.length)} processes, shared pages once`,
    value: shares,
    unit: 'MB',
    baseline,
    target,
  });
  report.add({
    name: 'the same, resident sizes added up',
    value: resident,
    unit: 'MB',
    baseline,
    target: null,
  });
}

/** Sends the reads of the app's screens in turn, in parallel lanes. */
async function sendManyReads(product: Product, report: Report): Promise<void> {
  const creator = await Creator.signedIn(product, EMAIL);
  const accounts = [await creator.connectBluesky(), await creator.connectMastodon()];
  for (let post = 0; post < POSTS; post += 1) {
    const { status, text } = await creator.schedule(accounts, `Bowl number ${String(post)} is ready.`, {
      scheduledFor: LATER.toISOString(),
    });
    if (status !== 201) throw new Error(`A post got the response ${String(status)}: ${text}`);
  }
  const calls = new HttpCalls(product.url, creator.client.cookieHeader);
  let turn = 0;
  const { seconds } = await timed(() =>
    inBurst(CALLS.count, CALLS.lanes, () => calls.get(READS[turn++ % READS.length] ?? '')),
  );
  calls.close();
  report.say(
    `  ${CALLS.count.toLocaleString('en')} calls, ${String(CALLS.lanes)} at a time, in ${seconds.toFixed(0)} s`,
  );
}

/** Starts Node with an HTTP server that responds and does nothing else. */
async function bareServer(): Promise<{ seconds: number; memory: number }> {
  const script = `require('node:http').createServer((_, reply) => reply.end()).listen(0, '127.0.0.1', () => console.log('up'))`;
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  const { seconds } = await timed(() => new Promise((resolve) => child.stdout.once('data', resolve)));
  try {
    return { seconds, memory: await memoryOf([child.pid ?? 0], 'Pss') };
  } finally {
    child.kill();
  }
}

/** The memory of these processes, in MB of 1,000,000 bytes. */
export async function memoryOf(pids: readonly number[], field: 'Pss' | 'Rss'): Promise<number> {
  let kibibytes = 0;
  for (const pid of pids) {
    const rollup = await readFile(`/proc/${String(pid)}/smaps_rollup`, 'utf8').catch(() => '');
    kibibytes += Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'mu').exec(rollup)?.[1] ?? 0);
  }
  return (kibibytes * 1024) / 1e6;
}
