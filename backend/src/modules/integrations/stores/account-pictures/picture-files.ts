import { inTransaction } from '#infrastructure/database/transaction.ts';
import { MediaFiles } from '#infrastructure/media/store/media-files.ts';
import { Uploads } from '#infrastructure/media/upload/uploads.ts';
import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';

/** The table with one row for each stored picture of an account. */
export const PICTURE_FILES = 'integrations.picture_file';

type OwnedAccount = Readonly<{ accountId: number; ownerId: string }>;

/**
 * Which files are account pictures. A row is written before the event of the picture. After the event,
 * `settle` compares the rows with the log.
 */
@Injectable()
export class PictureFiles {
  constructor(
    private readonly pool: Pool,
    private readonly files: MediaFiles,
    private readonly uploads: Uploads,
  ) {}

  /** Marks the file as used by this account, so that the sweep for unused files keeps it. */
  async attach({ accountId, ownerId }: OwnedAccount, name: string): Promise<void> {
    await inTransaction(this.pool, async (tx) => {
      const existing = await this.files.use(tx, [name]);
      await tx.query(
        `insert into integrations.picture_file (account_id, owner_id, name) select $1, $2, unnest($3::text[])
         on conflict do nothing`,
        [accountId, ownerId, existing],
      );
    });
  }

  /**
   * Releases all files of the account except the one that the log records.
   * @param name the file that the log records; null: the account has no picture
   * @param atOnce deletes the released files immediately; otherwise the sweep deletes them a day later
   */
  async settle(
    account: OwnedAccount,
    name: string | null,
    { atOnce }: Readonly<{ atOnce: boolean }>,
  ): Promise<void> {
    if (name !== null) await this.attach(account, name);
    const { rows } = await this.pool.query<{ name: string }>(
      `delete from integrations.picture_file where account_id = $1 and name is distinct from $2 returning name`,
      [account.accountId, name],
    );
    const released = rows.map((row) => row.name);
    await this.files.leave(released);
    if (atOnce) await this.uploads.discardUnused(released);
  }
}
