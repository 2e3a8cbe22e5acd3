import type { MediaFileView } from '@posthorn/contracts/shared/media.http';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { UsersBeingErased } from '#infrastructure/effects/users-being-erased.ts';
import { SignedOut } from '#infrastructure/http/session/signed-out.ts';
import { uploadView } from '../store/media-row.ts';
import { MediaFiles } from '../store/media-files.ts';
import { UnusedMediaSweep } from '../store/unused-media-sweep.ts';
import { deletePreparedFiles, prepareFile, type PreparedFile } from './prepare-file.ts';
import type { ReceivedFile } from './received-file.ts';
import { storageFull } from './upload.errors.ts';

/**
 * Stores all of the files or none.
 * @throws RequestRefused with the name of the faulty file; SignedOut when the owner has deleted the account
 */
export class UploadMedia extends Command<readonly MediaFileView[]> {
  constructor(
    readonly userId: string,
    readonly files: readonly ReceivedFile[],
    /** Aborts when the client disconnects; its reason is thrown. */
    readonly signal: AbortSignal,
  ) {
    super();
  }
}

@CommandHandler(UploadMedia)
export class UploadMediaHandler implements ICommandHandler<UploadMedia> {
  constructor(
    private readonly files: MediaFiles,
    private readonly unusedMedia: UnusedMediaSweep,
    private readonly leaving: UsersBeingErased,
  ) {}

  async execute({ userId, files, signal }: UploadMedia): Promise<readonly MediaFileView[]> {
    try {
      const prepared: PreparedFile[] = [];
      for (const file of files) {
        prepared.push(await prepareFile(file, { userId, signal }));
        signal.throwIfAborted();
      }
      // A file may arrive for an hour. The erasure of its owner would not find a file that is stored after it.
      if (await this.leaving.has(userId)) throw new SignedOut();
      await this.#register(userId, prepared);
      return await this.#store(prepared);
    } finally {
      await Promise.all(files.map(deletePreparedFiles));
    }
  }

  async #register(userId: string, prepared: readonly PreparedFile[]): Promise<void> {
    const rows = prepared.map(({ row }) => row);
    if (await this.files.register(userId, rows)) return;
    await this.unusedMedia.deleteUnused(await this.files.unused(userId));
    if (!(await this.files.register(userId, rows))) throw storageFull();
  }

  async #store(prepared: readonly PreparedFile[]): Promise<MediaFileView[]> {
    const names = prepared.map(({ row }) => row.name);
    try {
      for (const { parts } of prepared) {
        for (const { path, object } of parts) await this.unusedMedia.keep(path, object);
      }
      await this.files.confirm(names);
    } catch (error) {
      await this.unusedMedia.deleteUnused(names);
      throw error;
    }
    return prepared.map(({ row }, order) => uploadView(row, order));
  }
}
