import { Logger } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { MediaFiles } from './store/media-files.ts';
import { requestedFile, THUMBNAIL_TYPE } from './store/media-row.ts';
import { isNotThere, MediaStore, type MediaObject } from './store/media-store.ts';

/** Finds the file of a public URL; null: there is none. Every client that knows the URL may read the file, because platforms fetch it without a sign-in. */
export class FindMedia extends Query<Readonly<{ path: string; mimeType: string; etag: string }> | null> {
  constructor(readonly name: string) {
    super();
  }
}

@QueryHandler(FindMedia)
export class FindMediaHandler implements IQueryHandler<FindMedia> {
  readonly #logger = new Logger('media');

  constructor(
    private readonly files: MediaFiles,
    private readonly store: MediaStore,
  ) {}

  async execute({ name }: FindMedia): Promise<{ path: string; mimeType: string; etag: string } | null> {
    const requested = requestedFile(name);
    const row = requested && (await this.files.startingWith(requested.prefix));
    if (!row || (!requested.thumbnail && row.name !== name)) return null;
    const sha256 = requested.thumbnail ? row.thumbnail_sha256 : row.sha256;
    if (sha256 === null) return null;
    const mimeType = requested.thumbnail ? THUMBNAIL_TYPE : row.mime_type;
    const path = await this.#pathOf({ sha256, mimeType });
    return path === null ? null : { path, mimeType, etag: `"${sha256}"` };
  }

  /** Null: the file is lost, or was deleted after its row was read. */
  async #pathOf(object: MediaObject): Promise<string | null> {
    try {
      return await this.store.pathOf(object);
    } catch (error) {
      if (!isNotThere(error)) throw error;
      this.#logger.warn({
        msg: 'The store has lost the bytes of an uploaded file; its URL answers 404',
        sha256: object.sha256,
      });
      return null;
    }
  }
}
