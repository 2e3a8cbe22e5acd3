import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { Clock } from '#infrastructure/clock.ts';
import { isReservedHandle } from '../../domain/reserved-handles.ts';

/** A handle that was given up is kept from others this long: links to it are still out there. */
const REST_MILLISECONDS = 90 * 86_400_000;

/** Who holds which handle. A row decides, so that of many claims at once one wins. */
@Injectable()
export class Handles {
  constructor(
    private readonly pool: Pool,
    private readonly clock: Clock,
  ) {}

  /** False when it is not free for this user. `handle` is in lower case. */
  async claim(handle: string, userId: string): Promise<boolean> {
    if (isReservedHandle(handle)) return false;
    const rested = new Date(this.clock.now().getTime() - REST_MILLISECONDS);
    const { rowCount } = await this.pool.query(
      `insert into identity.handle as h (handle, user_id) values ($1, $2)
       on conflict (handle) do update set user_id = excluded.user_id, released_at = null
         where h.user_id = excluded.user_id or h.released_at < $3`,
      [handle, userId, rested],
    );
    return rowCount === 1;
  }

  /** Lets go of every other handle of this user. */
  async keepOnly(handle: string, userId: string): Promise<void> {
    await this.pool.query(
      `update identity.handle set released_at = $3
       where user_id = $1 and handle <> $2 and released_at is null`,
      [userId, handle, this.clock.now()],
    );
  }
}
