import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { timed, percentilesOf } from '../at-rate.ts';
import { memoryOf } from '../footprint.ts';
import { familyOf, processorSeconds } from '../process-family.ts';
import { clearCompileCache, type Build } from './builds.ts';
import { RunningProduct } from './running-product.ts';
import type { Measured } from './turns.ts';

/** Measures the time until a product with its embedded database is ready, and its memory after some idle seconds. */
export async function compareStart(
  build: Build,
  dataDir: string,
  { warmStarts, idleMs }: Readonly<{ warmStarts: number; idleMs: number }>,
): Promise<Measured[]> {
  const productDir = join(dataDir, 'started');
  const start = () => timed(() => RunningProduct.start(build, productDir));
  await clearCompileCache(build);
  const first = await start();
  let product = first.result;
  try {
    const warm: number[] = [];
    for (let turn = 0; turn < warmStarts; turn += 1) {
      await product.stop();
      const warmStart = await start();
      product = warmStart.result;
      warm.push(warmStart.seconds);
    }
    const spentByStart = await processorSeconds(await familyOf(product.pid));
    await fetch(product.url);
    await pause(idleMs);
    const family = await familyOf(product.pid);
    return [
      { name: 'first start: database made and migrated', unit: 's', value: first.seconds },
      { name: `warm start, median of ${String(warmStarts)}`, unit: 's', value: percentilesOf(warm).p50 },
      { name: 'warm start, processor with the database', unit: 's', value: spentByStart },
      {
        name: 'idle memory with the database, shared pages once',
        unit: 'MB',
        value: await memoryOf(family, 'Pss'),
      },
    ];
  } finally {
    await product.stop();
    await rm(productDir, { recursive: true, force: true });
  }
}
