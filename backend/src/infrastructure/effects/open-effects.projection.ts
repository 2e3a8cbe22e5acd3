import type { Event } from '@posthorn/event-sourcing';
import { keyedRows } from '../projections/keyed-rows.ts';
import type { Projection } from '../projections/projection.ts';
import { dueAfter } from './attempt/due-after.ts';
import type { Move } from './attempt/move.ts';
import type { EffectTimes } from './attempt/retry-waits.ts';
import { columnOf, type ColumnType } from './work-table.ts';

/** Whose an effect is, and which slots it shares; of any event about it. */
type Owned = Readonly<{ ownerId: string; platform: string }>;
type OpenEffect = Readonly<Record<string, string | number>>;

/** The read model of the effects of one kind that are not over. */
export type OpenEffects<E extends Event> = Readonly<{
  /** Of the projection: `scheduling.covers`. Stored, and never renamed. */
  name: string;
  /** Of the table: `cover`. */
  table: string;
  category: string;
  /** Key of a row, in its order, by the names that its events give it. */
  key: Readonly<Record<string, ColumnType>>;
  /** An event as a move of such an effect; null: it is about something else. */
  moveOf: (event: E) => Move | null;
  ownedBy: (data: E['data']) => Owned;
  /** Only a wish makes a row. Else whatever tells of an effect does, so that a row that went missing comes back. */
  onlyWishesBegin?: true;
  /** Columns of the index that claims read; by default the due time and the key. */
  index?: string;
}>;

/** Each event carries all that its row needs. That an account is back begins nothing. */
export function openEffectAfter<E extends Event>(
  { key, moveOf, ownedBy, onlyWishesBegin = false }: OpenEffects<E>,
  row: OpenEffect | undefined,
  event: E & Readonly<{ meta: Readonly<{ at: string }> }>,
  times: Pick<EffectTimes, 'longestRetry'>,
): OpenEffect | undefined {
  const move = moveOf(event);
  if (!move) return row;
  if (!row && (move.kind === 'resumed' || (onlyWishesBegin && move.kind !== 'asked'))) return undefined;
  const { ownerId, platform } = ownedBy(event.data as E['data']);
  const before = row?.['due_at'];
  const due = dueAfter(move, event.meta.at, times, before === undefined ? null : String(before));
  if (due === null) return undefined;
  const of = Object.fromEntries(Object.keys(key).map((name) => [columnOf(name), keyIn(event, name)]));
  return { ...of, owner_id: ownerId, platform, due_at: due };
}

/** The lease columns come from no event: a rebuild carries them over. */
export function openEffects<E extends Event>(
  effects: OpenEffects<E>,
  times: Pick<EffectTimes, 'longestRetry'>,
): Projection<E> {
  const { name, table, category, key, moveOf } = effects;
  const keys = Object.keys(key).map(columnOf);
  const ofKey = Object.fromEntries(Object.entries(key).map(([field, type]) => [columnOf(field), type]));
  const columns = { ...ofKey, owner_id: 'text', platform: 'text', due_at: 'timestamptz' };
  return {
    name,
    version: 1,
    categories: [category],
    tables: {
      [table]: `${keys.map((column) => `${column} ${String(ofKey[column])} not null`).join(', ')}, owner_id text not null,
        platform text not null, due_at timestamptz not null, lease_owner text, lease_until timestamptz,
        primary key (${keys.join(', ')})`,
    },
    personal: { [table]: 'owner_id' },
    indexes: [`create index on {schema}.${table} (${effects.index ?? ['due_at', ...keys].join(', ')})`],
    leases: { [table]: { key: keys, columns: ['lease_owner', 'lease_until'] } },
    apply: keyedRows<OpenEffect, E>({
      table,
      isLeased: true,
      key: keys,
      keyOf: (event) => (moveOf(event) ? Object.keys(key).map((field) => keyIn(event, field)) : null),
      columns,
      fold: (row, event) => openEffectAfter(effects, row, event, times),
    }),
  };
}

const keyIn = ({ data }: Event, field: string): string | number =>
  (data as Readonly<Record<string, string | number>>)[field] ?? '';
