import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { join } from 'node:path';
import type { CrashPoints } from '#infrastructure/config/crash-points.ts';
import type { DiskMediaStore } from './disk-media-store.ts';
import { fileNameOf, isNotThere, MediaObjectDamaged, type MediaObject } from './media-store.ts';
import type { S3Bucket } from './s3-bucket.ts';

/** Objects copied at the same time. */
const AT_ONCE = 4;
/** A line of progress is reported after this number of objects. */
const REPORT_EVERY = 500;

export type CopyDirection = 's3' | 'disk';
/** The requested objects that are missing or damaged. */
export type Faults = Readonly<{
  missing: readonly MediaObject[];
  /** The bytes differ from the digest in the name. */
  damaged: readonly MediaObject[];
}>;
/** `faults`: of the source; the target does not get these objects. */
export type CopyResult = Readonly<{ copied: number; there: number; faults: Faults }>;
type Outcome = 'fine' | keyof Faults;
export type CopyPlaces = Readonly<{
  disk: DiskMediaStore;
  bucket: S3Bucket;
  /** On the file system of the disk store. */
  incoming: string;
}>;

/**
 * Copies objects from disk to bucket or back, and deletes nothing from the source. An object appears in the target complete and verified by its
 * digest, or not at all. So an interrupted copy continues in the next run.
 */
export class MediaCopy {
  constructor(
    private readonly places: CopyPlaces,
    private readonly crash: CrashPoints,
    private readonly report: (line: string) => void,
  ) {}

  /** @throws MediaStoreUnavailable */
  async run(to: CopyDirection, requested: readonly MediaObject[]): Promise<CopyResult> {
    const { disk, bucket } = this.places;
    const there = new Set<string>();
    for await (const object of (to === 's3' ? bucket : disk).list()) there.add(fileNameOf(object));
    this.crash.reached('media-copy/listed');
    const remaining = requested.filter((object) => !there.has(fileNameOf(object)));
    this.report(`${String(requested.length)} objects, ${String(remaining.length)} of them to be copied`);
    const faults = await this.#each(remaining, async (object) => {
      const outcome = await (to === 's3' ? this.#toBucket(object) : this.#toDisk(object));
      this.crash.reached('media-copy/kept');
      return outcome;
    });
    const { missing, damaged } = faults;
    const copied = remaining.length - missing.length - damaged.length;
    return { copied, there: requested.length - remaining.length, faults };
  }

  /**
   * Reads every requested object in the target completely.
   * @throws MediaStoreUnavailable
   */
  async verify(to: CopyDirection, requested: readonly MediaObject[]): Promise<Faults> {
    this.report(`${String(requested.length)} objects to be read and compared with their digest`);
    return this.#each(requested, (object) =>
      to === 's3'
        ? this.#withFetched(object, () => Promise.resolve())
        : this.#withFileOnDisk(object, () => Promise.resolve()),
    );
  }

  /** Handles several objects at the same time. After the first failure, waits for the running ones and throws. */
  async #each(
    objects: readonly MediaObject[],
    work: (object: MediaObject) => Promise<Outcome>,
  ): Promise<Faults> {
    const faults = { missing: [] as MediaObject[], damaged: [] as MediaObject[] };
    const queue = objects.values();
    let done = 0;
    let isOver = false;
    const worker = async () => {
      for (const object of queue) {
        if (isOver) return;
        const outcome = await work(object);
        if (outcome !== 'fine') faults[outcome].push(object);
        done += 1;
        if (done % REPORT_EVERY === 0) this.report(`${String(done)} of ${String(objects.length)}`);
      }
    };
    const workers = Array.from({ length: AT_ONCE }, () =>
      worker().catch((error: unknown) => {
        isOver = true;
        throw error;
      }),
    );
    const failed = (await Promise.allSettled(workers)).find((each) => each.status === 'rejected');
    if (failed) throw failed.reason;
    return faults;
  }

  /** The digest is checked before the upload, because not every compatible store is known to refuse wrong bytes. */
  #toBucket(object: MediaObject): Promise<Outcome> {
    return this.#withFileOnDisk(object, (path) => this.places.bucket.put(object, path));
  }

  #toDisk(object: MediaObject): Promise<Outcome> {
    return this.#withFetched(object, async (path) => {
      this.crash.reached('media-copy/fetched');
      await this.places.disk.keep(path, object);
    });
  }

  async #withFileOnDisk(object: MediaObject, use: (path: string) => Promise<void>): Promise<Outcome> {
    const path = await orMissing(this.places.disk.pathOf(object));
    if (path === null) return 'missing';
    if ((await digestOf(path)) !== object.sha256) return 'damaged';
    await use(path);
    return 'fine';
  }

  async #withFetched(object: MediaObject, use: (path: string) => Promise<void>): Promise<Outcome> {
    const { bucket, incoming } = this.places;
    const path = join(incoming, `copy-${randomUUID()}`);
    try {
      if ((await orMissing(bucket.fetch(object, path).then(() => path))) === null) return 'missing';
      await use(path);
      return 'fine';
    } catch (error) {
      if (error instanceof MediaObjectDamaged) return 'damaged';
      throw error;
    } finally {
      await rm(path, { force: true });
    }
  }
}

async function orMissing(path: Promise<string>): Promise<string | null> {
  try {
    return await path;
  } catch (error) {
    if (isNotThere(error)) return null;
    throw error;
  }
}

async function digestOf(path: string): Promise<string> {
  const digest = createHash('sha256');
  await pipeline(createReadStream(path), digest);
  return digest.digest('hex');
}
