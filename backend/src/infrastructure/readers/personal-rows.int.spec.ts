import type { Event, Stream } from '@posthorn/event-sourcing';
import { plain } from '@posthorn/event-sourcing/event-shape';
import { ERASURE_CATEGORY, type SubjectErased } from '@posthorn/event-sourcing/subject-erased';
import { InMemoryEventStore } from '@posthorn/event-store/testing/in-memory-event-store';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Module } from '@nestjs/common';
import { CauseContext } from '#infrastructure/event-log/cause-context.ts';
import { EventCatalog } from '#infrastructure/event-log/event-catalog.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { boot, type Booted } from '#infrastructure/testing/boot.ts';
import { cause, counted, counter, type Counted } from '#infrastructure/testing/counter.ts';
import { keyedRows } from './keyed-rows.ts';
import { ProjectionRebuild } from './projection-rebuild.ts';
import { ProjectionRegistry } from './projection-registry.ts';
import type { Projection } from './projection.ts';

type Row = { counter_id: number; owner_id: string; notes: readonly string[] };

const rows = keyedRows<Row, Counted>({
  table: 'spec_owned',
  key: 'counter_id',
  keyOf: ({ data }) => data.counterId,
  columns: { counter_id: 'bigint', owner_id: 'text', notes: 'jsonb' },
  fold: (row, { data }) => ({
    counter_id: data.counterId,
    owner_id: data.by,
    notes: [...(row?.notes ?? []), data.note],
  }),
});
const details = keyedRows<{ counter_id: number }, Counted>({
  table: 'spec_detail',
  key: 'counter_id',
  keyOf: ({ data }) => data.counterId,
  columns: { counter_id: 'bigint' },
  fold: (_, { data }) => ({ counter_id: data.counterId }),
});
const owned: Projection<Counted> = {
  name: 'spec.owned',
  version: 1,
  categories: [counter.category],
  types: ['Counted'],
  tables: {
    spec_owned:
      'counter_id bigint primary key, owner_id text not null, notes jsonb not null, lease_owner text',
    spec_detail: 'counter_id bigint primary key',
    spec_nobody: 'at timestamptz',
  },
  personal: {
    spec_owned: 'owner_id',
    spec_detail: { by: 'counter_id', of: 'spec_owned' },
    spec_nobody: null,
  },
  leases: { spec_owned: { key: ['counter_id'], columns: ['lease_owner'] } },
  apply: async (tx, events) => [...(await rows(tx, events)), ...(await details(tx, events))],
};
/** Another event type of an erasure’s stream. */
type OtherNews = Event<'OtherNews', 1, { userId: string }>;
const erasures: Stream<null, SubjectErased | OtherNews> = {
  category: ERASURE_CATEGORY,
  initial: null,
  evolve: (state) => state,
  shapes: {
    SubjectErased: { schema: 1, fields: { userId: plain, erasedAt: plain } },
    OtherNews: { schema: 1, fields: { userId: plain } },
  },
};

@Module({})
class OwnedModule {
  constructor(catalog: EventCatalog, projections: ProjectionRegistry) {
    catalog.add(counter);
    catalog.add(erasures);
    projections.add(owned);
  }
}

let booted: Booted;
beforeAll(async () => {
  booted = await boot([OwnedModule], { database: true, store: new InMemoryEventStore() });
});
afterAll(() => booted.close());

const append = <E extends Event, State>(stream: Stream<State, E>, id: string | number, event: E) =>
  booted.app
    .get(CauseContext)
    .run(cause, () => booted.app.get(StreamWriter).decide(stream, id, () => [event]));
const appendCounted = (id: number, by: string, note = 'a note') => append(counter, id, counted(id, note, by));
const erase = (userId: string) =>
  append(erasures, userId, {
    type: 'SubjectErased',
    schema: 1,
    data: { userId, erasedAt: '2030-01-01T12:00:00.000Z' },
  });
const idsIn = async (table: string) =>
  (
    await booted.database?.pool.query<{ id: string }>(`select counter_id::int as id from ${table} order by 1`)
  )?.rows.map(({ id }) => Number(id));

it('deletes the rows of an erased user in each table, and keeps those of other users', async () => {
  await appendCounted(1, 'ana');
  await appendCounted(2, 'bo');
  await append(erasures, 'bo', { type: 'OtherNews', schema: 1, data: { userId: 'bo' } });
  await erase('ana');
  await appendCounted(3, 'bo');
  await erase('cy');
  await erase('dee');
  await booted.catchUp();
  expect(await idsIn('read_v1.spec_owned')).toEqual([2, 3]);
  expect(await idsIn('read_v1.spec_detail')).toEqual([2, 3]);
});
it('deletes the rows at the erasure’s position in the log during a rebuild, and keeps later ones', async () => {
  await appendCounted(4, 'eve');
  await booted.catchUp();
  await erase('eve');
  await appendCounted(5, 'eve', 'after the erasure');
  await booted.app.get(ProjectionRebuild).run('spec.owned');
  expect(await idsIn('read_v1.spec_owned')).toEqual([2, 3, 5]);
  expect(await idsIn('read_v1.spec_detail')).toEqual([2, 3, 5]);
});
it.each([
  ['a table without an entry', { spec_owned: 'owner_id', spec_nobody: null }, 'spec_detail: name it'],
  ['a column that does not exist', { ...owned.personal, spec_owned: 'user_id' }, 'no column user_id'],
  [
    'a reference to a table whose rows have no owner',
    { ...owned.personal, spec_detail: { by: 'at', of: 'spec_nobody' } },
    'no column at',
  ],
  [
    'a reference by a column that the other table does not have',
    { ...owned.personal, spec_owned: { by: 'owner_id', of: 'spec_detail' } },
    'spec_detail is no table with owner_id',
  ],
])('refuses %s', (_, personal, words) => {
  expect(() => {
    new ProjectionRegistry().add({ ...owned, personal });
  }).toThrow(words);
});
