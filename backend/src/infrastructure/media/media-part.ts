import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import { Injectable, Logger } from '@nestjs/common';
import { Pool } from 'pg';
import { isoOf } from '../database/instants.ts';
import type { ExportFile, ExportPart, ExportedMedia } from '#infrastructure/readers/export-part.ts';
import { instant, number, orNull, record, text } from '#infrastructure/readers/json-schema.ts';
import { MediaFiles } from './store/media-files.ts';
import { isLost, MediaStore } from './store/media-store.ts';

const PAGE = 200;

type FileRow = Readonly<{
  name: string;
  sha256: string;
  mimeType: string;
  bytes: number;
  originalName: string;
  width: number | null;
  height: number | null;
  durationSeconds: number | null;
  uploadedAt: string;
}>;

/** The uploads of a user, for export and erasure. */
@Injectable()
export class MediaPart implements ExportPart {
  /** Uploads are not in the event log. */
  readonly categories = [];
  readonly tables = ['media.file'];
  readonly files: readonly ExportFile[];
  readonly #logger = new Logger('media');

  constructor(
    private readonly pool: Pool,
    private readonly mediaFiles: MediaFiles,
    private readonly store: MediaStore,
  ) {
    this.files = [
      {
        name: 'media.json',
        about: 'Your uploads, which are in media/.',
        sections: {
          media: { about: 'Each file.', schema: FILE, rows: (userId) => this.#exported(userId) },
        },
      },
    ];
  }

  async *media(userId: string): AsyncGenerator<ExportedMedia> {
    for await (const { name, sha256, mimeType } of this.#rows(userId)) {
      const path = await this.store.pathOf({ sha256, mimeType }).catch((error: unknown) => error);
      if (typeof path === 'string') yield { name, path };
      // Otherwise the file was deleted after its row was read, so it is no longer the user's.
      else if ((await this.mediaFiles.ownedBy(userId, [name])).has(name)) this.#leaveOut(path, userId, name);
    }
  }

  /** Leaves out a file that no later export could contain either. Any other error must fail the export, because a later export is complete. */
  #leaveOut(error: unknown, userId: string, name: string): void {
    if (!isLost(error)) throw error;
    this.#logger.error({
      msg: 'A lost file is missing in the export of its owner',
      userId,
      name,
      err: error,
    });
  }

  async *#exported(userId: string): AsyncGenerator<JsonObject> {
    for await (const { name, mimeType, bytes, originalName, ...file } of this.#rows(userId)) {
      const { width, height, durationSeconds, uploadedAt } = file;
      yield {
        file: `media/${name}`,
        mimeType,
        bytes,
        originalName,
        width,
        height,
        durationSeconds,
        uploadedAt,
      };
    }
  }

  async *#rows(userId: string): AsyncGenerator<FileRow> {
    for (let after = ''; ;) {
      const { rows } = await this.pool.query<FileRow>(
        `select name, sha256, mime_type as "mimeType", bytes::float8 as bytes, original_name as "originalName", width, height,
           duration_seconds as "durationSeconds", ${isoOf('created_at')} as "uploadedAt"
         from media.file where owner_id = $1 and stored and name > $2 order by name limit $3`,
        [userId, after, PAGE],
      );
      yield* rows;
      const last = rows.at(-1);
      if (!last || rows.length < PAGE) return;
      after = last.name;
    }
  }
}

const FILE = record('A file.', {
  file: text('Its path in this archive.'),
  mimeType: text('Its type.'),
  bytes: number('Its size.'),
  originalName: text('Its file name when you uploaded it.'),
  width: orNull(number('The width in pixels.')),
  height: orNull(number('The height in pixels.')),
  durationSeconds: orNull(number('The length of a film, in seconds.')),
  uploadedAt: instant('When you uploaded it.'),
});
