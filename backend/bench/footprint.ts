import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { startProduct } from '../test/product.ts';
import { timed, percentilesOf } from './at-rate.ts';
import { familyOf } from './process-family.ts';
import type { Report } from './report.ts';

const STARTS = 3;
const IDLE_MILLISECONDS = 10_000;

/** Measures the cost of an idle product: time to start, and memory. */
export async function benchFootprint(report: Report): Promise<void> {
  const bare = await bareServer();
  const first = await timed(() => startProduct({ embedded: true, built: true, log: 'postgres' }));
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
    await idleMemory(product.pid(), bare.memory, report);
  } finally {
    await product.close();
  }
}

/**
 * Measures memory with shared pages counted once, divided among the processes. Plain resident sizes would count the database's pages
 * several times.
 */
async function idleMemory(pid: number, bare: number, report: Report): Promise<void> {
  const pids = await familyOf(pid);
  const [shares, resident] = await Promise.all([memoryOf(pids, 'Pss'), memoryOf(pids, 'Rss')]);
  const baseline = { name: 'bare HTTP server', value: bare };
  report.add({
    name: `idle memory of all ${String(pids.length)} processes, shared pages once`,
    value: shares,
    unit: 'MB',
    baseline,
    target: { atMost: 400 },
  });
  report.add({
    name: 'the same, resident sizes added up',
    value: resident,
    unit: 'MB',
    baseline,
    target: null,
  });
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
