import type { Event } from '@posthorn/event-sourcing';
import { keyedRows } from '#infrastructure/readers/keyed-rows.ts';
import type { Projection } from '#infrastructure/readers/projection.ts';
import { dueAfter } from './attempt/due-after.ts';
import type { Move } from './attempt/move.ts';
import type { EffectTimes } from './attempt/retry-waits.ts';
import { columnOf } from './work-table.ts';
import { readViewOf } from '#infrastructure/readers/read-views.ts';

/** The owner of an effect, and the platform whose slots it shares. */
type Owned = Readonly<{ ownerId: string; platform: string }>;
/** The key of the effect by columns, and when a worker handles it again. */
export type OpenEffect = Readonly<Record<string, string | number | null>>;
/** Types of Postgres by column name. */
type Types = Readonly<Record<string, string>>;

/** The read model of all unfinished effects of one kind. */
export type OpenEffects<E extends Event> = Readonly<{
  /** The name of the projection, for example `scheduling.covers`. It is stored, and never renamed. */
  name: string;
  /** The name of the table, for example `cover`. */
  table: string;
  category: string;
  /** The types of the stream that `moveOf` handles; by default any of them. */
  types?: readonly E['type'][];
  /** The key of a row, in its order, and further columns, by their names in events. */
  key: Types;
  also?: Types;
  /** By default each event contains its owner and its platform. */
  ownedBy?: (data: E['data']) => Owned;
  /** The move of such an effect that an event describes; null: the event is about something else. */
  moveOf: (event: E) => Move | null;
  /** Whether an event changes this row or creates it. By default every event does, so an event creates a missing row again. */
  isOfRow?: (move: Move, row: OpenEffect | undefined, event: E) => boolean;
  /** Columns that depend on the previous row. */
  kept?: Readonly<{ columns: Types; after: (move: Move, row: OpenEffect | undefined) => OpenEffect }>;
  /** Columns of the indexes; claims read the first one. By default the due time and the key. */
  indexes?: readonly string[];
}>;

/** The row after an event; each event contains everything that its row needs. */
export function openEffectAfter<E extends Event>(
  effects: OpenEffects<E>,
  row: OpenEffect | undefined,
  event: E & Readonly<{ meta: Readonly<{ at: string }> }>,
  times: Pick<EffectTimes, 'longestRetry'>,
): OpenEffect | undefined {
  const { key, also, moveOf, ownedBy = owner, kept } = effects;
  const move = moveOf(event);
  if (!move || effects.isOfRow?.(move, row, event) === false) return row;
  const before = row?.['due_at'];
  const dueAt = dueAfter(move, event.meta.at, times, typeof before === 'string' ? before : null);
  if (dueAt === null) return undefined;
  const { ownerId, platform } = ownedBy(event.data);
  const keyFields = Object.keys({ ...key, ...also }).map((name) => [columnOf(name), fieldOf(event, name)]);
  return {
    ...(Object.fromEntries(keyFields) as OpenEffect),
    ...kept?.after(move, row),
    owner_id: ownerId,
    platform,
    due_at: dueAt,
  };
}

/** The version of the tables of all effects, which one declaration defines. */
const SHAPE = { version: 1 } as const;

/** The name of a table of open effects in statements. */
export const effectsView = (table: string): string => readViewOf(SHAPE, table);

/** No event contains the lease columns, so a rebuild copies them. */
export function openEffects<E extends Event>(
  effects: OpenEffects<E>,
  times: Pick<EffectTimes, 'longestRetry'>,
): Projection<E> {
  const { name, table, category, types, key, moveOf } = effects;
  const keys = Object.keys(key).map(columnOf);
  const { indexes = [['due_at', ...keys].join(', ')] } = effects;
  const eventColumnEntries = Object.entries({ ...key, ...effects.also }).map(([field, type]) => [
    columnOf(field),
    type,
  ]);
  const eventColumns = Object.fromEntries(eventColumnEntries) as Types;
  const columns = { ...eventColumns, owner_id: 'text', platform: 'text', due_at: 'timestamptz' };
  const { kept } = effects;
  return {
    name,
    ...SHAPE,
    categories: [category],
    ...(types && { types }),
    tables: {
      [table]: `${columnList(columns, ' not null')}${kept ? `, ${columnList(kept.columns)}` : ''},
        lease_owner text, lease_until timestamptz, primary key (${keys.join(', ')})`,
    },
    personal: { [table]: 'owner_id' },
    lookups: { [table]: 'account_id' in columns ? ['account_id'] : [] },
    indexes: indexes.map((columnNames) => `create index on {schema}.${table} (${columnNames})`),
    leases: { [table]: { key: keys, columns: ['lease_owner', 'lease_until'] } },
    apply: keyedRows<OpenEffect, E>({
      table,
      isLeased: true,
      key: keys,
      keyOf: (event) => (moveOf(event) ? Object.keys(key).map((field) => fieldOf(event, field)) : null),
      columns: { ...columns, ...kept?.columns },
      fold: (row, event) => openEffectAfter(effects, row, event, times),
    }),
  };
}

const columnList = (columns: Types, rule = ''): string =>
  Object.entries(columns)
    .map(([column, type]) => `${column} ${type}${rule}`)
    .join(', ');

const owner = (data: unknown): Owned => data as Owned;

const fieldOf = ({ data }: Event, field: string): string | number =>
  (data as Readonly<Record<string, string | number>>)[field] ?? '';
