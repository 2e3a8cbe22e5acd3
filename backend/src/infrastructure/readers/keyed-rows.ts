import type { Event } from '@posthorn/event-sourcing';
import type { PoolClient } from 'pg';
import { asStored, isoOf } from '#infrastructure/database/instants.ts';
import type { LoggedEvent } from '#infrastructure/event-log/logged-event.ts';
import type { Touched } from './projection.ts';

type Key = string | number;
type KeyValue = Key | readonly Key[];

/** A row before and after a batch; undefined: no such row. */
export type RowChange<Row> = Readonly<{ before: Row | undefined; after: Row | undefined }>;

export type KeyedRows<Row, E extends Event> = Readonly<{
  /** The table of the projection that contains the rows. */
  table: string;
  /** Column or columns of its primary key. */
  key: string | readonly string[];
  /** The key of the row that an event is about, in the order of `key`; null: none. */
  keyOf: (event: LoggedEvent<E>) => KeyValue | null;
  /** Every column, including the key, with its Postgres type: `{ post_id: 'bigint', targets: 'jsonb' }`. */
  columns: Readonly<Record<keyof Row & string, string>>;
  /** Returns undefined when the row does not exist or is deleted. When the fold lists its types, other events load no row. */
  fold: ((row: Row | undefined, event: LoggedEvent<E>) => Row | undefined) &
    Readonly<{ types?: readonly E['type'][] }>;
  /** Workers lease these rows. All rows of a batch are locked in key order before the first write, which prevents deadlocks. */
  isLeased?: true;
  /** Writes derived rows into other tables of the projection, in the same transaction. */
  alongside?: (tx: PoolClient, changes: readonly RowChange<Row>[]) => Promise<void>;
  /** Returns whose list has changed. It receives the row as written or, after a deletion, as it was before. */
  touched?: (row: Row) => Touched;
}>;

/** The `apply` of a projection. The events may include types that the fold does not handle. */
type ApplyRows = (tx: PoolClient, events: readonly LoggedEvent[]) => Promise<readonly Touched[]>;

/**
 * The `apply` of a projection whose rows are folded one by one from events. One select loads the rows of a batch, the fold runs in memory,
 * then one upsert and one delete write them. Rows are plain JSON: a `bigint` column reads as a number, a `timestamptz` as an ISO string in
 * UTC.
 */
export function keyedRows<Row extends object, E extends Event>(rows: KeyedRows<Row, E>): ApplyRows {
  const keys = typeof rows.key === 'string' ? [rows.key] : rows.key;
  const sql = statements(rows, keys);
  const columns = Object.keys(rows.columns) as (keyof Row & string)[];
  const instants = columns.filter((name) => isInstant(rows.columns[name]));
  const handled = rows.fold.types && new Set<string>(rows.fold.types);
  return async (tx, events) => {
    const concerned = (events as readonly LoggedEvent<E>[]).flatMap((event) => {
      const key = !handled || handled.has(event.type) ? rows.keyOf(event) : null;
      if (key === null) return [];
      const parts = typeof key === 'object' ? key : [key];
      return [{ event, key: parts, id: idOf(parts) }];
    });
    if (concerned.length === 0) return [];
    const requested = new Map(concerned.map(({ id, key }) => [id, key]));
    const before = await select<Row>(tx, sql.select, keys, [...requested.values()]);
    const after = new Map<string, Row | undefined>(before);
    for (const { event, id } of concerned) after.set(id, rows.fold(after.get(id), event));
    const kept = [...after.values()].filter((row) => row !== undefined);
    const gone = [...before].filter(([id]) => after.get(id) === undefined);
    if (kept.length > 0)
      await tx.query(sql.upsert, [JSON.stringify(kept.map((row) => asStored(row, instants)))]);
    if (gone.length > 0) {
      const dropped = gone.map(([id]) => requested.get(id) ?? []);
      await tx.query(sql.remove, [JSON.stringify(dropped.map((key) => recordOf(keys, key)))]);
    }
    const { alongside, touched } = rows;
    if (alongside)
      await alongside(
        tx,
        [...after].map(([id, row]) => ({ before: before.get(id), after: row })),
      );
    return touched ? [...kept, ...gone.map(([, row]) => row)].map(touched) : [];
  };
}

async function select<Row extends object>(
  tx: PoolClient,
  text: string,
  keys: readonly string[],
  requested: readonly (readonly Key[])[],
): Promise<Map<string, Row>> {
  const requestedJson = JSON.stringify(requested.map((key, at) => ({ ...recordOf(keys, key), __at: at })));
  const found = await tx.query<{ __at: number; row: Row }>(text, [requestedJson]);
  return new Map(found.rows.map(({ __at, row }) => [idOf(requested[__at] ?? []), row]));
}

/** Rows travel as JSON in both directions, so that numbers, dates and nested values read back as the fold wrote them. */
function statements(
  {
    table,
    columns,
    isLeased,
  }: Readonly<{ table: string; columns: Readonly<Record<string, string>>; isLeased?: true }>,
  keys: readonly string[],
) {
  const names = Object.keys(columns);
  const record = names.map((name) => `"${name}" ${columns[name] ?? ''}`).join(', ');
  const keyRecord = keys.map((name) => `"${name}" ${columns[name] ?? ''}`).join(', ');
  const same = keys.map((name) => `t."${name}" = k."${name}"`).join(' and ');
  const list = (of: readonly string[]) => of.map((name) => `"${name}"`).join(', ');
  const changed = names
    .filter((name) => !keys.includes(name))
    .map((name) => `"${name}" = excluded."${name}"`);
  const read = names.map(
    (name) => `${isInstant(columns[name]) ? isoOf(`t."${name}"`) : `t."${name}"`} as "${name}"`,
  );
  return {
    select: `select k.__at, (select row_to_json(r) from (select ${read.join(', ')}) r) as row
      from json_to_recordset($1::json) as k(${keyRecord}, __at int) join "${table}" t on ${same}
      ${isLeased ? `order by ${keys.map((name) => `t."${name}"`).join(', ')} for update of t` : ''}`,
    upsert: `insert into "${table}" (${list(names)})
      select ${list(names)} from json_to_recordset($1::json) as r(${record})
      on conflict (${list(keys)}) do ${changed.length > 0 ? `update set ${changed.join(', ')}` : 'nothing'}`,
    remove: `delete from "${table}" t using json_to_recordset($1::json) as k(${keyRecord}) where ${same}`,
  };
}

const isInstant = (type: string | undefined) => type?.startsWith('timestamptz') ?? false;
const recordOf = (names: readonly string[], values: readonly Key[]) =>
  Object.fromEntries(names.map((name, index) => [name, values[index]]));
const idOf = (key: readonly Key[]): string =>
  key.length === 1 ? String(key[0]) : JSON.stringify(key.map(String));
