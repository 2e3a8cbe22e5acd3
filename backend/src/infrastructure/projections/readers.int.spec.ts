import type { EventStore, Position } from '@posthorn/event-sourcing/event-store';
import { InMemoryEventStore } from '@posthorn/event-store/testing/in-memory-event-store';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { Module } from '@nestjs/common';
import { CauseContext } from '../cause-context.ts';
import { EventCatalog } from '../log/event-catalog.ts';
import { StreamWriter } from '../log/stream-writer.ts';
import { Health } from '../observability/health.ts';
import { ProcessRegistry } from '../processes/process-registry.ts';
import type { Process } from '../processes/process.ts';
import { boot, type Booted } from '../testing/boot.ts';
import { cause, counted, counter, type Counted } from '../testing/counter.ts';
import { keyedRows } from './keyed-rows.ts';
import { ProjectionRebuild } from './projection-rebuild.ts';
import { ProjectionRegistry } from './projection-registry.ts';
import type { Projection } from './projection.ts';
import { ReaderLocks } from './reader-locks.ts';
import { Readers } from './readers.ts';

type Row = { counter_id: number; total: number; notes: readonly string[]; last_at: string };

const totals: Projection<Counted> = {
  name: 'spec.totals',
  version: 1,
  categories: ['counter'],
  tables: {
    spec_totals:
      'counter_id bigint primary key, total int not null, notes jsonb not null, last_at timestamptz not null',
  },
  indexes: ['create index on spec_totals (total)'],
  apply: keyedRows<Row, Counted>({
    table: 'spec_totals',
    key: 'counter_id',
    keyOf: ({ data }) => data.counterId,
    columns: { counter_id: 'bigint', total: 'int', notes: 'jsonb', last_at: 'timestamptz' },
    fold: (row, { data, meta }) =>
      data.note === 'gone'
        ? undefined
        : {
            counter_id: data.counterId,
            total: (row?.total ?? 0) + data.amount,
            notes: [...(row?.notes ?? []), data.note],
            last_at: row && row.last_at > meta.at ? row.last_at : meta.at,
          },
    touched: () => ({ userId: 'ana', topic: 'posts' }),
  }),
};

let handled: string[] = [];
const echo: Process<Counted> = {
  name: 'spec.echo',
  categories: ['counter'],
  from: 'start',
  handle: ({ data }) => {
    handled.push(data.note);
    return Promise.resolve();
  },
};

/** What differs between cases is set before `start`. */
let projection: Projection<Counted>;
let process: Process<Counted>;

@Module({})
class CounterModule {
  constructor(catalog: EventCatalog, projections: ProjectionRegistry, processes: ProcessRegistry) {
    catalog.add(counter);
    projections.add(projection);
    processes.add(process);
  }
}

const open: Booted[] = [];
async function start(store: EventStore = new InMemoryEventStore()): Promise<Booted> {
  const booted = await boot([CounterModule], { database: true, store });
  open.push(booted);
  return booted;
}

beforeEach(() => {
  projection = totals;
  process = echo;
  handled = [];
});
afterEach(async () => {
  for (const booted of open.splice(0)) await booted.close();
});

const count = ({ app }: Booted, id: number, note = 'a note') =>
  app
    .get(CauseContext)
    .run(cause, () => app.get(StreamWriter).decide(counter, id, () => [counted(id, note)]));
const rows = async ({ database }: Booted) =>
  (await database?.pool.query<Row>('select * from read.spec_totals order by counter_id'))?.rows ?? [];
const checksum = async ({ database }: Booted): Promise<unknown> =>
  (
    await database?.pool.query(
      `select md5(string_agg(t::text, ',' order by counter_id)) from read.spec_totals t`,
    )
  )?.rows[0];
const live = (booted: Booted) => {
  const url = booted.database?.url ?? '';
  booted.app.get(Readers).start(new ReaderLocks(url));
  return booted.app.get(Readers);
};
async function until(condition: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await condition())) await new Promise(setImmediate);
}

