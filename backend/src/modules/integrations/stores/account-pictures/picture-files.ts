import { inTransaction } from '#infrastructure/database/transaction.ts';
import { MediaFiles } from '#infrastructure/media/store/media-files.ts';
import { Uploads } from '#infrastructure/media/upload/uploads.ts';
import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';

/** One row for each stored picture of an account. */
export const PICTURE_FILES = 'integrations.picture_file';

type OwnedAccount = Readonly<{ accountId: number; ownerId: string }>;

/** The files of the pictures of accounts. They are written before the event, and reconciled with the log afterwards. */
@Injectable()
export class PictureFiles {
  constructor(
    private readonly pool: Pool,
    private readonly files: MediaFiles,
    private readonly uploads: Uploads,
  ) {}

  /** Protects the file from the sweep from now on. */
  async attach({ accountId, ownerId }: OwnedAccount, name: string): Promise<void> {
    await inTransaction(this.pool, async (tx) => {
      const there = await this.files.use(tx, [name]);
      await tx.query(
        `insert into integrations.picture_file (account_id, owner_id, name) select $1, $2, unnest($3::text[])
         on conflict do nothing`,
        [accountId, ownerId, there],
      );
    });
  }

  /**
   * Releases all files of the account except the one that the log names.
   * @param name null: it names none
   * @param atOnce deletes the released files now; otherwise the sweep does, a day later
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
