import type { Platform } from '@posthorn/contracts/shared/platform';
import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';

type PictureOfAccount = Readonly<{ accountId: number; ownerId: string; platform: Platform }>;
/** `tries`: the number of tries for this URL, including the try that starts now. */
type StartedFetch = Readonly<{ address: string; tries: number }>;

/** Stores the URLs of pictures that the worker must still fetch. */
@Injectable()
export class PictureFetches {
  constructor(private readonly pool: Pool) {}

  /** Requests a fetch. A new URL replaces an earlier URL, which may have expired. */
  async requestFetch({ accountId, ownerId, platform }: PictureOfAccount, address: string): Promise<void> {
    await this.pool.query(
      `insert into integrations.picture_fetch (account_id, owner_id, platform, address) values ($1, $2, $3, $4)
       on conflict (account_id) do update set address = excluded.address, tries = 0, due_at = now()`,
      [accountId, ownerId, platform, address],
    );
  }

  /**
   * Counts a try before it is made. So a try that crashes the process is not repeated for ever. Null: there
   * is nothing to fetch.
   */
  async begin(accountId: number): Promise<StartedFetch | null> {
    const { rows } = await this.pool.query<StartedFetch>(
      `update integrations.picture_fetch set tries = tries + 1 where account_id = $1 returning address, tries`,
      [accountId],
    );
    return rows[0] ?? null;
  }

  /**
   * Ends the fetch of this URL. False: a newer login has stored another URL, which must still be fetched.
   */
  async end(accountId: number, address: string): Promise<boolean> {
    const { rows } = await this.pool.query<{ address: string }>(
      `with gone as (delete from integrations.picture_fetch where account_id = $1 and address = $2)
       select address from integrations.picture_fetch where account_id = $1 and address <> $2`,
      [accountId, address],
    );
    return rows.length === 0;
  }
}
