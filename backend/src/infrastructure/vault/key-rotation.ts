import { Injectable } from '@nestjs/common';
import { Pool, type PoolClient } from 'pg';
import { inTransaction } from '../database/transaction.ts';
import { KeyRing, type EncryptedSecret } from './key-ring.ts';
import { EncryptedTables, type EncryptedTable } from './encrypted-tables.ts';
import { storedKeyIds, type StoredKeyId } from './stored-key-ids.ts';

const BATCH = 200;

/** The result of one round over all tables. */
export type Rotated = Readonly<{
  moved: number;
  /** Rows that do not decrypt although their key is present: damaged, or copied from another row. */
  unreadable: number;
  /** What is still encrypted with a key other than the newest one; empty: the older keys can be removed. */
  left: readonly StoredKeyId[];
}>;

type Row = EncryptedSecret & Readonly<{ key: string } & Record<string, string>>;
type Batch = Readonly<{ last: string | null; moved: number; unreadable: number }>;

/**
 * Re-encrypts the data key of every stored secret with the newest key of the ring; the secrets do not change. Several processes may run it at
 * the same time, and a kill does no harm. A batch is one short transaction. It skips locked rows, which the next round finds. No other state is
 * stored.
 */
@Injectable()
export class KeyRotation {
  constructor(
    private readonly pool: Pool,
    private readonly ring: KeyRing,
    private readonly tables: EncryptedTables,
  ) {}

  /** Handles each row at most once, so that processes with different rings do not overwrite each other forever. */
  async round(stop?: AbortSignal): Promise<Rotated> {
    const total = { moved: 0, unreadable: 0 };
    const before = await storedKeyIds(this.pool);
    // Otherwise each start would begin a transaction for each table.
    if (!before.some(({ kid }) => this.ring.olderKeyIds.includes(kid)))
      return { ...total, left: this.#notNewest(before) };
    for (const table of this.tables.all()) {
      for (let last: string | null = null; !stop?.aborted;) {
        const batch: Batch = await inTransaction(this.pool, (tx) => this.#batch(tx, table, last));
        total.moved += batch.moved;
        total.unreadable += batch.unreadable;
        if (batch.last === null) break;
        ({ last } = batch);
      }
    }
    return { ...total, left: this.#notNewest(await storedKeyIds(this.pool)) };
  }

  #notNewest(stored: readonly StoredKeyId[]): readonly StoredKeyId[] {
    return stored.filter(({ kid }) => kid !== this.ring.currentKeyId);
  }

  async #batch(tx: PoolClient, table: EncryptedTable, after: string | null): Promise<Batch> {
    const { name, key, columns = [] } = table;
    const { rows } = await tx.query<Row>(
      `select ${[key.column, ...columns].map((column) => `${column}::text as ${column}`).join(', ')},
         ${key.column}::text as key, kid, wrapped, box
       from ${name} where kid = any($1) and wrapped is not null ${after === null ? '' : `and ${key.column} > $3`}
       order by ${name}.${key.column} limit $2 for update skip locked`,
      [this.ring.olderKeyIds, BATCH, ...(after === null ? [] : [after])],
    );
    const moved = rows.flatMap((row) => this.#moved(row, table.contextOf(row)));
    await tx.query(
      `update ${name} t set kid = $1, wrapped = n.wrapped
       from unnest($2::${key.type}[], $3::bytea[]) as n(key, wrapped) where t.${key.column} = n.key`,
      [this.ring.currentKeyId, moved.map((row) => row.key), moved.map(({ wrapped }) => wrapped)],
    );
    const last = rows.length < BATCH ? null : (rows.at(-1)?.key ?? null);
    return { last, moved: moved.length, unreadable: rows.length - moved.length };
  }

  /** Undefined for a row that does not decrypt: it stays unchanged for a person to examine. */
  #moved({ key, kid, wrapped, box }: Row, context: string): { key: string; wrapped: Buffer }[] {
    try {
      return [{ key, wrapped: this.ring.rewrap({ kid, wrapped, box }, context).wrapped }];
    } catch {
      return [];
    }
  }
}
