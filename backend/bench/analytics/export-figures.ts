import { get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { eventually } from '../../test/eventually.ts';
import type { Product } from '../../test/product.ts';
import { downloadFrom } from '../export/download.ts';
import { peakMemory } from '../export/peak-memory.ts';
import type { Report } from '../report.ts';
import type { FullFigures } from './full-figures.ts';
import { POLLS_VIEW } from '#modules/analytics/read-models/figures/figures.projection.ts';

const SETTLING_MS = 3_000;
const MIDWAY_BYTES = 1_000_000;
/** The number of measurements that the product reads at a time. */
const PAGE = 3_000;

/** Exports all measurements of a year as a file, in a fresh process. */
export async function exportFigures(
  { creator, period }: FullFigures,
  product: Product,
  lines: number,
  report: Report,
): Promise<void> {
  const url = new URL(`/api/analytics/export.csv?${period}&kind=looks`, product.url);
  const plain = { cookie: creator.client.cookieHeader, 'sec-fetch-site': 'same-origin' };
  const asBrowsers = { ...plain, 'accept-encoding': 'gzip, deflate, br, zstd' };
  const database = new Client({ connectionString: await product.databaseUrl() });
  await database.connect();
  try {
    await creator.client.get('/api/auth/user');
    const bare = await bareSelect(database);
    const baseline = { name: 'bare SELECT', value: (lines / bare.count) * bare.perSecond };
    const before = await peakMemory(product.pid(), () => pause(SETTLING_MS));
    const exported = await peakMemory(product.pid(), () => downloadFrom(url, asBrowsers));
    const uncompressed = await peakMemory(product.pid(), () => downloadFrom(url, plain));
    const megabytes = uncompressed.result.bytes / 1e6;
    report.say(`  ${lines.toLocaleString('en')} lines, ${megabytes.toFixed(0)} MB`);
    const rate = (seconds: number) => ({ value: lines / seconds, unit: 'rows/s', baseline }) as const;
    report.add({
      name: 'export of figures, compressed as browsers request it',
      ...rate(exported.result.seconds),
      target: { atLeast: 50_000 },
    });
    report.add({
      name: 'the same, not compressed',
      ...rate(uncompressed.result.seconds),
      target: null,
    });
    const most = Math.max(exported.bytes, uncompressed.bytes);
    report.add({
      name: 'resident memory of a fresh process that sends it, at most',
      value: most / 1e6,
      unit: 'MB',
      baseline: { name: 'before', value: before.bytes / 1e6 },
      target: null,
    });
    await disconnectMidway(url, plain, database, report);
  } finally {
    await database.end();
  }
}

/** Selects rows of measurements directly, as many at a time as the product. Returns the number of rows, and rows per second. */
async function bareSelect(database: Client): Promise<Readonly<{ count: number; perSecond: number }>> {
  const begin = performance.now();
  let [count, after] = [0, ['0', '0', '-infinity']];
  for (;;) {
    const { rows } = await database.query<{ post_id: string; account_id: string; at: string }>(
      `select l.*, l.captured_at::text as at from ${POLLS_VIEW} l where (post_id, account_id, captured_at) > ($1, $2, $3)
       order by post_id, account_id, captured_at limit ${String(PAGE)}`,
      after,
    );
    const last = rows.at(-1);
    if (!last) return { count, perSecond: (count * 1000) / (performance.now() - begin) };
    count += rows.length;
    after = [last.post_id, last.account_id, last.at];
  }
}

/** Checks that the next client can export after a client disconnected, and that no running statement remains. */
async function disconnectMidway(
  url: URL,
  headers: Readonly<Record<string, string>>,
  database: Client,
  report: Report,
): Promise<void> {
  if ((await statusAfter(url, headers, MIDWAY_BYTES)) !== 200) throw new Error('The export did not begin.');
  const begin = performance.now();
  await eventually(async () => {
    const status = await statusAfter(url, headers, 1);
    if (status !== 200) throw new Error(`The next export got the response ${String(status)}.`);
  });
  report.add({
    name: 'disconnection of a client until the next export begins',
    value: performance.now() - begin,
    unit: 'ms',
    baseline: null,
    target: null,
  });
  await pause(SETTLING_MS);
  const { rows } = await database.query<{ busy: number }>(
    `select count(*)::int as busy from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and query like '%analytics_look%' and state <> 'idle'`,
  );
  report.say(`    statements of that client that still run: ${String(rows[0]?.busy)}`);
}

/** Returns the status of a response. Reads only the given number of bytes of the body. */
function statusAfter(url: URL, headers: Readonly<Record<string, string>>, bytes: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const call = get(url, { headers }, (response) => {
      let received = 0;
      response.on('data', (chunk: Buffer) => {
        received += chunk.length;
        if (received < bytes) return;
        call.destroy();
        resolve(response.statusCode ?? 0);
      });
      response.once('error', () => undefined);
    });
    call.once('error', reject);
  });
}
