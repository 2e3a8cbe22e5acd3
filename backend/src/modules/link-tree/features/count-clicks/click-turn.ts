import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import { WorkTable } from '#infrastructure/effects/work-table.ts';

export type TurnKey = Readonly<{ id: number }>;

const LEASE_MS = 2 * 60_000;

/** The one turn in which the hours of all pages are recorded. */
@Injectable()
export class ClickTurn extends WorkTable<TurnKey, ''> {
  constructor(pool: Pool, clock: DatabaseClock) {
    super(pool, clock, {
      kind: 'link-tree-clicks',
      table: 'link_tree.click_turn',
      columns: { id: 'int' },
      key: ['id'],
      lease: LEASE_MS,
    });
  }
}
