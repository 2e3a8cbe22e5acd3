import { inTransaction } from '#infrastructure/database/transaction.ts';
import { MediaFiles } from '#infrastructure/media/store/media-files.ts';
import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';

/** One row for each file of each banner and photo. */
export const BANNER_FILES = 'link_tree.banner_file';

/**
 * Stores which files belong to each user's banner and photo. An upload adds them before its event. Later `settle` compares them with the
 * log.
 */
@Injectable()
export class BannerFiles {
  constructor(
    private readonly pool: Pool,
    private readonly files: MediaFiles,
  ) {}

  /**
   * Protects these files from the sweep of unused files.
   * @returns how many of the files still exist
   */
  attach(userId: string, names: readonly string[]): Promise<number> {
    return inTransaction(this.pool, async (tx) => {
      const existing = await this.files.use(tx, names);
      await tx.query(
        `insert into link_tree.banner_file (user_id, name) select $1, unnest($2::text[]) order by 2
         on conflict do nothing`,
        [userId, existing],
      );
      return existing.length;
    });
  }

  /**
   * Releases the user's files, except `names` and files younger than `unsettledMs`, which may belong to a running upload.
   * @param names the files that the log confirms
   */
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

  /** Returns users with files that are older than this and that `settle` has not confirmed. At most 500 users. */
  async unsettled(olderThanMs: number): Promise<string[]> {
    const { rows } = await this.pool.query<{ id: string }>(
      `select distinct user_id as id from link_tree.banner_file
       where not settled and made_at < now() - make_interval(secs => $1 / 1000.0) limit 500`,
      [olderThanMs],
    );
    return rows.map(({ id }) => id);
  }
}
