import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { batched } from '@posthorn/batching';
import type { Pool } from 'pg';
import { claimSql, isFree } from './claim-sql.ts';
import type { DatabaseClock } from '../database/database-clock.ts';
import { DueChecks, type DueCheck } from './due-checks.ts';
import { asTimestamp } from '../database/instants.ts';
import { inTransaction, outsideTransaction } from '../database/transaction.ts';
import type { FreeSlots } from './slots.ts';

export type ColumnType = 'bigint' | 'int' | 'text';
/** Columns of a table by their names in code; SQL writes them with underscores: `accountId` is `account_id`. */
type Columns<Row> = Readonly<{ [Name in keyof Row]: ColumnType }>;

/** A due row that this process has leased: its own columns, and those by which slots are shared. */
export type Work<Row extends object, Platform extends string = string> = Row &
  Readonly<{
    ownerId: string;
    platform: Platform;
    /** The server that the work calls; empty if the platform is one server for all accounts. */
    server: string;
    /** In the format of the database, with microseconds. */
    dueAt: string;
  }>;

/**
 * The due rows of one kind of work: a table or view with the columns of its key and `owner_id`, `due_at`, `lease_owner`, `lease_until`.
 * The texts are SQL, in which `due` is a row; none of them comes from input.
 */
export type WorkTableOptions<Row extends object> = WorkTableTraits &
  Readonly<{
    /** Names its prepared statements: `publishing`. */
    kind: string;
    /** The columns of a claimed row: the primary key first, in its order, and all others that its work needs. */
    columns: Columns<Row>;
    key: readonly (keyof Row)[];
    /** The length of a lease in milliseconds. A loop renews leases. */
    lease: number;
    /** SQL condition for a row that may be claimed. By default, its due time has come. */
    ripe?: string;
  }>;

/** The properties of a table that do not depend on its columns. */
export type WorkTableTraits = Readonly<{
  /** `read_v3.publishing_due` */
  table: string;
  /** SQL: the platform of a row, whose slots it uses. By default the column `platform`; `''` if rows have no platform. */
  platform?: string;
  /** SQL that finds the server of a row, if a platform has many servers. */
  server?: Readonly<{
    join: string;
    sql: string;
    /**
     * The maximum of rows of one server at the same time. Set it for servers that a fair share of the slots would
     * overload. Also set it for servers that may hang and block others.
     */
    most?: number;
  }>;
  /** While this SQL condition is true, no rows are claimed and no lease is confirmed, so that no call begins. */
  paused?: string;
  /** Other code sets the due time, and a release without a time does not change it. A row that is put back gets a later end of its lease. */
  keepsDueTime?: true;
  /** The work need not be done to the second. Each tick claims without a check, and no due time makes the loop tick early. */
  onlyTicks?: true;
}>;

/** For `onlyTicks`: there may be due rows, so each tick claims. */
const CLAIM_EACH_TICK: DueCheck = { due: true, wait: null };

/**
 * Reads the oldest due rows of a platform in the order of their index, and only as many as there are slots. By default the planner
 * expects few due rows, which is usually true, and reads and sorts all of them. In a measurement, these were 6,525 rows for 57 free slots, and
 * 22,300 pages instead of 2,000.
 */
const BY_INDEX = `begin; select set_config('enable_bitmapscan', 'off', true), set_config('enable_seqscan', 'off', true)`;

/**
 * Due rows, and the process that works on each. A lease saves work and guarantees nothing: the event log guarantees that each attempt
 * has one owner. Leases use the database's clock.
 */
export class WorkTable<Row extends object, Platform extends string = string> {
  /** Names this process in the rows that it has leased. */
  readonly worker = `${hostname()}/${String(process.pid)}/${randomUUID().slice(0, 8)}`;
  /** How many rows of one server a process may hold at the same time. */
  readonly mostPerServer: number;
  readonly #sql;
  /** Batched, because many workers confirm at the same time. */
  readonly #confirm = batched((rows: readonly Row[]) => this.#confirmAll(rows));

