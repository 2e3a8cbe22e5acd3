import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Position } from '@posthorn/event-sourcing/event-store';
import { InMemoryEventStore } from '@posthorn/event-store/testing/in-memory-event-store';
import { noted } from '@posthorn/event-store/testing/noted';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { Module } from '@nestjs/common';
import { CauseContext } from '#infrastructure/event-log/cause-context.ts';
import { EventCatalog } from '#infrastructure/event-log/event-catalog.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { Health } from '#infrastructure/operations/health.ts';
import { ProcessRegistry } from './process-registry.ts';
import { boot, type Booted } from '#infrastructure/testing/boot.ts';
import { cause, counted, counter, type Counted } from '#infrastructure/testing/counter.ts';
import { Checkpoints } from './checkpoints.ts';
import { FirstCatchUp } from './first-catch-up.ts';
import { keyedRows } from './keyed-rows.ts';
import { ProjectionRebuild } from './projection-rebuild.ts';
import { ProjectionRegistry } from './projection-registry.ts';
import type { Projection } from './projection.ts';
import { ReaderLocks } from './reader-locks.ts';
import { ReaderPositions } from './reader-positions.ts';
import { Readers } from './readers.ts';

type Row = { counter_id: number; total: number };
/** The note of the event that the projection cannot handle. */
let poison: string | null;
let handled: string[];
/** The note of the event that the process cannot handle now. */
let broken: string | null;

const totals: Projection<Counted> = {
  name: 'spec.totals',
  version: 1,
  categories: ['counter'],
  tables: { spec_totals: 'counter_id bigint primary key, total int not null' },
  personal: { spec_totals: null },
  apply: keyedRows<Row, Counted>({
    table: 'spec_totals',
    key: 'counter_id',
    keyOf: ({ data }) => data.counterId,
    columns: { counter_id: 'bigint', total: 'int' },
    fold: (row, { data }) => {
      if (data.note === poison) throw new Error('cannot take this');
      return { counter_id: data.counterId, total: (row?.total ?? 0) + data.amount };
    },
  }),
};

@Module({})
class CounterModule {
  constructor(catalog: EventCatalog, projections: ProjectionRegistry, processes: ProcessRegistry) {
    catalog.add(counter);
    projections.add(totals);
    processes.add({
      name: 'spec.echo',
      categories: ['counter'],
      types: ['Counted'],
      from: 'start',
      handle: ({ data }) => {
        const { note } = data as Counted['data'];
        if (note === broken) return Promise.reject(new Error('not now'));
        handled.push(note);
        return Promise.resolve();
      },
    });
  }
}

let booted: Booted;
const open: Booted[] = [];
beforeEach(async () => {
  poison = null;
  handled = [];
  broken = null;
  booted = await boot([CounterModule], { database: true, store: new InMemoryEventStore() });
  open.push(booted);
  await booted.app.get(Readers).prepare();
});
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

const query = async <Found extends object>(sql: string): Promise<Found[]> =>
  (await booted.database?.pool.query<Found>(sql))?.rows ?? [];
const count = (id: number, note = 'a note') =>
  booted.app
    .get(CauseContext)
    .run(cause, () => booted.app.get(StreamWriter).decide(counter, id, () => [counted(id, note)]));
/** Appends an event that no reader of this spec reads. */
async function appendUnreadEvent(): Promise<Position> {
  const stream = `elsewhere-${randomUUID()}`;
  const events = noted(stream).map((event) => ({
    ...event,
    meta: { ...event.meta, at: new Date().toISOString() },
  }));
  return (await booted.store.append(stream, events, { expected: 'noStream' })).position;
}
const startReaders = ({ app, database }: Booted): Readers => {
  const readers = app.get(Readers);
  readers.start(new ReaderLocks(database?.url ?? ''));
  readers.startProcesses();
  return readers;
};
const storedPositions = async (): Promise<(string | null)[]> =>
  (await query<{ position: string | null }>('select position from runner.checkpoint where active')).map(
    ({ position }) => position,
  );
const totalsShown = async () =>
  (await query<Row>('select total from read_v1.spec_totals order by counter_id')).map(({ total }) => total);
const positionOf = (name: string) => booted.app.get(ReaderPositions).positionOf(name) ?? '';
async function until(condition: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await condition())) await pause(5);
}

/** From now on, adds a row to `public.writes` for each write of a checkpoint, with its transaction. */
async function noteWrites(): Promise<void> {
  await query(`create table public.writes (name text, wrote text)`);
  await query(`create function public.note_write() returns trigger language plpgsql as
    $$ begin insert into public.writes values (new.name, pg_current_xact_id()::text); return null; end $$`);
  await query(`create trigger note after update of position on runner.checkpoint
    for each row execute function public.note_write()`);
}

