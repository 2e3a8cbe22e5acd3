import { setTimeout as pause } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { MediaFiles } from '../store/media-files.ts';
import { UnusedMediaSweep } from '../store/unused-media-sweep.ts';
import { KeyedQueue } from '#infrastructure/effects/keyed-queue.ts';
import { IncomingUploads } from './incoming-uploads.ts';
import { storageFull, uploadsBusy } from './upload.errors.ts';

/** The maximum of waiting requests of one user in this process. The bodies of waiting requests are not read. */
const WAITING_MAX = 10;
const WAIT_MAX_MS = 60_000;
/** How often a waiting request checks whether another upload has ended, perhaps in another process. */
const RETRY_MS = 250;
const RENEW_MS = 30_000;

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
   * Runs the work while `bytes` are reserved.
   * @throws RequestRefused 413 when the storage is full. 429 when too many uploads of the user wait, or this one has waited for a minute. The
   * reason of `signal` when it aborts first.
   */
  async withReservation<Result>(
    ownerId: string,
    bytes: number,
    signal: AbortSignal,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const id = await this.#inTurn(ownerId, bytes, signal);
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
      return await work();
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

  async #inTurn(ownerId: string, bytes: number, signal: AbortSignal): Promise<string> {
    const waiting = this.#waiting.get(ownerId) ?? 0;
    if (waiting >= WAITING_MAX) throw uploadsBusy();
    this.#waiting.set(ownerId, waiting + 1);
    const until = performance.now() + WAIT_MAX_MS;
    try {
      return await this.#queue.run(ownerId, () => this.#reserve(ownerId, bytes, until, signal));
    } finally {
      const remaining = (this.#waiting.get(ownerId) ?? 1) - 1;
      if (remaining === 0) this.#waiting.delete(ownerId);
      else this.#waiting.set(ownerId, remaining);
    }
  }

  async #reserve(ownerId: string, bytes: number, until: number, signal: AbortSignal): Promise<string> {
    for (let hasDeletedUnused = false; ;) {
      signal.throwIfAborted();
      const reserved = await this.incoming.reserve(ownerId, bytes);
      if (typeof reserved === 'object') return reserved.id;
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
