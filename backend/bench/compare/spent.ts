import { familyOf, processorSeconds } from '../process-family.ts';
import type { Counts } from './counted-server.ts';
import type { RunningProduct } from './running-product.ts';

/** What a product used in a while; `processorMs` of its own processes, without the database. */
export type Spent = Counts & Readonly<{ processorMs: number; seconds: number }>;

type Counted = Readonly<{ counts: () => Promise<Counts> }>;

/** @returns call it at the end of the while */
export async function spentFrom(product: RunningProduct, database: Counted): Promise<() => Promise<Spent>> {
  const look = async () => ({
    ...(await database.counts()),
    processorMs: (await processorSeconds(await familyOf(product.pid))) * 1000,
    seconds: performance.now() / 1000,
  });
  const before = await look();
  return async () => {
    const after = await look();
    return {
      statements: after.statements - before.statements,
      commits: after.commits - before.commits,
      processorMs: after.processorMs - before.processorMs,
      seconds: after.seconds - before.seconds,
    };
  };
}