  constructor(
    protected readonly pool: Pool,
    private readonly clock: DatabaseClock,
    private readonly options: WorkTableOptions<Row>,
  ) {
    this.mostPerServer = options.server?.most ?? Number.POSITIVE_INFINITY;
    this.#sql = statements(options);
  }

  /** Leases due rows that no worker has leased. Returns them in the order in which they should run. */
  async claim(slots: readonly FreeSlots<Platform>[]): Promise<Work<Row, Platform>[]> {
    const claim = {
      name: `${this.options.kind}-claim`,
      text: this.#sql.claim,
      values: [
        slots.map(({ platform }) => platform),
        slots.map(({ free }) => free),
        slots.map(({ owners }) => JSON.stringify(owners)),
        slots.map(({ servers }) => JSON.stringify(servers)),
        this.worker,
        this.options.lease,
      ],
    };
    const { rows } = await inTransaction(
      this.pool,
      (tx) => tx.query<Work<Row, Platform> & { now: number; place: number }>(claim),
      BY_INDEX,
    );
    // Rows that are due by the database's clock must not seem early on this machine.
    const now = rows[0]?.now;
    if (now !== undefined) this.clock.heard(now);
    return rows.sort((one, other) => one.place - other.place);
  }

  /**
   * Checks for due rows without a claim or a transaction. All tables checked in the same turn share one statement. `due`: a claim may find
   * a row. `wait`: milliseconds until the next row is due, if that is within a minute; only a hint.
   * With another condition (`ripe`) than the due time, `wait` is null. Such a check may read many rows, so it
   * is not shared.
   */
  async checkDue(): Promise<DueCheck> {
    if (this.options.onlyTicks) return CLAIM_EACH_TICK;
    if (this.options.ripe !== undefined) {
      const { rowCount } = await this.pool.query({
        name: `${this.options.kind}-look-for-ripe`,
        text: this.#sql.checkForRipe,
      });
      return { due: rowCount !== 0, wait: null };
    }
    return DueChecks.forPool(this.pool).check(this.#sql.check);
  }

  /** Renews the leases of these rows. Returns the ids (`idOf`) of the rows whose lease this worker still has. */
  async renew(leased: readonly Row[]): Promise<ReadonlySet<string>> {
    const { rows } = await this.pool.query<Row>(this.#sql.renew, [
      ...this.#keysOf(leased),
      this.worker,
      this.options.lease,
    ]);
    return new Set(rows.map((row) => this.idOf(row)));
  }

  /**
   * Whether this worker still has the lease of the row, and the work is not paused. If so, the lease lasts its whole length from now. After a
   * sleep of the machine, the result also corrects the clock.
   */
  async confirmLease(row: Row): Promise<boolean> {
    outsideTransaction('a lease');
    return this.#confirm(row);
  }

  async #confirmAll(rows: readonly Row[]): Promise<boolean[]> {
    const { rows: leased } = await this.pool.query<Row & { now: number }>({
      name: `${this.options.kind}-confirm-lease`,
      text: this.#sql.confirmLease,
      values: [...this.#keysOf(rows), this.worker, this.options.lease],
    });
    const now = leased[0]?.now;
    if (now !== undefined) this.clock.heard(now);
    const ids = new Set(leased.map((row) => this.idOf(row)));
    return rows.map((row) => ids.has(this.idOf(row)));
  }

  /**
   * Releases the row, which is due again at `dueAt`; null: only when a later write makes the row due. A due time that changed while the row was leased
   * comes from a newer event (a person's retry, an undo) and stays.
   */
  async release(row: Row & Readonly<{ dueAt: string }>, dueAt: string | null): Promise<void> {
    await this.pool.query({
      name: `${this.options.kind}-release`,
      text: this.#sql.release,
      values: [...this.#keyOf(row), row.dueAt, dueAt && asTimestamp(dueAt), this.worker],
    });
  }

  /** Releases the row, which is due after `wait` milliseconds by the database's clock: the clock of this machine may be hours off. */
  async putBack(row: Row & Readonly<{ dueAt: string }>, wait: number): Promise<void> {
    await this.pool.query({
      name: `${this.options.kind}-put-back`,
      text: this.#sql.putBack,
      values: [...this.#keyOf(row), row.dueAt, wait, this.worker],
    });
  }

  /** Returns the key of the row as one text. */
  idOf(row: Row): string {
    return this.#keyOf(row).map(String).join('-');
  }

  /** Returns one list for each column of the key. */
  #keysOf(rows: readonly Row[]): readonly (readonly Row[keyof Row][])[] {
    return this.options.key.map((name) => rows.map((row) => row[name]));
  }

  #keyOf(row: Row): readonly Row[keyof Row][] {
    return this.options.key.map((name) => row[name]);
  }
}

