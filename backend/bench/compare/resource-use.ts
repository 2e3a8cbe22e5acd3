import { familyOf, processorSeconds } from '../process-family.ts';
import type { Counts } from './counting-server.ts';
import type { RunningProduct } from './running-product.ts';

/** The consumption of a product between two moments. `processorMs` is that of the product's own processes, without the database. */
export type ResourceUse = Counts & Readonly<{ processorMs: number }>;

type Counted = Readonly<{ counts: () => Promise<Counts> }>;

/** @returns a function that stops the measurement and returns the consumption since the start */
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
