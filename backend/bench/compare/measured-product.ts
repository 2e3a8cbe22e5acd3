import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Build } from './builds.ts';
import type { CountingDatabase, CountingServer } from './counting-server.ts';
import { RunningProduct } from './running-product.ts';

/** A product on a database that counts its statements. */
export type MeasuredProduct = Readonly<{
  product: RunningProduct;
  database: CountingDatabase;
}>;

/**
 * Starts an empty product for the duration of `work`.
 * @param env further environment variables
 */
export async function withMeasuredProduct<Result>(
  build: Build,
  server: CountingServer,
  dataDir: string,
  work: (measured: MeasuredProduct) => Promise<Result>,
  env: Readonly<Record<string, string>> = {},
): Promise<Result> {
  const database = await server.database();
  const productDir = join(dataDir, `product-${randomBytes(4).toString('hex')}`);
  try {
    const product = await RunningProduct.start(build, productDir, {
      DATABASE_URL: database.url,
      ENCRYPTION_KEYS: `bench:${randomBytes(32).toString('base64')}`,
      ...env,
    });
    try {
      return await work({ product, database });
    } finally {
      await product.stop();
    }
  } finally {
    await database.drop();
    await rm(productDir, { recursive: true, force: true });
  }
}
