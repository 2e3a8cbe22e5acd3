import { MediaFiles } from '#infrastructure/media/store/media-files.ts';
import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { MediaIsUnknown } from '../../domain/post/post-errors.ts';

/** One row for each file of each draft. */
export const DRAFT_FILES = 'media.draft_file';

/** The files of drafts, which the sweep of unused files keeps. */
@Injectable()
export class DraftFiles {
  constructor(private readonly files: MediaFiles) {}

  /**
   * Sets the files of the draft. After the transaction the caller calls `leave` with the result.
   * @returns the files that the draft no longer has
   * @throws MediaIsUnknown when a file was deleted
   */
  async set(tx: PoolClient, ownerId: string, id: string, names: readonly string[]): Promise<string[]> {
    if (names.length > 0) {
      const existing = await this.files.use(tx, names);
      if (existing.length < names.length) throw new MediaIsUnknown();
      await tx.query(
        'insert into media.draft_file (owner_id, draft_id, name) select $1, $2, unnest($3::text[]) order by 3 on conflict do nothing',
        [ownerId, id, names],
      );
    }
    const { rows } = await tx.query<{ name: string }>(
      'delete from media.draft_file where owner_id = $1 and draft_id = $2 and name <> all($3) returning name',
      [ownerId, id, names],
    );
    return rows.map(({ name }) => name);
  }

  /** The sweep deletes unused files a day later. */
  async leave(names: readonly string[]): Promise<void> {
    if (names.length > 0) await this.files.leave(names);
  }
}
