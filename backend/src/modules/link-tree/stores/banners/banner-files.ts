import { inTransaction } from '#infrastructure/database/transaction.ts';
import { MediaFiles } from '#infrastructure/media/store/media-files.ts';
import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';

/** One row for each file of each banner and photo. */
export const BANNER_FILES = 'link_tree.banner_file';

/** The files of each user's banner and photo. They are written before the event, and reconciled with the log afterwards. */
@Injectable()
export class BannerFiles {
  constructor(
    private readonly pool: Pool,
    private readonly files: MediaFiles,
  ) {}

  /**
   * Protects these files from the sweep from now on.
   * @returns how many of them still exist
   */
  attach(userId: string, names: readonly string[]): Promise<number> {
    return inTransaction(this.pool, async (tx) => {
      const there = await this.files.use(tx, names);
      await tx.query(
        `insert into link_tree.banner_file (user_id, name) select $1, unnest($2::text[]) order by 2
         on conflict do nothing`,
        [userId, there],
      );
      return there.length;
    });
  }

  /** Releases all these files of a user except those that the log names. Files of running uploads stay. */
  async settle(userId: string, names: readonly string[], unsettledMs: number): Promise<void> {
    if (names.length > 0) await this.attach(userId, names);
    await this.pool.query(
      'update link_tree.banner_file set settled = true where user_id = $1 and name = any($2) and not settled',
      [userId, names],
    );
    const { rows } = await this.pool.query<{ name: string }>(
      `delete from link_tree.banner_file where user_id = $1 and name <> all($2)
         and (settled or made_at < now() - make_interval(secs => $3 / 1000.0)) returning name`,
      [userId, names, unsettledMs],
    );
    await this.files.leave(rows.map(({ name }) => name));
  }

  /** The users whose upload began this long ago and that the log never confirmed. */
  async unsettled(olderThanMs: number): Promise<string[]> {
    const { rows } = await this.pool.query<{ id: string }>(
      `select distinct user_id as id from link_tree.banner_file
       where not settled and made_at < now() - make_interval(secs => $1 / 1000.0) limit 500`,
      [olderThanMs],
    );
    return rows.map(({ id }) => id);
  }
}
