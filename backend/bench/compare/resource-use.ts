import { familyOf, processorSeconds } from '../process-family.ts';
import type { Counts } from './counted-server.ts';
import type { RunningProduct } from './running-product.ts';

/** Consumption of a product between two moments. `processorMs` covers its own processes, without the database. */
export type ResourceUse = Counts & Readonly<{ processorMs: number }>;

type Counted = Readonly<{ counts: () => Promise<Counts> }>;

/** @returns call it to stop; it returns the consumption since the start */
export async function startMeasuring(
  product: RunningProduct,
  database: Counted,
): Promise<() => Promise<ResourceUse>> {
  const read = async () => ({
    ...(await database.counts()),
    processorMs: (await processorSeconds(await familyOf(product.pid))) * 1000,
  });
  const before = await read();
  return async () => {
    const after = await read();
    return {
      statements: after.statements - before.statements,
      transactionIds: after.transactionIds - before.transactionIds,
      processorMs: after.processorMs - before.processorMs,
    };
  };
}
