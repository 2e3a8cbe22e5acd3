import { expect, it } from '@jest/globals';
import { folding, type Event } from '@posthorn/event-sourcing';
import type { PoolClient } from 'pg';
import type { LoggedEvent } from '#infrastructure/event-log/logged-event.ts';
import { column, LEASE, rowProjection, rowTable, selectList, type RowOf } from './row-table.ts';

const CAKE = rowTable(
  'spec_cake',
  ['baker_id', 'number'],
  {
    baker_id: 'text not null',
    number: 'bigint not null',
    kind: column<'layered' | 'flat'>('text not null'),
    eaten_at: 'timestamptz',
    slices: column<readonly string[] | null>('jsonb'),
  },
  { tasted: 'int', ...LEASE },
);
type CakeRow = RowOf<typeof CAKE>;
type Baked = Event<'CakeBaked', 1, Readonly<{ bakerId: string; number: number }>>;
type Praised = Event<'CakePraised', 1, Readonly<{ bakerId: string; number: number }>>;

const cakes = rowProjection<CakeRow, Baked | Praised>({
  name: 'spec.cakes',
  version: 1,
  categories: ['cake'],
  table: CAKE,
  owner: 'baker_id',
  keyOf: ({ data }) => [data.bakerId, data.number],
  fold: folding<CakeRow | undefined, Baked | Praised>({
    CakeBaked: (_, { data: { bakerId, number } }) => ({
      baker_id: bakerId,
      number,
      kind: 'flat',
      eaten_at: null,
      slices: null,
    }),
  }),
});

it('builds the `create table` statement from the columns, including those that come from no event', () => {
  expect(CAKE.sql).toBe(
    '"baker_id" text not null, "number" bigint not null, "kind" text not null, "eaten_at" timestamptz, "slices" jsonb, ' +
      '"tasted" int, "lease_owner" text, "lease_until" timestamptz, primary key ("baker_id", "number")',
  );
  expect(CAKE.columns).toEqual({
    baker_id: 'text',
    number: 'bigint',
    kind: 'text',
    eaten_at: 'timestamptz',
    slices: 'jsonb',
  });
});

it('selects columns as the types that the row has', () => {
  const list = selectList(
    rowTable('spec_bun', 'number', { number: 'bigint not null', name: 'text', at: 'timestamptz' }),
  );
  expect(list).toMatch(/^"number"::float8 as "number", "name" as "name", case when "at" < .* as "at"$/u);
});

it('derives the row’s type from its columns', () => {
  const row: CakeRow = { baker_id: 'ana', number: 1, kind: 'flat', eaten_at: null, slices: ['one'] };
  // @ts-expect-error -- it is `not null`
  const lacking: CakeRow = { ...row, baker_id: null };
  // @ts-expect-error -- there is no such kind
  const strange: CakeRow = { ...row, kind: 'round' };
  expect([lacking.number, strange.number]).toEqual([1, 1]);
});

it('reads the event types that its fold handles, and declares the owner of its rows and its leases', () => {
  expect(cakes).toMatchObject({
    types: ['CakeBaked'],
    tables: { spec_cake: CAKE.sql },
    personal: { spec_cake: 'baker_id' },
    leases: { spec_cake: { key: ['baker_id', 'number'], columns: ['tasted', 'lease_owner', 'lease_until'] } },
  });
});

it('does not load a row for an event that its fold does not handle', async () => {
  const praised = { type: 'CakePraised', schema: 1, data: { bakerId: 'ana', number: 1 } } as const;
  const tx = {} as PoolClient;
  expect(await cakes.apply(tx, [praised as LoggedEvent<Praised>])).toEqual([]);
  const baked = { ...praised, type: 'CakeBaked' } as LoggedEvent<Baked>;
  await expect(cakes.apply(tx, [baked])).rejects.toThrow('not a function');
});
