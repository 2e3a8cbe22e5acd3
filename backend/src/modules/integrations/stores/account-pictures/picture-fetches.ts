import type { Platform } from '@posthorn/contracts/shared/platform';
import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';

type PictureOfAccount = Readonly<{ accountId: number; ownerId: string; platform: Platform }>;
/** `tries`: the fetches that were begun for this address, with the one that has just begun. */
type BegunFetch = Readonly<{ address: string; tries: number }>;

/** The addresses of pictures that are still to be fetched. */
@Injectable()
export class PictureFetches {
  constructor(private readonly pool: Pool) {}

  /** A new address replaces an earlier one, which may have expired. */
  async want({ accountId, ownerId, platform }: PictureOfAccount, address: string): Promise<void> {
    await this.pool.query(
      `insert into integrations.picture_fetch (account_id, owner_id, platform, address) values ($1, $2, $3, $4)
       on conflict (account_id) do update set address = excluded.address, tries = 0, due_at = now()`,
      [accountId, ownerId, platform, address],
    );
  }

  /** Counts the try before it is made, so that a crash cannot repeat it without end. Null: there is nothing to fetch. */
  async begin(accountId: number): Promise<BegunFetch | null> {
    const { rows } = await this.pool.query<BegunFetch>(
      `update integrations.picture_fetch set tries = tries + 1 where account_id = $1 returning address, tries`,
      [accountId],
    );
    return rows[0] ?? null;
  }

  /** Ends the fetch of this address. False: a newer login named another one, which is still to be fetched. */
  async end(accountId: number, address: string): Promise<boolean> {
    const { rows } = await this.pool.query<{ address: string }>(
      `with gone as (delete from integrations.picture_fetch where account_id = $1 and address = $2)
       select address from integrations.picture_fetch where account_id = $1 and address <> $2`,
      [accountId, address],
    );
    return rows.length === 0;
  }
}
