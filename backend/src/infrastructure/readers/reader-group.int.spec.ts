import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Position } from '@posthorn/event-sourcing/event-store';
import { InMemoryEventStore } from '@posthorn/event-store/testing/in-memory-event-store';
import { noted } from '@posthorn/event-store/testing/noted';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { Logger, Module } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { CauseContext } from '#infrastructure/event-log/cause-context.ts';
import { EventCatalog } from '#infrastructure/event-log/event-catalog.ts';
import { EventCodec } from '#infrastructure/event-log/event-codec.ts';
import type { LoggedEvent } from '#infrastructure/event-log/logged-event.ts';
import { PositionContext, requestPositions } from '#infrastructure/event-log/position-context.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { boot, type Booted } from '#infrastructure/testing/boot.ts';
import { cause, counted, counter, type Counted } from '#infrastructure/testing/counter.ts';
import { Checkpoints } from './checkpoints.ts';
import { keyedRows } from './keyed-rows.ts';
import { PositionRequests } from './position-requests.ts';
import { ProjectionRebuild } from './projection-rebuild.ts';
import { ProjectionRegistry } from './projection-registry.ts';
import type { Projection, Touched } from './projection.ts';
import { ReadGate } from './read-gate.ts';
import { ReaderGroup, type LeaveReason } from './reader-group.ts';
import { ReaderLocks } from './reader-locks.ts';
import { ReaderPositions } from './reader-positions.ts';
import { Readers } from './readers.ts';
import { RowsChanged } from './rows-changed.ts';

type Row = { counter_id: number; total: number };
type Name = (typeof NAMES)[number];
/** `due` has leases, so the group writes it last, although its name is first in the alphabet. */
const NAMES = ['due', 'list', 'sums'] as const;

/** The counter whose events show whether all read models are in the group. */
const GATHERING = 0;

/** What a read model does before it handles its events, by its name. */
const before = new Map<Name, (tx: PoolClient, notes: readonly string[]) => Promise<void> | void>();
let applied: Name[];
let published: (readonly Touched[])[];

const totalsIn = (name: Name): Projection<Counted> => {
  const table = `spec_${name}`;
  const rows = keyedRows<Row, Counted>({
    table,
    key: 'counter_id',
    keyOf: ({ data }) => data.counterId,
    columns: { counter_id: 'bigint', total: 'int' },
    fold: (row, { data }) => ({ counter_id: data.counterId, total: (row?.total ?? 0) + data.amount }),
    touched: () => ({ userId: name, topic: 'posts' }),
  });
  return {
    name: `spec.${name}`,
    version: 1,
    categories: ['counter'],
    types: ['Counted'],
    tables: {
      [table]: `counter_id bigint primary key, total int not null${name === 'due' ? ', lease_owner text' : ''}`,
    },
    personal: { [table]: null },
    ...(name === 'due' && { leases: { [table]: { key: ['counter_id'], columns: ['lease_owner'] } } }),
    apply: async (tx, events: readonly LoggedEvent<Counted>[]) => {
      applied.push(name);
      const notes = events.map(({ data }) => data.note);
      await before.get(name)?.(tx, notes);
      return rows(tx, events);
    },
  };
};

@Module({})
class CounterModule {
  constructor(catalog: EventCatalog, projections: ProjectionRegistry) {
    catalog.add(counter);
    for (const name of NAMES) projections.add(totalsIn(name));
  }
}

let booted: Booted;
const open: Booted[] = [];
const running: Readers[] = [];
beforeEach(async () => {
  before.clear();
  applied = [];
  published = [];
  const changes = {
    publish: (touched: readonly Touched[]) => {
      published.push(touched);
      return Promise.resolve();
    },
  };
  booted = await boot([CounterModule], {
    database: true,
    store: new InMemoryEventStore(),
    bindings: [{ provide: RowsChanged, useValue: changes }],
  });
  open.push(booted);
  await booted.app.get(Readers).prepare();
});
afterEach(async () => {
  for (const readers of running.splice(0)) await readers.stop();
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
  return (await booted.store.append(stream, noted(stream), { expected: 'noStream' })).position;
}
async function until(condition: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await condition())) await pause(5);
}
const totalIn = async (name: Name): Promise<number> =>
  (
    await query<{ sum: number }>(
      `select coalesce(sum(total), 0)::int as sum from read_v1.spec_${name} where counter_id <> ${String(GATHERING)}`,
    )
  )[0]?.sum ?? 0;
