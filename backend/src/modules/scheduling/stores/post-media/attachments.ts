import { inTransaction } from '#infrastructure/database/transaction.ts';
import { MediaFiles } from '#infrastructure/media/store/media-files.ts';
import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';

/** The table with one row for each file of each post. */
export const ATTACHMENTS = 'media.attachment';

/**
 * Stores which files each post has. A request writes the rows before the event of the post; `KeepMedia` later
 * makes them match the log.
 */
@Injectable()
export class Attachments {
  constructor(
    private readonly pool: Pool,
    private readonly files: MediaFiles,
  ) {}

  /**
   * Attaches files to a post. The sweep keeps attached files.
   * @returns how many of the files exist, and how many the post did not have before
   */
  async attach(
    postId: number,
    names: readonly string[],
  ): Promise<Readonly<{ existing: number; added: number }>> {
    if (names.length === 0) return { existing: 0, added: 0 };
    return inTransaction(this.pool, async (tx) => {
      const existing = await this.files.use(tx, names);
      const { rowCount } = await tx.query(
        'insert into media.attachment (post_id, name) select $1, unnest($2::text[]) order by 2 on conflict do nothing',
        [postId, existing],
      );
      return { existing: existing.length, added: rowCount ?? 0 };
    });
  }

  /**
   * Makes these files the only files of a post, and marks them as confirmed by the log. Also works without a post.
   * @returns whether a file was added to or removed from the post
   */
  async settle(postId: number, names: readonly string[]): Promise<boolean> {
    const { added } = await this.attach(postId, names);
    await this.pool.query(
      'update media.attachment set settled = true where post_id = $1 and name = any($2) and not settled',
      [postId, names],
    );
    const { rows } = await this.pool.query<{ name: string }>(
      'delete from media.attachment where post_id = $1 and name <> all($2) returning name',
      [postId, names],
    );
    await this.files.leave(rows.map(({ name }) => name));
    return added > 0 || rows.length > 0;
  }

  /** Returns posts with files that a request attached this long ago and the log has not confirmed. */
  async unsettled(olderThanMs: number): Promise<number[]> {
    const { rows } = await this.pool.query<{ id: number }>(
      `select distinct post_id::float8 as id from media.attachment
       where not settled and made_at < now() - make_interval(secs => $1 / 1000.0) limit 500`,
      [olderThanMs],
    );
    return rows.map(({ id }) => id);
  }
}
