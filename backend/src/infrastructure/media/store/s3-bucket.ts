import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readFile, stat } from 'node:fs/promises';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type * as Sdk from '@aws-sdk/client-s3';
import type { ObjectStoreSettings } from '../../config/object-store-settings.ts';
import { outsideTransaction } from '../../database/transaction.ts';
import { isDiskFull } from '#infrastructure/http/errors/disk-full.ts';
import {
  fileNameOf,
  MediaObjectDamaged,
  MediaObjectMissing,
  MediaStoreUnavailable,
  objectNamed,
} from './media-store.ts';
import type { MediaObject, StoredObject } from './media-store.ts';
import { unavailableOf, isMissing, isTimeout } from './s3-failure.ts';

/** We use only these prefixes of the bucket: for stored objects, and for marks of erased users. */
const PREFIX = 'objects/';
const ERASED = 'erased/';
const USER_ID = /^[0-9a-f-]{36}$/u;
/** A larger object is streamed from the disk, and the client cannot send it again. A smaller object can be sent again. */
const IN_MEMORY_BYTES = 8 * 1024 * 1024;

/**
 * Time limits of a call, for all of its tries. `silentMs`: without a byte. `beginMs`: until a response begins, without the sending of a body.
 * `largeMs`: for a whole object.
 */
export type BucketTimes = Readonly<{ silentMs: number; beginMs: number; largeMs: number; tries: number }>;
/** A browser waits for ten seconds. An upload waits much longer for the removal of the same bytes (media-removals.ts). */
const TIMES: BucketTimes = { silentMs: 9_500, beginMs: 10_000, largeMs: 110_000, tries: 3 };
/** Bytes of a body that the slowest store accepts in a millisecond: half a megabyte a second. */
const SLOWEST_BYTES_A_MS = 500;

/**
 * One bucket of an S3-compatible store. It uses calls that all such stores have: PutObject, GetObject, DeleteObject, ListObjectsV2
 * (docs.aws.amazon.com/AmazonS3/latest/API). It uses path style, and no checksums in trailers, because some stores refuse them.
 */
export class S3Bucket {
  private constructor(
    private readonly sdk: typeof Sdk,
    private readonly client: Sdk.S3Client,
    private readonly bucket: string,
    private readonly times: BucketTimes,
  ) {}

  /** Loads the client, which costs time and memory. Sends no request yet. */
  static async open(settings: ObjectStoreSettings, times: BucketTimes = TIMES): Promise<S3Bucket> {
    const sdk = await import('@aws-sdk/client-s3');
    const { endpoint, region, accessKeyId, secretAccessKey, bucket } = settings;
    const client = new sdk.S3Client({
      endpoint,
      region,
      credentials: { accessKeyId, secretAccessKey },
      forcePathStyle: true,
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      maxAttempts: times.tries,
      requestHandler: {
        connectionTimeout: Math.min(5_000, times.silentMs),
        socketTimeout: times.silentMs,
        httpAgent: { maxSockets: 32 },
        httpsAgent: { maxSockets: 32 },
      },
      logger: SILENT,
    });
    // After a timeout there is no second try: the caller is waiting, and the store would probably not respond to that either.
    client.middlewareStack.add(
      (next) => async (args) => {
        try {
          return await next(args);
        } catch (error) {
          throw isTimeout(error) ? unavailableOf(error) : error;
        }
      },
      { step: 'deserialize', name: 'refuseRetryAfterTimeout', priority: 'low' },
    );
    return new S3Bucket(sdk, client, bucket, times);
  }

  /**
   * The store verifies the bytes by their digest, which is part of the signature.
   * @throws MediaStoreUnavailable
   */
  async put(object: MediaObject, path: string): Promise<void> {
    const { size } = await stat(path);
    const body = size > IN_MEMORY_BYTES ? createReadStream(path) : await readFile(path);
    try {
      await this.#write(keyOf(object), { body, size, ...object });
    } finally {
      // A failing call does not close the stream that it was reading.
      if (!Buffer.isBuffer(body)) body.destroy();
    }
  }

