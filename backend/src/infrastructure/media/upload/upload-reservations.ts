import { setTimeout as pause } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { MediaFiles } from '../store/media-files.ts';
import { UnusedMediaSweep } from '../store/unused-media-sweep.ts';
import { KeyedQueue } from '#infrastructure/effects/keyed-queue.ts';
import { IncomingUploads, type ReservedUpload, type UploadSize } from './incoming-uploads.ts';
import { storageFull, uploadsBusy } from './upload.errors.ts';

/** The maximum of waiting requests of one user in this process. The bodies of waiting requests are not read. */
const WAITING_MAX = 10;
const WAIT_MAX_MS = 60_000;
/** How often a waiting request checks whether another upload has ended, perhaps in another process. */
const RETRY_MS = 250;
const RENEW_MS = 30_000;

type Reserved = Exclude<ReservedUpload, string>;

/** Starts an upload once there is storage for it, and reserves that storage until it ends. */
@Injectable()
export class UploadReservations {
  readonly #logger = new Logger('media');
  readonly #queue = new KeyedQueue();
  readonly #waiting = new Map<string, number>();

  constructor(
    private readonly incoming: IncomingUploads,
    private readonly files: MediaFiles,
    private readonly unusedMedia: UnusedMediaSweep,
  ) {}

  /**
   * Runs the work with the number of bytes that are reserved for it.
   * @throws RequestRefused 413 when the storage is full. 429 when too many uploads of the user wait, or this one has waited for a minute. The
   * reason of `signal` when it aborts first.
   */
  async withReservation<Result>(
    ownerId: string,
    size: UploadSize,
    signal: AbortSignal,
    work: (bytes: number) => Promise<Result>,
  ): Promise<Result> {
    const { id, bytes } = await this.#inTurn(ownerId, size, signal);
    const renewal = setInterval(() => {
      this.incoming.renew(id).catch((error: unknown) => {
        this.#logger.warn({
          msg: 'The lease of an upload was not renewed; it is tried again',
          upload: id,
          err: error,
        });
      });
    }, RENEW_MS).unref();
    try {
      return await work(bytes);
    } finally {
      clearInterval(renewal);
      // A reservation that cannot be released expires by itself. The response to the upload does not depend on the release.
      await this.incoming.release(id).catch((error: unknown) => {
        this.#logger.warn({
          msg: 'The space reserved for an upload was not released; it expires by itself',
          upload: id,
          err: error,
        });
      });
    }
  }

  async #inTurn(ownerId: string, size: UploadSize, signal: AbortSignal): Promise<Reserved> {
    const waiting = this.#waiting.get(ownerId) ?? 0;
    if (waiting >= WAITING_MAX) throw uploadsBusy();
    this.#waiting.set(ownerId, waiting + 1);
    const until = performance.now() + WAIT_MAX_MS;
    try {
      return await this.#queue.run(ownerId, () => this.#reserve(ownerId, size, until, signal));
    } finally {
      const remaining = (this.#waiting.get(ownerId) ?? 1) - 1;
      if (remaining === 0) this.#waiting.delete(ownerId);
      else this.#waiting.set(ownerId, remaining);
    }
  }

  async #reserve(
    ownerId: string,
    { least, most }: UploadSize,
    until: number,
    signal: AbortSignal,
  ): Promise<Reserved> {
    for (let hasDeletedUnused = false; ;) {
      signal.throwIfAborted();
      // Less than `most` is reserved only after unused files were deleted.
      const size = { least: hasDeletedUnused ? least : most, most };
      const reserved = await this.incoming.reserve(ownerId, size);
      if (typeof reserved === 'object') return reserved;
      if (reserved === 'full') {
        if (hasDeletedUnused) throw storageFull();
        await this.unusedMedia.deleteUnused(await this.files.unused(ownerId));
        hasDeletedUnused = true;
        continue;
      }
      if (performance.now() > until) throw uploadsBusy();
      await pause(RETRY_MS);
    }
  }
}