const allHave = (total: number) =>
  until(async () => (await Promise.all(NAMES.map(totalIn))).every((sum) => sum === total));
const stateOf = (readers: Readers, name: Name) =>
  readers.status().find((one) => one.name === `spec.${name}`)?.state;
async function startReaders({ app, database }: Booted): Promise<Readers> {
  const readers = app.get(Readers);
  running.push(readers);
  readers.start(new ReaderLocks(database?.url ?? ''));
  readers.startProcesses();
  await readTogether();
  [applied, published] = [[], []];
  return readers;
}
/**
 * Appends events to the counter `GATHERING` until all read models apply one in the same transaction. At first, some may not be at the end of the log,
 * or may be slow on a busy machine.
 */
async function readTogether(first: () => Promise<unknown> = () => Promise.resolve()): Promise<void> {
  do {
    [applied, published] = [[], []];
    await first();
    await count(GATHERING);
    await until(() => published.flat().length === NAMES.length);
  } while (published.length > 1);
}
async function bootAnother(): Promise<Booted> {
  const other = await boot([CounterModule], { store: booted.store, sharing: booted.database });
  open.push(other);
  await other.app.get(Readers).prepare();
  return other;
}
/** From now on, adds a row to `public.writes` for each statement that moves checkpoints. */
async function noteWrites(): Promise<void> {
  await query(`create table public.writes (wrote text)`);
  await query(`create function public.note_write() returns trigger language plpgsql as
    $$ begin insert into public.writes values (pg_current_xact_id()::text); return null; end $$`);
  await query(`create trigger note after update of position on runner.checkpoint
    for each statement execute function public.note_write()`);
}