  /** Writes the object to `path`, a new file. @throws MediaObjectMissing, MediaObjectDamaged, MediaStoreUnavailable */
  async fetch(object: MediaObject, path: string): Promise<void> {
    outsideTransaction('an object of the object store');
    const signal = AbortSignal.timeout(this.times.largeMs);
    const found = await this.#untilBegun(signal, (combined) => this.#read(keyOf(object), combined)).catch(
      (error: unknown) => {
        throw isMissing(error) ? new MediaObjectMissing(object) : unavailableOf(error);
      },
    );
    const digest = createHash('sha256');
    const hashed = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        digest.update(chunk);
        done(null, chunk);
      },
    });
    const file = await open(path, 'wx', 0o600).catch((error: unknown) => {
      found.destroy();
      throw error;
    });
    await pipeline(found, hashed, file.createWriteStream(), { signal }).catch((error: unknown) => {
      // A full disk is our own fault, and is reported as such.
      throw isDiskFull(error) ? error : unavailableOf(error);
    });
    if (digest.digest('hex') !== object.sha256) throw new MediaObjectDamaged(object);
  }

  /**
   * Does not use the batch call, which sends a checksum in spite of the settings (aws/aws-sdk-js-v3 #6819).
   * @throws MediaStoreUnavailable
   */
  async delete(object: MediaObject): Promise<void> {
    await this.#delete(keyOf(object));
  }

  /** @throws MediaStoreUnavailable */
  async *list(): AsyncIterable<StoredObject> {
    for await (const { name, at } of this.#below(PREFIX)) {
      const object = objectNamed(name);
      if (object && at) yield { ...object, keptAt: at };
    }
  }

  /**
   * Writes an object whose name contains the id of this erased user. May be repeated.
   * @throws MediaStoreUnavailable
   */
  async markErased(userId: string): Promise<void> {
    await this.#writeText(`${ERASED}${userId}`, 'erased');
  }

  /**
   * Returns the ids of all users that `markErased` has recorded.
   * @throws MediaStoreUnavailable
   */
  async erased(): Promise<readonly string[]> {
    const ids: string[] = [];
    for await (const { name } of this.#below(ERASED)) if (USER_ID.test(name)) ids.push(name);
    return ids;
  }

  /**
   * Writes, reads and deletes one small object under each of the two prefixes.
   * @param step receives the current step
   * @throws MediaStoreUnavailable
   */
  async tryOut(name: string, step: (doing: 'write' | 'read' | 'delete') => void): Promise<void> {
    for (const key of [`${PREFIX}trial-${name}`, `${ERASED}trial-${name}`]) {
      step('write');
      await this.#writeText(key, name);
      step('read');
      const read = await this.#call(async (signal) => {
        const chunks: Buffer[] = [];
        for await (const chunk of await this.#read(key, signal)) chunks.push(chunk as Buffer);
        return Buffer.concat(chunks).toString();
      });
      if (read !== name) throw new MediaStoreUnavailable('what was written comes back as something else');
      step('delete');
      await this.#delete(key);
    }
  }

  close(): void {
    this.client.destroy();
  }

  /** `name`: the key without the prefix. */
  async *#below(prefix: string): AsyncIterable<Readonly<{ name: string; at: Date | undefined }>> {
    for (let after: string | undefined; ;) {
      const page = await this.#call((abortSignal) =>
        this.client.send(
          new this.sdk.ListObjectsV2Command({
            Bucket: this.bucket,
            Prefix: prefix,
            ...(after !== undefined && { ContinuationToken: after }),
          }),
          { abortSignal },
        ),
      );
      for (const { Key = '', LastModified } of page.Contents ?? [])
        yield { name: Key.slice(prefix.length), at: LastModified };
      after = page.NextContinuationToken;
      if (page.IsTruncated !== true || after === undefined) return;
    }
  }

  async #writeText(key: string, text: string): Promise<void> {
    const body = Buffer.from(text);
    const sha256 = createHash('sha256').update(body).digest('hex');
    await this.#write(key, { body, size: body.length, sha256, mimeType: 'text/plain' });
  }

  async #write(
    Key: string,
    { body, size, sha256, mimeType }: MediaObject & Readonly<{ body: Buffer | Readable; size: number }>,
  ): Promise<void> {
    const { bucket: Bucket } = this;
    const put = new this.sdk.PutObjectCommand({
      Bucket,
      Key,
      Body: body,
      ContentLength: size,
      ContentType: mimeType,
    });
    put.middlewareStack.add(
      (next) => (args) => {
        // The signer uses this digest, instead of reading all bytes once more.
        const { headers } = args.request as { headers: Record<string, string> };
        headers['x-amz-content-sha256'] = sha256;
        return next(args);
      },
      { step: 'build', name: 'nameDigest' },
    );
    const within = Math.min(this.times.largeMs, Math.ceil(this.times.beginMs + size / SLOWEST_BYTES_A_MS));
    await this.#call((abortSignal) => this.client.send(put, { abortSignal }), within);
  }

  async #read(Key: string, abortSignal: AbortSignal): Promise<Readable> {
    const command = new this.sdk.GetObjectCommand({ Bucket: this.bucket, Key });
    const { Body } = await this.client.send(command, { abortSignal });
    return Body as Readable;
  }

  async #delete(Key: string): Promise<void> {
    const command = new this.sdk.DeleteObjectCommand({ Bucket: this.bucket, Key });
    await this.#call((abortSignal) => this.client.send(command, { abortSignal }));
  }

  /** Aborts when no response has begun within `beginMs`. A response that has begun is not aborted. */
  async #untilBegun(
    signal: AbortSignal,
    ask: (combined: AbortSignal) => Promise<Readable>,
  ): Promise<Readable> {
    const late = new AbortController();
    const timer = setTimeout(() => {
      late.abort();
    }, this.times.beginMs);
    try {
      return await ask(AbortSignal.any([signal, late.signal]));
    } finally {
      clearTimeout(timer);
    }
  }

  async #call<Result>(
    work: (signal: AbortSignal) => Promise<Result>,
    within = this.times.beginMs,
  ): Promise<Result> {
    outsideTransaction('an answer of the object store');
    try {
      return await work(AbortSignal.timeout(within));
    } catch (error) {
      throw unavailableOf(error);
    }
  }
}

const keyOf = (object: MediaObject): string => `${PREFIX}${fileNameOf(object)}`;

const nothing = (): void => undefined;
/** Without this, messages of the client would appear in our log in another format. */
const SILENT = { debug: nothing, info: nothing, warn: nothing, error: nothing };
