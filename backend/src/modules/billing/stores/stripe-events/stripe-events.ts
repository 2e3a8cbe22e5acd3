import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';

/** How long rows are kept: longer than Stripe repeats an event (three days), or allows a manual repetition (15 days). */
const KEPT = '30 days';

/** Stores which events of Stripe were handled. This only saves work: handling an event again would find no change. */
@Injectable()
export class StripeEvents {
  constructor(private readonly pool: Pool) {}

  /** Stores an event that arrived. Returns false if the event was handled before. */
  async take(id: string, type: string): Promise<boolean> {
    const { rows } = await this.pool.query<{ isHandled: boolean }>(
      `insert into billing.stripe_event (id, type) values ($1, $2)
       on conflict (id) do update set type = excluded.type
       returning handled_at is not null as "isHandled"`,
      [id, type],
    );
    return rows[0]?.isHandled !== true;
  }

  async markHandled(id: string): Promise<void> {
    await this.pool.query('update billing.stripe_event set handled_at = now() where id = $1', [id]);
  }

  async sweep(): Promise<void> {
    await this.pool.query(`delete from billing.stripe_event where received_at < now() - interval '${KEPT}'`);
  }

  /** Returns when the last event arrived; null: none in the last 30 days. */
  async lastAt(): Promise<string | null> {
    const { rows } = await this.pool.query<{ at: Date | null }>(
      'select max(received_at) as at from billing.stripe_event',
    );
    return rows[0]?.at?.toISOString() ?? null;
  }
}