it('makes rows of facts, and takes them away', async () => {
  const booted = await start();
  await count(booted, 1, 'one');
  await count(booted, 1, 'two');
  await count(booted, 2, 'other');
  await booted.catchUp();
  expect(await rows(booted)).toMatchObject([
    { counter_id: '1', total: 2, notes: ['one', 'two'] },
    { counter_id: '2', total: 1, notes: ['other'] },
  ]);
  await count(booted, 2, 'gone');
  await booted.catchUp();
  expect(await rows(booted)).toHaveLength(1);
});
it('reads a live log and says when it has caught up', async () => {
  const booted = await start();
  const readers = live(booted);
  await count(booted, 1);
  await until(async () => (await rows(booted)).length === 1);
  await until(() => readers.status().every(({ caughtUp }) => caughtUp));
  expect((await booted.app.get(Health).report()).parts.projections).toEqual({ ready: true });
  await readers.stop();
});
it('counts every event once while two runners compete', async () => {
  const booted = await start();
  const [one, other] = [await twin(booted), await twin(booted)];
  for (let id = 0; id < 40; id++) await count(booted, id % 4);
  const runs = await Promise.allSettled([one.catchUp(), other.catchUp()]);
  expect(runs.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0);
  await booted.catchUp();
  expect((await rows(booted)).map(({ total }) => total)).toEqual([10, 10, 10, 10]);
});
it('lets one of two processes run at a time', async () => {
  const booted = await start();
  const other = await twin(booted);
  const locks = new ReaderLocks(booted.database?.url ?? '');
  const readers = live(booted);
  await until(() => readers.status().every(({ state }) => state === 'running'));
  other.start(locks);
  await count(booted, 1);
  await until(async () => (await rows(booted)).length === 1);
  expect(other.status().every(({ state }) => state === 'standby')).toBe(true);
  await readers.stop();
  await until(() => other.status().every(({ state }) => state === 'running'));
  await other.stop();
});
it('writes no rows without their checkpoint', async () => {
  const apply = totals.apply;
  let failures = 1;
  projection = {
    ...totals,
    apply: async (tx, events) => {
      const touched = await apply(tx, events);
      if (failures-- > 0) throw new Error('killed between rows and checkpoint');
      return touched;
    },
  };
  const booted = await start();
  await count(booted, 1);
  await expect(booted.catchUp()).rejects.toThrow('killed between');
  expect(await rows(booted)).toEqual([]);
  await booted.catchUp();
  expect(await rows(booted)).toMatchObject([{ total: 1 }]);
});
it('comes to the same rows when it is rebuilt, in new tables, while the old ones serve', async () => {
  const booted = await start();
  for (let id = 0; id < 30; id++) await count(booted, id % 7, id === 20 ? 'gone' : `note ${String(id)}`);
  await booted.catchUp();
  const before = await checksum(booted);
  const told = await booted.app.get(ProjectionRebuild).run('spec.totals');
  expect(told).toContain('rm_spec_totals_v1_b1');
  expect(await checksum(booted)).toEqual(before);
});
it('goes on in the new tables after a rebuild', async () => {
  const booted = await start();
  const readers = live(booted);
  await count(booted, 1);
  await until(async () => (await rows(booted)).length === 1);
  await booted.app.get(ProjectionRebuild).run('spec.totals');
  await count(booted, 2);
  await until(async () => (await rows(booted)).length === 2);
  await booted.app.get(ProjectionRebuild).run('spec.totals');
  await count(booted, 3);
  await until(async () => (await rows(booted)).length === 3);
  const builds = await booted.database?.pool.query(
    `select build from runner.checkpoint where name = 'spec.totals'`,
  );
  expect(builds?.rows).toHaveLength(2);
  await readers.stop();
});
it('swaps to a new version once that has caught up, and never back', async () => {
  const booted = await start();
  await count(booted, 1);
  await booted.catchUp();
  const old = await twin(booted);
  projection = {
    ...totals,
    version: 2,
    tables: { spec_totals: `${totals.tables['spec_totals'] ?? ''}, extra text` },
  };
  const next = await twin(booted);
  await next.prepare();
  expect(await rows(booted)).toMatchObject([{ total: 1 }]);
  expect((await rows(booted))[0]).not.toHaveProperty('extra');
  await next.catchUp();
  expect((await rows(booted))[0]).toHaveProperty('extra', null);
  await count(booted, 2);
  await old.catchUp();
  expect((await rows(booted))[0]).toHaveProperty('extra', null);
});
it('stops one projection at an event it cannot take, and lets the others go on', async () => {
  projection = { ...totals, apply: () => Promise.reject(new Error('cannot take this')) };
  const booted = await start();
  const readers = live(booted);
  await count(booted, 1, 'poison');
  await until(() => readers.status().some(({ state }) => state === 'stopped'));
  await until(() => handled.includes('poison'));
  const report = await booted.app.get(Health).report();
  expect(report.ready).toBe(false);
  expect(report.parts.projections.detail).toBe('stopped: spec.totals');
  await readers.stop();
});
it('hands each event to a process, and after a failure the one that failed again', async () => {
  let failures = 1;
  process = {
    ...echo,
    handle: (event) =>
      event.data.note === 'b' && failures-- > 0 ? Promise.reject(new Error('not now')) : echo.handle(event),
  };
  const booted = await start();
  for (const note of ['a', 'b', 'c']) await count(booted, 1, note);
  await expect(booted.catchUp()).rejects.toThrow('not now');
  await booted.catchUp();
  expect(handled).toEqual(['a', 'b', 'c']);
});
it('gives a process the cause of the event it handles', async () => {
  const causes: unknown[] = [];
  process = {
    ...echo,
    handle: () => {
      causes.push(open[0]?.app.get(CauseContext).current());
      return Promise.resolve();
    },
  };
  const booted = await start();
  await count(booted, 1);
  const [event] = (booted.store as InMemoryEventStore).historyOf('counter-1');
  await booted.catchUp();
  expect(causes).toEqual([
    {
      actor: { kind: 'system', id: 'spec.echo' },
      correlationId: cause.correlationId,
      causationId: event?.id,
    },
  ]);
});
it('shows a process that begins now nothing of the past', async () => {
  process = { ...echo, name: 'spec.late', from: 'now' };
  const booted = await start();
  await count(booted, 1, 'before');
  await booted.catchUp();
  await count(booted, 1, 'after');
  await booted.catchUp();
  expect(handled).toEqual(['after']);
});
it('tells how far each read model is', async () => {
  const booted = await start();
  await count(booted, 1);
  await booted.catchUp();
  const status = await booted.app.get(ProjectionRebuild).status();
  expect(status.join('\n')).toMatch(/\* spec\.totals v1 {2}caught up/);
  const head: Position | null = await booted.store.head();
  expect(status[0]).toContain(head ?? 'none');
});

/** Readers of a second process on the same database and log, wired with what is set now. */
async function twin({ database, store }: Booted): Promise<Readers> {
  const other = await boot([CounterModule], { store, sharing: database });
  open.unshift(other);
  return other.app.get(Readers);
}
