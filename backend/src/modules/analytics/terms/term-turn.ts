import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import { WorkTable } from '#infrastructure/effects/work-table.ts';

export type TurnKey = Readonly<{ id: number }>;

const LEASE_MS = 2 * 60_000;

/** The one turn in which figures go whose time is over. */
@Injectable()
export class TermTurn extends WorkTable<TurnKey, ''> {
  constructor(pool: Pool, clock: DatabaseClock) {
    super(pool, clock, {
      kind: 'analytics-terms',
      table: 'analytics.term_turn',
      columns: { id: 'int' },
      key: ['id'],
      lease: LEASE_MS,
    });
  }
}
