import { inTransaction } from '#infrastructure/database/transaction.ts';
import { MediaFiles } from '#infrastructure/media/store/media-files.ts';
import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';

/** One row for each file of each post. */
export const ATTACHMENTS = 'media.attachment';

/** Which post has which files. Written before the event of the post, and corrected by the log afterwards. */
@Injectable()
export class Attachments {
  constructor(
    private readonly pool: Pool,
    private readonly files: MediaFiles,
  ) {}

  /**
   * From now on the sweep keeps these files.
   * @returns how many of them exist, and how many the post did not have before
   */
  async attach(
    postId: number,
    names: readonly string[],
  ): Promise<Readonly<{ existing: number; added: number }>> {
    if (names.length === 0) return { existing: 0, added: 0 };
    return inTransaction(this.pool, async (tx) => {
      const there = await this.files.use(tx, names);
      const { rowCount } = await tx.query(
        'insert into media.attachment (post_id, name) select $1, unnest($2::text[]) order by 2 on conflict do nothing',
        [postId, there],
      );
      return { existing: there.length, added: rowCount ?? 0 };
    });
  }

  /**
   * Removes all files except these from a post. The post may not exist. The log now confirms the rest.
   * @returns whether the post got or lost a file
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

  /** Posts whose request began this long ago and that the log has not confirmed. */
  async unsettled(olderThanMs: number): Promise<number[]> {
    const { rows } = await this.pool.query<{ id: number }>(
      `select distinct post_id::float8 as id from media.attachment
       where not settled and made_at < now() - make_interval(secs => $1 / 1000.0) limit 500`,
      [olderThanMs],
    );
    return rows.map(({ id }) => id);
  }
}