it('writes few checkpoints while a reader skips events, and the last one when the reader ends', async () => {
  await noteWrites();
  const readers = startReaders(booted);
  let last = await appendUnreadEvent();
  for (let event = 0; event < 100; event++) {
    last = await appendUnreadEvent();
    await until(() => positionOf('spec.totals') >= last && positionOf('spec.echo') >= last);
  }
  const writes = await query(`select from public.writes where name = 'spec.totals'`);
  expect(writes.length).toBeLessThan(20);
  await readers.stop();
  expect(await storedPositions()).toEqual([last, last]);
});
it('writes the checkpoint of a process once a second at most, and when the process ends', async () => {
  await noteWrites();
  const readers = startReaders(booted);
  const start = performance.now();
  for (let event = 0; event < 50; event++) {
    await count(1, String(event));
    await until(() => handled.length > event);
  }
  const writes = await query(`select from public.writes where name = 'spec.echo'`);
  // One write when the reader first reaches the end of the log, and one for each full second.
  expect(writes.length).toBeLessThan(3 + (performance.now() - start) / 1_000);
  await until(() => positionOf('spec.totals') === positionOf('spec.echo'));
  await readers.stop();
  expect(new Set(await storedPositions()).size).toBe(1);
});
it('writes simultaneous checkpoints in one statement, and refuses those that do not begin at the stored ones', async () => {
  await count(1);
  await booted.catchUp();
  const from = (await storedPositions())[0] as Position;
  const to = await appendUnreadEvent();
  await noteWrites();
  const checkpoints = booted.app.get(Checkpoints);
  const buildOf = (name: string, version: number) => ({ name, version, build: 0, active: true });
  const written = await Promise.allSettled([
    checkpoints.moveTogether(buildOf('spec.totals', 1), from, to),
    checkpoints.moveTogether(buildOf('spec.totals', 1), null, from),
    checkpoints.moveTogether(buildOf('spec.totals', 2), from, to),
    checkpoints.moveTogether({ ...buildOf('spec.echo', 0), active: false }, from, to),
    checkpoints.moveTogether(buildOf('spec.echo', 0), from, to),
  ]);
  expect(written.map(({ status }) => status)).toEqual([
    'fulfilled',
    ...['rejected', 'rejected', 'rejected'],
    'fulfilled',
  ]);
  expect(await storedPositions()).toEqual([to, to]);
  expect(await query('select distinct wrote from public.writes')).toHaveLength(1);
});
it('handles the events after the last checkpoint again when a process was killed, and loses none', async () => {
  const readers = startReaders(booted);
  await count(1, 'first');
  await until(() => handled.includes('first'));
  await until(async () => (await storedPositions()).every((one) => one !== null));
  const other = await boot([CounterModule], { store: booted.store, sharing: booted.database });
  open.push(other);
  // While this transaction locks the row, no process writes the checkpoint, as after a kill.
  const holder = await booted.database?.pool.connect();
  await holder?.query(`begin; select from runner.checkpoint where name = 'spec.echo' for update`);
  await count(1, 'second');
  await until(() => handled.includes('second'));
  const catchingUp = other.app
    .get(Readers)
    .catchUp('process')
    .catch(() => undefined);
  await until(() => handled.filter((note) => note === 'second').length === 2);
  await holder?.query('rollback');
  holder?.release();
  await catchingUp;
  await count(1, 'third');
  await until(() => handled.includes('third'));
  await readers.stop();
});
it('continues after a failure with the event that failed, and does not handle an earlier event again', async () => {
  const readers = startReaders(booted);
  await count(1, 'first');
  await until(() => handled.includes('first'));
  broken = 'second';
  await count(1, 'second');
  await until(() => readers.status().some(({ restarts }) => restarts > 0));
  broken = null;
  await until(() => handled.includes('second'));
  expect(handled).toEqual(['first', 'second']);
  await readers.stop();
});
it('counts each event after skipped events once, in any process that continues', async () => {
  const readers = startReaders(booted);
  await count(1);
  let last = await appendUnreadEvent();
  await until(() => positionOf('spec.totals') >= last);
  // As after a kill, the last position is not written. Either of the two processes may move the checkpoint first.
  const other = await boot([CounterModule], { store: booted.store, sharing: booted.database });
  open.push(other);
  await Promise.allSettled([other.catchUp(), count(1)]);
  last = await appendUnreadEvent();
  await Promise.allSettled([other.catchUp()]);
  await until(() => positionOf('spec.totals') >= last);
  await readers.stop();
  await Promise.allSettled([other.catchUp()]);
  await other.catchUp();
  expect(await totalsShown()).toEqual([2]);
});
it('continues in the tables of a rebuild that became active while the reader skipped events', async () => {
  const readers = startReaders(booted);
  await count(1);
  const last = await appendUnreadEvent();
  await until(() => positionOf('spec.totals') >= last);
  await booted.app.get(ProjectionRebuild).run('spec.totals');
  await appendUnreadEvent();
  await count(1);
  await until(async () => (await totalsShown())[0] === 2);
  await readers.stop();
});
it('stops at an event that it cannot handle, even after skipped events', async () => {
  const readers = startReaders(booted);
  await count(1);
  await until(async () => (await totalsShown())[0] === 1);
  poison = 'poison';
  for (let event = 0; event < 5; event++) await appendUnreadEvent();
  await count(1, 'poison');
  await until(() =>
    readers.status().some(({ name, state }) => name === 'spec.totals' && state === 'stopped'),
  );
  await readers.stop();
}, 30_000);
it('stores its position when other processes request it, so that they can start', async () => {
  await count(1);
  const readers = startReaders(booted);
  await until(() => readers.status().every(({ caughtUp }) => caughtUp));
  const other = await boot([CounterModule], { store: booted.store, sharing: booted.database });
  open.push(other);
  await other.app.get(Readers).prepare();
  const last = await appendUnreadEvent();
  await other.app.get(FirstCatchUp).wait(AbortSignal.timeout(4_000));
  const progress = (await other.app.get(Health).report()).readers;
  expect(progress.map(({ position, lagSeconds }) => ({ position, lagSeconds }))).toEqual([
    { position: last, lagSeconds: 0 },
    { position: last, lagSeconds: 0 },
  ]);
  expect((await other.app.get(ProjectionRebuild).status()).join('\n')).toContain('spec.totals v1  caught up');
  await readers.stop();
});
