import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { freePorts } from '@posthorn/event-store/testing/free-ports';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Creator } from './creator.ts';
import { eventually } from './eventually.ts';
import { inDatabase } from './kept-data.ts';
import { startProduct, type Product } from './product.ts';

let product: Product;
beforeAll(async () => {
  product = await startProduct({ embedded: true, fast: true });
  await Creator.signedIn(product);
});
afterAll(() => product.close());

it('stops its database server if the product is stopped while it waits for the read models', async () => {
  await product.kill();
  await inDatabase(product, (client) =>
    client.query('update runner.checkpoint set position = null, filled_at = null'),
  );
  const [internalPort] = await freePorts(1);
  const live = `http://localhost:${String(internalPort)}/health/live`;
  // No process writes the read models, so the product waits without end.
  const starting = product.restart({ ROLES: 'web', INTERNAL_PORT: String(internalPort) });
  const refused = expect(starting).rejects.toThrow('did not get ready');
  await eventually(async () => {
    expect((await fetch(live)).status).toBe(200);
  }, 60);
  await product.stop();
  await refused;
  expect(product.output()).toContain('Stopping …');
  expect(existsSync(join(product.dataDir, 'postgres', 'cluster', 'postmaster.pid'))).toBe(false);
});