function statements<Row extends object>(options: WorkTableOptions<Row>) {
  const {
    table,
    server,
    platform = 'due.platform',
    ripe = 'due.due_at <= now()',
    paused = 'false',
    keepsDueTime = false,
  } = options;
  const keys = options.key.map((name) => columnOf(String(name)));
  const returned = Object.entries<ColumnType>(options.columns)
    .map(([name, type]) => `d.${columnOf(name)}${type === 'bigint' ? '::float8' : ''} as "${name}"`)
    .join(', ');
  const same = (one: string, other: string) =>
    keys.map((key) => `${one}.${key} = ${other}.${key}`).join(' and ');
  const isThisRow = keys.map((key, index) => `${key} = $${String(index + 1)}`).join(' and ');
  /** Parameters after those of the key. */
  const after = (index: number) => `$${String(keys.length + index)}`;
  const lease = (at: number) => `lease_until = now() + make_interval(secs => ${after(at)} / 1000.0)`;
  const releaseTo = (dueAt: string, leaseUntil = 'null') => `update ${table}
    set due_at = case when due_at = ${after(1)}::timestamptz then ${dueAt} else due_at end,
      lease_owner = null, lease_until = ${leaseUntil}
    where ${isThisRow} and lease_owner = ${after(3)}`;
  const given = `${after(2)}::timestamptz`;
  const later = `now() + make_interval(secs => ${after(2)} / 1000.0)`;
  // Locks rows in the order of their keys, as projections do, so that the two cannot deadlock.
  const leaseAgain = (also: string, extra: string) => `with owned as materialized (
      select ${keys.map((key) => `d.${key}`).join(', ')}
      from unnest(${options.key.map((name, index) => `$${String(index + 1)}::${options.columns[name]}[]`).join(', ')})
        as leased(${keys.join(', ')})
      join ${table} d on ${same('d', 'leased')}
      where d.lease_owner = ${after(1)} and ${also}
      order by ${keys.map((key) => `d.${key}`).join(', ')} for update of d
    )
    update ${table} d set lease_owner = ${after(1)}, ${lease(2)}
    from owned where ${same('d', 'owned')} returning ${returned}${extra}`;
  return {
    claim: claimSql({
      table,
      keys,
      returned,
      platform,
      ripe,
      paused,
      serverJoin: server?.join ?? '',
      server: server?.sql ?? `''`,
      mostPerServer: server?.most ?? null,
    }),
    // Two subqueries, so that each reads a row or two of the index by due time.
    check: `select
      (select true from ${table} due where due_at <= now() and ${isFree('due')} order by due_at limit 1) as due,
      (select (extract(epoch from min(due_at) - clock_timestamp()) * 1000)::float8
        from ${table} where due_at > now() and due_at < now() + interval '1 minute') as wait`,
    checkForRipe: `select from ${table} due where ${ripe} and ${isFree('due')} order by due_at limit 1`,
    renew: leaseAgain('true', ''),
    confirmLease: leaseAgain(
      `d.lease_until >= now() and not (${paused})`,
      ', (extract(epoch from clock_timestamp()) * 1000)::float8 as now',
    ),
    release: releaseTo(keepsDueTime ? `coalesce(${given}, due_at)` : given),
    putBack: keepsDueTime ? releaseTo('due_at', later) : releaseTo(later),
  };
}

export const columnOf = (name: string): string =>
  name.replace(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`);
