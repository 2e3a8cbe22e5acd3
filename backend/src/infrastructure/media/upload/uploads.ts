import type { MediaFileView } from '@posthorn/contracts/shared/media.http';
import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { RateLimits } from '#infrastructure/http/edge/rate-limits.ts';
import { nameIn } from '../store/media-row.ts';
import { UnusedMediaSweep } from '../store/unused-media-sweep.ts';
import { FetchFile } from './fetch-file.ts';
import { ReceiveFiles, type Incoming } from './receive-files.ts';
import { fingerprintOfAddress, fingerprintOfFiles, UploadKeys, type UploadKey } from './upload-keys.ts';
import { UploadMedia } from './upload-media.command.ts';
import { uploadBroken } from './upload.errors.ts';

const UPLOADS = { name: 'scheduling.upload', points: 200, seconds: 3600 } as const;

/**
 * `checkBeforeStoring` runs after a file has arrived and before it is stored. A transfer may take minutes, and the token may end
 * in this time. `key`: the Idempotency-Key of the request.
 */
type Asked = Readonly<{ checkBeforeStoring?: () => Promise<void>; key?: string | null }>;
/** `isReplay`: the files were stored by an earlier request with the same key. */
export type Uploaded = Readonly<{ files: readonly MediaFileView[]; isReplay: boolean }>;
type Source = Readonly<{ ownerId: string; address: string; signal: AbortSignal }>;

/** Stores files for posts from all entry points, with one rate limit for all of them. */
@Injectable()
export class Uploads {
  constructor(
    private readonly commands: CommandBus,
    private readonly limits: RateLimits,
    private readonly incoming: ReceiveFiles,
    private readonly fetching: FetchFile,
    private readonly unusedMedia: UnusedMediaSweep,
    private readonly keys: UploadKeys,
  ) {}

  /** @throws RequestRefused, and what `checkBeforeStoring` throws */
  async take(
    exchange: Omit<Incoming, 'form'>,
    { checkBeforeStoring, key = null }: Asked = {},
  ): Promise<Uploaded> {
    const { ownerId } = exchange;
    await this.limits.take(UPLOADS, ownerId);
    return this.incoming.during(exchange, async (received, signal) => {
      await checkBeforeStoring?.();
      const uploadKey =
        key === null ? null : { ownerId, key, fingerprint: await fingerprintOfFiles(received) };
      return this.#once(uploadKey, () => this.commands.execute(new UploadMedia(ownerId, received, signal)));
    });
  }

  /**
   * Stores a file from a URL.
   * @throws RequestRefused, and what `checkBeforeStoring` throws
   */
  async fetch(
    { ownerId, address, signal }: Source,
    { checkBeforeStoring, key = null }: Asked = {},
  ): Promise<Uploaded> {
    await this.limits.take(UPLOADS, ownerId);
    const uploadKey = key === null ? null : { ownerId, key, fingerprint: fingerprintOfAddress(address) };
    return this.#once(uploadKey, () =>
      this.fetching.withFile({ ownerId, address, signal }, async (received) => {
        await checkBeforeStoring?.();
        return this.commands.execute(new UploadMedia(ownerId, [received], signal));
      }),
    );
  }

  /** Deletes those of these files that are not in use. */
  async discardUnused(names: readonly string[]): Promise<void> {
    await this.unusedMedia.deleteUnused(names);
  }

  async #once(
    uploadKey: UploadKey | null,
    store: () => Promise<readonly MediaFileView[]>,
  ): Promise<Uploaded> {
    const known = uploadKey && (await this.keys.known(uploadKey));
    if (known) return { files: known, isReplay: true };
    const files = await store();
    const names = files.flatMap(({ mediaUrl }) => nameIn(mediaUrl) ?? []);
    if (uploadKey === null || (await this.keys.keep(uploadKey, names))) return { files, isReplay: false };
    await this.discardUnused(names);
    const first = await this.keys.known(uploadKey);
    // The files of the first upload are already deleted. The client may send the request again.
    if (!first) throw uploadBroken();
    return { files: first, isReplay: true };
  }
}
