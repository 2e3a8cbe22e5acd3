import { setTimeout as pause } from 'node:timers/promises';
import { createReadStream } from 'node:fs';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { Client } from 'pg';
import type { Creator } from '../test/creator.ts';
import { startProduct, type Product } from '../test/product.ts';
import { fullLife, type FullLife } from './export/full-life.ts';
import { download, type Downloaded, downloadFrom } from './export/download.ts';
import { peakMemory } from './export/peak-memory.ts';
import { openBenchContext } from './bench-context.ts';
import type { Report } from './report.ts';

const EMAIL = 'full-life@example.com';
/** The maximum for one user: videos of the maximum size, up to the storage quota. */
const LIFE = { videos: 100, videoBytes: 50 * 1024 ** 2, posts: 1_000, comments: 5_000 } as const;
/** A second number of videos: memory must not grow with the amount of sent data. */
const FEWER_VIDEOS = 20;

const SETTLING_MS = 3_000;

/**
 * Measures an export of everything that a user can have. The baseline is a plain copy of the same files over the same kind of connection.
 */
export async function benchExport(report: Report): Promise<void> {
  const product = await startProduct({
    embedded: true,
    built: true,
    log: 'postgres',
    env: { COMPLIMENTARY_PREMIUM: EMAIL },
  });
  try {
    const { creator, video } = await createUser(product);
    report.say(
      `  ${String(LIFE.videos)} videos of 50 MiB, ${LIFE.posts.toLocaleString('en')} posts and ${LIFE.comments.toLocaleString('en')} comments`,
    );
    const copied = await plainCopy(video, LIFE.videos);
    addSpeed(report, await sentByFreshProcess(product, creator, report), copied);
    await keepVideos(product, FEWER_VIDEOS);
    await sentByFreshProcess(product, creator, report);
  } finally {
    await product.close();
  }
}

/** Measures a fresh process, because a process that has worked before occupies memory that V8 has not released. */
async function sentByFreshProcess(product: Product, creator: Creator, report: Report): Promise<Downloaded> {
  await product.stop();
  await product.restart();
  await creator.client.get('/api/auth/user');
  const before = await peakMemory(product.pid(), () => pause(SETTLING_MS));
  const { result, bytes } = await peakMemory(product.pid(), () => download(creator));
  const size = `${(result.bytes / 1e9).toFixed(1)} GB`;
  report.add({
    name: `resident memory of a fresh process that sends ${size}, at most`,
    value: bytes / 1e6,
    unit: 'MB',
    baseline: { name: 'before', value: before.bytes / 1e6 },
    target: { atMost: 200 },
  });
  return result;
}

async function keepVideos(product: Product, count: number): Promise<void> {
  const client = new Client({ connectionString: await product.databaseUrl() });
  await client.connect();
  try {
    await client.query(
      `delete from media.file where name like 'film%' and substr(name, 5, 18)::bigint > $1`,
      [count],
    );
  } finally {
    await client.end();
  }
}

async function createUser(product: Product): Promise<FullLife> {
  const inside = await openBenchContext({ dataDir: product.dataDir, attach: true });
  try {
    return await fullLife(EMAIL, LIFE, product, inside);
  } finally {
    await inside.close();
  }
}

function addSpeed(report: Report, { firstByte, bytes, seconds }: Downloaded, copied: Downloaded): void {
  report.add({
    name: 'export begins',
    value: firstByte / 1000,
    unit: 's',
    baseline: { name: 'plain copy', value: copied.firstByte / 1000 },
    target: { atMost: 2 },
  });
  report.add({
    name: `export of ${(bytes / 1e9).toFixed(1)} GB`,
    value: bytes / 1e6 / seconds,
    unit: 'MB/s',
    baseline: { name: 'plain copy', value: copied.bytes / 1e6 / copied.seconds },
    target: { atLeast: 50 },
  });
}

/** Downloads the same file repeatedly, from an HTTP server that does nothing else. */
async function plainCopy(path: string, times: number): Promise<Downloaded> {
  const server = createServer((_, response) => {
    void (async () => {
      for (let sent = 0; sent < times; sent += 1)
        await pipeline(createReadStream(path), response, { end: sent === times - 1 });
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const { port } = server.address() as AddressInfo;
    return await downloadFrom(new URL(`http://127.0.0.1:${String(port)}/`), {});
  } finally {
    server.close();
  }
}
