import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import { isTransient } from '#infrastructure/event-log/is-transient.ts';

/** What a check of a table finds, without a claim. `wait`: milliseconds until the next row is due, if that is soon. */
export type DueCheck = Readonly<{ due: boolean; wait: number | null }>;
type Row = Readonly<{ due: boolean | null; wait: number | null }>;
type RowsByPlace = ReadonlyMap<number, Row>;

/** A table may be locked, for example while a rebuilt model swaps its views. */
const PATIENCE_MS = 200;

/**
 * Checks many tables with one statement: the loops of a process tick together, and most find nothing due. When one table is locked or unreadable,
 * each is checked alone, so that only its own loop waits.
 */
export class DueChecks {
  static readonly #ofPools = new WeakMap<Pool, DueChecks>();

  /**
   * Tables of the same pool share one instance.
   * @param patience milliseconds that the checks of all tables may take together before each is made alone; the first caller decides
   */
  static forPool(pool: Pool, patience = PATIENCE_MS): DueChecks {
    const checks = this.#ofPools.get(pool) ?? new DueChecks(pool, patience);
    this.#ofPools.set(pool, checks);
    return checks;
  }

  /** The text of each table's check with its position in the statement. Entries are only added, so that a connection prepares few statements. */
  readonly #places = new Map<string, number>();
  /** The statement must not run inside a transaction that one of the callers has open. */
  readonly #outside = AsyncLocalStorage.snapshot();
  /** The checks of this turn of the event loop, and their results. */
  #turn: Readonly<{ texts: Set<string>; rows: Promise<RowsByPlace | null> }> | null = null;
  #isSlow = false;

  private constructor(
    private readonly pool: Pool,
    private readonly patience: number,
  ) {}

  /**
   * @param text selects one row with the columns `due` and `wait`, without parameters
   * @throws what the database throws for this table
   */
  async check(text: string): Promise<DueCheck> {
    const place = this.#places.get(text) ?? this.#places.size;
    this.#places.set(text, place);
    this.#turn ??= this.#beginTurn();
    this.#turn.texts.add(text);
    const all = await this.#turn.rows;
    const row = all ? all.get(place) : await this.#askAlone(text, place);
    return { due: row?.due === true, wait: row?.wait ?? null };
  }

  #beginTurn() {
    const texts = new Set<string>();
    return { texts, rows: this.#outside(() => this.#askTogether(texts)) };
  }

  /** @returns null when each table must be checked alone. A busy loop checks more often than the others, so it checks alone. */
  async #askTogether(texts: ReadonlySet<string>): Promise<RowsByPlace | null> {
    await Promise.resolve();
    this.#turn = null;
    if (this.#isSlow || texts.size === 1) return null;
    const timer = new AbortController();
    const nullWhenLate = pause(this.patience, undefined, { signal: timer.signal }).then(
      () => {
        this.#isSlow = true;
        return null;
      },
      () => rows,
    );
    const rows = this.#rowsOfAll()
      .catch((error: unknown) => {
        if (isTransient(error)) throw error;
        return null;
      })
      .finally(() => {
        this.#isSlow = false;
        timer.abort();
      });
    return Promise.race([rows, nullWhenLate]);
  }

  async #rowsOfAll(): Promise<RowsByPlace> {
    const checks = [...this.#places].map(
      ([text, place]) => `select ${String(place)} as place, look.* from (${text}) look`,
    );
    const { rows } = await this.pool.query<Row & { place: number }>({
      name: `look-together-${String(checks.length)}`,
      text: checks.join(' union all '),
    });
    return new Map(rows.map((row) => [row.place, row]));
  }

  async #askAlone(text: string, place: number): Promise<Row | undefined> {
    const query = { name: `look-alone-${String(place)}`, text };
    const { rows } = await this.#outside(() => this.pool.query<Row>(query));
    return rows[0];
  }
}
