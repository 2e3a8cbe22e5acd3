import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { MediaObject, MediaStore } from '#infrastructure/media/store/media-store.ts';
import { openMediaStore } from '#infrastructure/media/store/open-media-store.ts';
import { S3Double } from '#infrastructure/media/store/testing/s3-double.ts';
import { withDataDir } from './bench-context.ts';
import type { Report } from './report.ts';

const BYTES = 5 * 1024 * 1024;
const OBJECTS = 40;
/** Each round reads all objects from the cache and from the disk, so that other load affects both. */
const ROUNDS = 25;

/** Measures the cost of reading media from an object store: an object that this machine has not cached, and a cached object. */
export async function benchMedia(report: Report): Promise<void> {
  const double = await new S3Double().start();
  try {
    await withDataDir(async (folder) => {
      const open = async (name: string, objectStore: S3Double['settings'] | null) => {
        const [objects, cache] = [join(folder, name, 'objects'), join(folder, name, 'cache')];
        await mkdir(objects, { recursive: true });
        return openMediaStore(
          { objectStore },
          { objects, cache },
          { hasStored: () => Promise.resolve(false) },
        );
      };
      const disk = await open('disk', null);
      const writer = await open('writer', double.settings);
      const reader = await open('reader', double.settings);
      const loading = await millisecondsOf(() => writer.tidy().then(() => import('@aws-sdk/client-s3')));
      report.say(
        `  the S3 client is loaded in ${loading.toFixed(0)} ms, once in a process that uses a bucket`,
      );
      const kept = await storeObjects(folder, [disk, writer]);
      await measureFetches(report, reader, kept, folder);
      await measureCacheReads(report, reader, disk, kept);
    });
  } finally {
    double.close();
  }
}

async function storeObjects(folder: string, stores: readonly MediaStore[]): Promise<MediaObject[]> {
  const kept: MediaObject[] = [];
  for (let index = 0; index < OBJECTS; index += 1) {
    const bytes = randomBytes(BYTES);
    const object = { sha256: createHash('sha256').update(bytes).digest('hex'), mimeType: 'image/jpeg' };
    for (const store of stores) {
      const path = join(folder, 'coming');
      await writeFile(path, bytes);
      await store.keep(path, object);
    }
    kept.push(object);
  }
  return kept;
}

/**
 * Measures objects that are not cached. The baseline is a plain download of the same size to a file: without signature, digest and `fsync`.
 */
async function measureFetches(
  report: Report,
  reader: MediaStore,
  kept: readonly MediaObject[],
  folder: string,
): Promise<void> {
  const bytes = randomBytes(BYTES);
  const server = createServer((_request, response) => response.end(bytes)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const bare: number[] = [];
  const cold: number[] = [];
  for (const object of kept) {
    bare.push(await millisecondsOf(() => download(port, join(folder, 'bare'))));
    cold.push(await millisecondsOf(() => reader.pathOf(object)));
  }
  server.close();
  for (const [percentile, at] of [
    ['p50', 0.5],
    ['p99', 0.99],
  ] as const) {
    report.add({
      name: `an object of 5 MB that is fetched on loopback, ${percentile}`,
      value: quantile(cold, at),
      unit: 'ms',
      baseline: { name: 'plain GET into a file', value: quantile(bare, at) },
      target: percentile === 'p99' ? { atMost: 300 } : null,
    });
  }
}

async function measureCacheReads(
  report: Report,
  reader: MediaStore,
  disk: MediaStore,
  kept: readonly MediaObject[],
): Promise<void> {
  const times = { cache: [] as number[], disk: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const object of kept) {
      times.disk.push(await millisecondsOf(async () => readFile(await disk.pathOf(object))));
      times.cache.push(await millisecondsOf(async () => readFile(await reader.pathOf(object))));
    }
  }
  for (const [percentile, at] of [
    ['p50', 0.5],
    ['p99', 0.99],
  ] as const) {
    report.add({
      name: `the same object read from the cache, ${percentile}`,
      value: quantile(times.cache, at),
      unit: 'ms',
      baseline: { name: 'from the disk store', value: quantile(times.disk, at) },
      target: null,
    });
  }
}

async function download(port: number, path: string): Promise<void> {
  const [response] = (await once(get({ port, host: '127.0.0.1' }), 'response')) as [IncomingMessage];
  await pipeline(response, createWriteStream(path));
}

async function millisecondsOf(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
}

const quantile = (times: readonly number[], share: number): number =>
  [...times].sort((one, other) => one - other)[Math.ceil(share * times.length) - 1] ?? 0;
