import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';

/** SQL condition: nothing may be sent now. For example, after a restore it is unknown what was already sent. */
export const ON_HOLD = 'exists (select from publishing.hold)';

export type Hold = Readonly<{ reason: string; since: string }>;
const HOLD = 'reason, since::text as since';

/** The row that stops all claims, in every process; see `ON_HOLD`. */
@Injectable()
export class PublishingHold {
  constructor(private readonly pool: Pool) {}

  /** An existing hold stays as it is. */
  async begin(reason: string): Promise<Hold> {
    const { rows } = await this.pool.query<Hold>(
      `insert into publishing.hold (reason) values ($1)
       on conflict ((true)) do update set reason = publishing.hold.reason returning ${HOLD}`,
      [reason],
    );
    const [hold] = rows;
    if (!hold) throw new Error('The publishing hold was not stored.');
    return hold;
  }

  /** Returns the hold that was ended, null when there was none. */
  async end(): Promise<Hold | null> {
    const { rows } = await this.pool.query<Hold>(`delete from publishing.hold returning ${HOLD}`);
    return rows[0] ?? null;
  }

  async now(): Promise<Hold | null> {
    const { rows } = await this.pool.query<Hold>(`select ${HOLD} from publishing.hold`);
    return rows[0] ?? null;
  }
}