it('writes all read models in one transaction, moves their checkpoints in one statement, and sends one notification', async () => {
  await startReaders(booted);
  await noteWrites();
  await readTogether(() => query('truncate public.writes'));
  expect(await query('select from public.writes')).toHaveLength(1);
  expect(published).toEqual([['list', 'sums', 'due'].map((userId) => ({ userId, topic: 'posts' }))]);
});
it('writes tables with leases last, and the others in a fixed order', async () => {
  await startReaders(booted);
  await readTogether();
  expect(applied).toEqual(['list', 'sums', 'due']);
});
it('continues without a read model that keeps failing, which then stops', async () => {
  const readers = await startReaders(booted);
  before.set('list', (_, notes) => {
    if (notes.includes('poison')) throw new Error('cannot take this');
  });
  await count(1, 'poison');
  await until(async () => (await totalIn('due')) === 1 && (await totalIn('sums')) === 1);
  await until(() => stateOf(readers, 'list') === 'stopped');
  await count(1);
  await until(async () => (await totalIn('due')) === 2 && (await totalIn('sums')) === 2);
  expect([await totalIn('list'), stateOf(readers, 'due'), stateOf(readers, 'sums')]).toEqual([
    0,
    'running',
    'running',
  ]);
});
it('readmits a read model that failed once, logs the failure, and counts each event once', async () => {
  let failures = 1;
  const failure = new Error('not now');
  const warn = jest.spyOn(Logger.prototype, 'warn').mockReturnValue(undefined);
  await startReaders(booted);
  before.set('sums', () => {
    if (failures-- > 0) throw failure;
  });
  await count(1);
  await allHave(1);
  expect(warn.mock.calls.flat()).toContainEqual(expect.objectContaining({ err: failure }));
  warn.mockRestore();
  await count(1);
  await allHave(2);
});
it('does not make the others wait twice for a slow read model', async () => {
  await startReaders(booted);
  before.set('list', async (tx) => {
    await tx.query('select pg_sleep(1)');
  });
  await count(1);
  await allHave(1);
  const hold = Promise.withResolvers<undefined>();
  before.set('list', () => hold.promise);
  await count(1);
  await until(async () => (await totalIn('due')) === 2 && (await totalIn('sums')) === 2);
  expect(await totalIn('list')).toBe(1);
  hold.resolve(undefined);
  await allHave(2);
});
it('writes nothing of a batch whose connection breaks, and then writes each event once', async () => {
  let kills = 1;
  await startReaders(booted);
  before.set('due', async (tx) => {
    if (kills-- > 0) await tx.query('select pg_terminate_backend(pg_backend_pid())');
  });
  await count(1);
  await allHave(1);
  await count(1);
  await allHave(2);
});
it('logs a failure of the group that no member has caused', async () => {
  const error = jest.spyOn(Logger.prototype, 'error').mockReturnValue(undefined);
  await startReaders(booted);
  const failure = new Error('a bug');
  jest.spyOn(booted.app.get(EventCodec), 'decodeLazily').mockRejectedValueOnce(failure);
  await count(1);
  await allHave(1);
  expect(error.mock.calls.flat()).toContainEqual(expect.objectContaining({ err: failure }));
  error.mockRestore();
});
it('releases all members when the connection breaks, and blames no member', async () => {
  const reasons: LeaveReason[] = [];
  const stay = Reflect.get(ReaderGroup.prototype, 'stay');
  const staySpy = jest.spyOn(ReaderGroup.prototype, 'stay').mockImplementation(async function (
    this: ReaderGroup,
    ...args
  ) {
    const departure = await stay.apply(this, args);
    reasons.push(departure.why);
    return departure;
  });
  let kills = 1;
  await startReaders(booted);
  before.set('sums', async (tx) => {
    if (kills-- > 0) await tx.query('select pg_terminate_backend(pg_backend_pid())');
  });
  reasons.length = 0;
  await count(1);
  await allHave(1);
  expect(reasons).toEqual(['away', 'away', 'away']);
  staySpy.mockRestore();
});
it('counts each event once while another process reads the same log', async () => {
  const other = await bootAnother();
  await startReaders(booted);
  for (let round = 1; round <= 10; round++) {
    // The second process does not take the lock of the readers. The checkpoints stop one of the two.
    await Promise.allSettled([count(round), other.catchUp(), count(100 + round)]);
  }
  await allHave(20);
});
it('continues where an earlier process stopped', async () => {
  const first = await startReaders(booted);
  await count(1);
  await allHave(1);
  const other = await bootAnother();
  const readers = other.app.get(Readers);
  running.push(readers);
  readers.start(new ReaderLocks(booted.database?.url ?? ''));
  await first.stop();
  await count(1);
  await allHave(2);
});
it('continues in the tables of a rebuild, together with the others', async () => {
  await startReaders(booted);
  await count(1);
  await allHave(1);
  await booted.app.get(ProjectionRebuild).run('spec.list');
  await count(1);
  await allHave(2);
});
it('shows the writes of a request before its response is sent, even if the last event is of a skipped type', async () => {
  await startReaders(booted);
  const { app } = booted;
  const context = app.get(PositionContext);
  const gate = new ReadGate(
    context,
    app.get(ReaderPositions),
    app.get(Checkpoints),
    app.get(ProjectionRegistry),
    app.get(PositionRequests),
  );
  for (let round = 1; round <= 10; round++) {
    const positions = requestPositions(null);
    await context.run(positions, () => count(1));
    await gate.settle(positions);
    expect([positions.stale, ...(await Promise.all(NAMES.map(totalIn)))]).toEqual([
      false,
      ...NAMES.map(() => round),
    ]);
  }
  const later = requestPositions(await appendUnreadEvent());
  await context.run(later, () => gate.waitFor(NAMES.map((name) => `spec.${name}`)));
  expect(later.stale).toBe(false);
});
it('stores the positions of its read models on request after skipped events, and when they stop', async () => {
  const readers = await startReaders(booted);
  const last = await appendUnreadEvent();
  await until(() =>
    NAMES.every((name) => booted.app.get(ReaderPositions).positionOf(`spec.${name}`) === last),
  );
  await booted.app.get(PositionRequests).ask(
    NAMES.map((name) => `spec.${name} v1`),
    last,
  );
  await until(async () =>
    (await booted.app.get(Checkpoints).all()).every(({ position }) => position === last),
  );
  const end = await appendUnreadEvent();
  await until(() =>
    NAMES.every((name) => booted.app.get(ReaderPositions).positionOf(`spec.${name}`) === end),
  );
  await readers.stop();
  expect((await booted.app.get(Checkpoints).all()).map(({ position }) => position)).toEqual([end, end, end]);
});
