import { get, type ClientRequest, type IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { AnalyticsBench } from '../../testing/analytics-bench.ts';
import { PUBLICATIONS_VIEW } from '../../read-models/figures/figures.projection.ts';

const PATH = '/api/analytics/export.csv?from=2026-01-01&to=2026-01-31&kind=looks';
let bench: AnalyticsBench;
beforeAll(async () => {
  bench = await AnalyticsBench.start();
}, 60_000);
afterAll(() => bench.close());

const beginExport = () =>
  new Promise<Readonly<{ call: ClientRequest; response: IncomingMessage }>>((resolve, reject) => {
    const headers = { 'x-test-user': 'ana' };
    const call = get(new URL(PATH, bench.booted.url), { headers }, (response) => {
      response.on('error', () => undefined);
      // The server has sent the header, and waits for the first page of figures.
      response.once('data', () => {
        resolve({ call, response });
      });
    });
    call.once('error', reject);
  });
const status = async () => (await bench.get(PATH.slice('/api/'.length))).status;

it('allows the next export after a client has disconnected during an export', async () => {
  const lock = await bench.pool.connect();
  try {
    await lock.query('begin');
    await lock.query(`lock table ${PUBLICATIONS_VIEW} in access exclusive mode`);
    const { call, response } = await beginExport();
    expect(response.statusCode).toBe(200);
    expect(await status()).toBe(409);
    call.destroy();
  } finally {
    await lock.query('rollback');
    lock.release();
  }
  let next = await status();
  for (const until = Date.now() + 5_000; next === 409 && Date.now() < until; next = await status())
    await pause(20);
  expect(next).toBe(200);
});
