import type { Event } from '@posthorn/event-sourcing';
import { keyedRows } from '#infrastructure/readers/keyed-rows.ts';
import type { Projection } from '#infrastructure/readers/projection.ts';
import { dueAfter } from './attempt/due-after.ts';
import type { Move } from './attempt/move.ts';
import type { EffectTimes } from './attempt/retry-waits.ts';
import { columnOf } from './work-table.ts';
import { readViewOf } from '#infrastructure/readers/read-views.ts';

/** Whose an effect is, and which slots it shares. */
type Owned = Readonly<{ ownerId: string; platform: string }>;
/** Its key by columns, and when a worker looks at it again. */
export type OpenEffect = Readonly<Record<string, string | number | null>>;
/** By names: types of Postgres. */
type Types = Readonly<Record<string, string>>;

/** The read model of the effects of one kind that are not over. */
export type OpenEffects<E extends Event> = Readonly<{
  /** Of the projection: `scheduling.covers`. Stored, and never renamed. */
  name: string;
  /** Of the table: `cover`. */
  table: string;
  category: string;
  /** Of the stream: those that `moveOf` takes for moves; by default any may be one. */
  types?: readonly E['type'][];
  /** Key of a row, in its order, and further columns, by the names that events give them. */
  key: Types;
  also?: Types;
  /** By default each event names its owner and its platform. */
  ownedBy?: (data: E['data']) => Owned;
  /** An event as a move of such an effect; null: it is about something else. */
  moveOf: (event: E) => Move | null;
  /** Whether an event is about the effect of this row, or makes a new one; by default it is. So a row that went missing comes back. */
  isOfRow?: (move: Move, row: OpenEffect | undefined, event: E) => boolean;
  /** Columns that follow from what was before. */
  kept?: Readonly<{ columns: Types; after: (move: Move, row: OpenEffect | undefined) => OpenEffect }>;
  /** Columns of the indexes, the one that claims read first; by default the due time and the key. */
  indexes?: readonly string[];
}>;

/** Each event carries all that its row needs. */
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
  const of = Object.keys({ ...key, ...also }).map((name) => [columnOf(name), fieldOf(event, name)]);
  return {
    ...(Object.fromEntries(of) as OpenEffect),
    ...kept?.after(move, row),
    owner_id: ownerId,
    platform,
    due_at: dueAt,
  };
}

/** Of the tables of all effects: they have the columns of one declaration. */
const SHAPE = { version: 1 } as const;

/** How statements name a table of open effects. */
export const effectsView = (table: string): string => readViewOf(SHAPE, table);

/** The lease columns come from no event: a rebuild carries them over. */
export function openEffects<E extends Event>(
  effects: OpenEffects<E>,
  times: Pick<EffectTimes, 'longestRetry'>,
): Projection<E> {
  const { name, table, category, types, key, moveOf } = effects;
  const keys = Object.keys(key).map(columnOf);
  const { indexes = [['due_at', ...keys].join(', ')] } = effects;
  const ofKey = Object.entries({ ...key, ...effects.also }).map(([field, type]) => [columnOf(field), type]);
  const own = Object.fromEntries(ofKey) as Types;
  const columns = { ...own, owner_id: 'text', platform: 'text', due_at: 'timestamptz' };
  const { kept } = effects;
  return {
    name,
    ...SHAPE,
    categories: [category],
    ...(types && { types }),
    tables: {
      [table]: `${listed(columns, ' not null')}${kept ? `, ${listed(kept.columns)}` : ''},
        lease_owner text, lease_until timestamptz, primary key (${keys.join(', ')})`,
    },
    personal: { [table]: 'owner_id' },
    lookups: { [table]: 'account_id' in columns ? ['account_id'] : [] },
    indexes: indexes.map((of) => `create index on {schema}.${table} (${of})`),
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

const listed = (columns: Types, rule = ''): string =>
  Object.entries(columns)
    .map(([column, type]) => `${column} ${type}${rule}`)
    .join(', ');

const owner = (data: unknown): Owned => data as Owned;

const fieldOf = ({ data }: Event, field: string): string | number =>
  (data as Readonly<Record<string, string | number>>)[field] ?? '';
