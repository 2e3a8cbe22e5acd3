import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { MEDIA } from '@posthorn/contracts/shared/media.http';
import { Injectable } from '@nestjs/common';
import { fetchUserAddress } from '../../outgoing/fetch-user-address.ts';
import { OutgoingError } from '../../outgoing/outgoing-error.ts';
import { SafeHttp } from '../../outgoing/safe-http.ts';
import { MediaFolders } from '../store/media-folders.ts';
import { MediaStore } from '../store/media-store.ts';
import { cleanName, type ReceivedFile } from './received-file.ts';
import { UploadReservations } from './upload-reservations.ts';
import { addressNotAllowed, fileTooLarge, notFetched, storageFull } from './upload.errors.ts';

const FETCH_MS = 30_000;

type Source = Readonly<{ address: string; signal: AbortSignal }>;
type BoundedSource = Source & Readonly<{ bytesMax: number; tooLarge?: (name: string) => Error }>;

/** Fetches a file from a URL straight to the disk, when there is storage for it. */
@Injectable()
export class FetchFile {
  constructor(
    private readonly http: SafeHttp,
    private readonly folders: MediaFolders,
    private readonly reservations: UploadReservations,
    private readonly store: MediaStore,
  ) {}

  /**
   * Fetches a file that the user asked for, runs `work` with it, and always deletes the file afterwards.
   * @throws RequestRefused 422 `external.address-not-allowed`, 422 `scheduling.file-not-fetched`, 413 when the file or the storage is too large,
   * 429 when too many uploads of the user are in progress; MediaStoreUnavailable
   */
  withFile<Result>(
    { ownerId, ...source }: Source & Readonly<{ ownerId: string }>,
    work: (file: ReceivedFile) => Promise<Result>,
  ): Promise<Result> {
    // The size is known only after the download.
    const size = { least: 1, most: MEDIA.fileBytesMax };
    return this.reservations.withReservation(ownerId, size, source.signal, (bytesMax) =>
      this.withoutReservation(
        { ...source, bytesMax, ...(bytesMax < size.most && { tooLarge: storageFull }) },
        work,
      ),
    );
  }

  /**
   * Like `withFile`, but reserves no storage and no upload of the user. For small files that the product fetches by itself: a killed worker would keep
   * the reservation for two minutes, and the user could not upload.
   * @param source `bytesMax`: the maximum size of the file. `tooLarge`: the error for a larger file
   */
  async withoutReservation<Result>(
    source: BoundedSource,
    work: (file: ReceivedFile) => Promise<Result>,
  ): Promise<Result> {
    // Incoming files are on the volume of the store.
    await this.store.check();
    const path = join(this.folders.incoming, randomUUID());
    try {
      await this.#fetch(source, path);
      return await work({ path, originalName: nameOf(source.address) });
    } finally {
      await rm(path, { force: true });
    }
  }

  async #fetch({ address, signal, bytesMax, tooLarge }: BoundedSource, path: string): Promise<void> {
    const file = await open(path, 'wx', 0o600);
    let bytes = 0;
    // The reason why this process stopped reading, if there is one: the file is too large, or the disk is full.
    let refused: unknown = null;
    const writeChunk = (chunk: Buffer): void => {
      try {
        if (bytes + chunk.length > bytesMax) throw (tooLarge ?? fileTooLarge)(nameOf(address));
        // Written synchronously, so that a slow disk slows the sender and no data piles up in memory.
        writeFileSync(file.fd, chunk);
        bytes += chunk.length;
      } catch (error) {
        refused = error;
        throw error;
      }
    };
    try {
      const { reply } = await fetchUserAddress(this.http, address, {
        accept: MEDIA.types.join(','),
        milliseconds: FETCH_MS,
        maxBytes: Number.MAX_SAFE_INTEGER,
        signal,
        onChunk: writeChunk,
      });
      if (!reply.ok || bytes === 0) throw notFetched(address);
    } catch (error) {
      signal.throwIfAborted();
      throw refused ?? refusalOf(error, address);
    } finally {
      await file.close();
    }
  }
}

function refusalOf(error: unknown, address: string): unknown {
  if (!(error instanceof OutgoingError)) return error;
  if (error.failure === 'blocked') return addressNotAllowed();
  return notFetched(address);
}

/** The last part of the path, decoded. */
function nameOf(address: string): string {
  const path = URL.canParse(address) ? new URL(address).pathname : '';
  try {
    return cleanName(decodeURIComponent(path));
  } catch {
    return cleanName(path);
  }
}
