import { setTimeout as pause } from 'node:timers/promises';
import { RetryableError, type EventStore, type Position } from '@posthorn/event-sourcing/event-store';
import { InMemoryEventStore } from '@posthorn/event-store/testing/in-memory-event-store';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { Module } from '@nestjs/common';
import { CauseContext } from '#infrastructure/event-log/cause-context.ts';
import { EventCatalog } from '#infrastructure/event-log/event-catalog.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { Health } from '#infrastructure/operations/health.ts';
import { Metrics } from '#infrastructure/observability/metrics.ts';
import { ProcessRegistry } from './process-registry.ts';
import type { Process } from './process.ts';
import { boot, type Booted } from '#infrastructure/testing/boot.ts';
import { cause, counted, counter, type Counted } from '#infrastructure/testing/counter.ts';
import { Checkpoints } from './checkpoints.ts';
import { keyedRows } from './keyed-rows.ts';
import { FirstCatchUp } from './first-catch-up.ts';
import { VACUUM_AFTER_EVENTS } from './projection-consumer.ts';
import { ReaderPositions } from './reader-positions.ts';
import { ProjectionRebuild } from './projection-rebuild.ts';
import { ProjectionRegistry } from './projection-registry.ts';
import { ProjectionTables } from './projection-tables.ts';
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
  personal: { spec_totals: null },
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
  types: ['Counted'],
  from: 'start',
  handle: ({ data }) => {
    handled.push(data.note);
    return Promise.resolve();
  },
};

/** The next version of the read model, with other columns. */
const totalsNext: Projection<Counted> = {
  ...totals,
  version: 2,
  tables: { spec_totals: `${totals.tables['spec_totals'] ?? ''}, extra text` },
};

/** The readers of the module. Some specs replace them before `start`. */
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

/** Counts how many subscribers it has had. */
class FollowedStore extends InMemoryEventStore {
  followers = 0;

  override subscribeAll(o: Parameters<InMemoryEventStore['subscribeAll']>[0]) {
    this.followers += 1;
    return super.subscribeAll(o);
  }
}

const open: Booted[] = [];
const running: Readers[] = [];
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
  // Also stops the readers of a failed spec. Otherwise they would continue during the next file.
  for (const readers of running.splice(0)) await readers.stop();
  for (const booted of open.splice(0)) await booted.close();
});

const count = ({ app }: Booted, id: number, note = 'a note') =>
  app
    .get(CauseContext)
    .run(cause, () => app.get(StreamWriter).decide(counter, id, () => [counted(id, note)]));
const rows = async ({ database }: Booted, version = 1) =>
  (await database?.pool.query<Row>(`select * from read_v${String(version)}.spec_totals order by counter_id`))
    ?.rows ?? [];
const checksum = async ({ database }: Booted): Promise<unknown> =>
  (
    await database?.pool.query(
      `select md5(string_agg(t::text, ',' order by counter_id)) from read_v1.spec_totals t`,
    )
  )?.rows[0];
const indexes = async ({ database }: Booted, schema: string): Promise<string[] | undefined> =>
  (
    await database?.pool.query<{ on: string }>(
      `select split_part(indexdef, ' USING ', 2) as on from pg_indexes where schemaname = $1 order by 1`,
      [schema],
    )
  )?.rows.map(({ on }) => on);
const startReaders = (booted: Booted) => {
  const readers = booted.app.get(Readers);
  run(readers, booted);
  return readers;
};
const run = (readers: Readers, { database }: Booted) => {
  running.push(readers);
  readers.start(new ReaderLocks(database?.url ?? ''));
  readers.startProcesses();
};
/** Repeats the health check until the database has had time to respond on a busy machine. */
async function projectionsOf({ app }: Booted) {
  for (;;) {
    const { projections } = (await app.get(Health).report()).parts;
    if (projections.detail !== 'no answer') return projections;
  }
}
async function until(condition: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await condition())) await pause(5);
}

it('creates rows from events, and deletes them', async () => {
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
it('reads a live log and reports when it has caught up', async () => {
  const booted = await start();
  const readers = startReaders(booted);
  await count(booted, 1);
  await until(async () => (await rows(booted)).length === 1);
  await until(() => readers.status().every(({ caughtUp }) => caughtUp));
  expect(await projectionsOf(booted)).toEqual({ ready: true });
  await readers.stop();
});
it('counts every event once while the readers of two processes compete', async () => {
  const booted = await start();
  const [one, other] = [await twin(booted), await twin(booted)];
  for (let id = 0; id < 40; id++) await count(booted, id % 4);
  const runs = await Promise.allSettled([one.catchUp(), other.catchUp()]);
  expect(runs.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0);
  await booted.catchUp();
  expect((await rows(booted)).map(({ total }) => total)).toEqual([10, 10, 10, 10]);
});
it('lets only one of two processes run the readers at a time', async () => {
  const booted = await start();
  const other = await twin(booted);
  const readers = startReaders(booted);
  await until(() => readers.status().every(({ state }) => state === 'running'));
  run(other, booted);
  await count(booted, 1);
  await until(async () => (await rows(booted)).length === 1);
  expect(other.status().every(({ state }) => state === 'standby')).toBe(true);
  await readers.stop();
  await until(() => other.status().every(({ state }) => state === 'running'));
  await other.stop();
});
it('subscribes to the log only in the process that runs the readers', async () => {
  const store = new FollowedStore();
  const booted = await start(store);
  const other = await twin(booted);
  const readers = startReaders(booted);
  await until(() => readers.status().every(({ state }) => state === 'running'));
  run(other, booted);
  await count(booted, 1);
  await until(async () => (await rows(booted)).length === 1);
  expect(store.followers).toBe(1);
  await readers.stop();
  await until(() => other.status().every(({ state }) => state === 'running'));
  await count(booted, 2);
  await until(async () => (await rows(booted)).length === 2);
  expect(store.followers).toBe(2);
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
it('creates the same rows in new tables in a rebuild, while the old rows stay readable', async () => {
  const booted = await start();
  for (let id = 0; id < 30; id++) await count(booted, id % 7, id === 20 ? 'gone' : `note ${String(id)}`);
  await booted.catchUp();
  const before = await checksum(booted);
  const printed = await booted.app.get(ProjectionRebuild).run('spec.totals');
  expect(printed).toContain('rm_spec_totals_v1_b1');
  expect(await checksum(booted)).toEqual(before);
});
it('skips events that change no row in a rebuild, and ends at the end of the log', async () => {
  projection = { ...totals, types: [] };
  const booted = await start();
  await count(booted, 1);
  await booted.catchUp();
  const rebuild = booted.app.get(ProjectionRebuild);
  expect(await rebuild.run('spec.totals')).toContain('rebuilt from 0 events');
  expect(await rows(booted)).toEqual([]);
  expect((await rebuild.status()).join('\n')).toMatch(/^\* spec\.totals v1\.1 {2}caught up/mu);
});
it('sets no statement timeout for the indexes of a rebuild', async () => {
  const asked = `create table "{schema}".asked as select current_setting('statement_timeout') as most`;
  projection = { ...totals, indexes: [...(totals.indexes ?? []), asked] };
  const booted = await start();
  await count(booted, 1);
  await booted.catchUp();
  await booted.app.get(ProjectionRebuild).run('spec.totals');
  const { rows } = await (booted.database?.pool.query('select most from rm_spec_totals_v1_b1.asked') ?? {
    rows: [],
  });
  expect(rows).toEqual([{ most: '0' }]);
});
it('creates all indexes of a rebuild before it becomes active', async () => {
  const booted = await start();
  await count(booted, 1);
  await booted.catchUp();
  const before = await indexes(booted, 'rm_spec_totals_v1');
  expect(before).toHaveLength(2);
  await booted.app.get(ProjectionRebuild).run('spec.totals');
  expect(await indexes(booted, 'rm_spec_totals_v1_b1')).toEqual(before);
});
it('stops a rebuild when the log lacks events of the current rows, and reports the command to use', async () => {
  const booted = await start();
  await count(booted, 1);
  await booted.catchUp();
  await booted.database?.pool.query('update runner.checkpoint set position = $1', ['9'.repeat(20)]);
  await expect(booted.app.get(ProjectionRebuild).run('spec.totals')).rejects.toThrow(
    'npm run restored -- log',
  );
  expect(await rows(booted)).toHaveLength(1);
}, 30_000);
it('keeps the tables of a rebuild that is in use, although the response to its commit was lost', async () => {
  const booted = await start();
  await count(booted, 1);
  await booted.catchUp();
  const tables = booted.app.get(ProjectionTables);
  const promote = jest.spyOn(tables, 'promote');
  const locked = tables.locked.bind(tables);
  jest.spyOn(tables, 'locked').mockImplementation(async (work) => {
    const result = await locked(work);
    if (promote.mock.calls.length === 1) {
      promote.mockRestore();
      throw new Error('Connection terminated unexpectedly');
    }
    return result;
  });
  await expect(booted.app.get(ProjectionRebuild).run('spec.totals')).rejects.toThrow('Connection terminated');
  expect(await rows(booted)).toHaveLength(1);
  expect(await indexes(booted, 'rm_spec_totals_v1_b1')).toHaveLength(2);
});
it('waits for the read models of a start although the log or the database does not respond for a moment', async () => {
  const booted = await start();
  await count(booted, 1);
  await booted.catchUp();
  const head = jest
    .spyOn(booted.store, 'head')
    .mockRejectedValueOnce(new RetryableError('The cluster elects a leader'));
  const all = jest
    .spyOn(booted.app.get(Checkpoints), 'all')
    .mockRejectedValueOnce(new Error('Connection terminated unexpectedly'));
  await booted.app.get(FirstCatchUp).wait(new AbortController().signal);
  expect([head.mock.calls.length, all.mock.calls.length]).toEqual([2, 2]);
});
it('does not wait for the read models of a start after an error that lasts', async () => {
  const booted = await start();
  jest.spyOn(booted.store, 'head').mockRejectedValueOnce(new TypeError('a bug'));
  await expect(booted.app.get(FirstCatchUp).wait(new AbortController().signal)).rejects.toThrow('a bug');
});
it('lists the read models in one line for an unknown name', async () => {
  const booted = await start();
  await expect(booted.app.get(ProjectionRebuild).run('spec.songs')).rejects.toMatchObject({
    name: 'OneLineError',
    message: expect.stringMatching(
      /^There is no projection spec\.songs\. The projections are: .*spec\.totals/u,
    ),
  });
});
it('continues in the new tables after a rebuild', async () => {
  const booted = await start();
  const readers = startReaders(booted);
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
it('separates the rows of each version, and shows all rows after an upgrade and a downgrade', async () => {
  const booted = await start();
  await count(booted, 1);
  await booted.catchUp();
  projection = totalsNext;
  await (await twin(booted)).catchUp();
  expect((await rows(booted, 2))[0]).toHaveProperty('extra', null);
  expect((await rows(booted, 1))[0]).not.toHaveProperty('extra');
  projection = totals;
  const down = await twin(booted);
  for (let id = 2; id < 12; id++) await count(booted, id);
  await down.catchUp();
  expect(await rows(booted, 1)).toHaveLength(11);
  projection = totalsNext;
  await (await twin(booted)).catchUp();
  expect(await rows(booted, 2)).toHaveLength(11);
});
it('updates the planner’s statistics after many events, before autovacuum does', async () => {
  const booted = await start();
  const rowEstimate = async () =>
    (
      await booted.database?.pool.query<{ rows: number }>(
        `select reltuples::int as rows from pg_class where oid = 'rm_spec_totals_v1.spec_totals'::regclass`,
      )
    )?.rows[0]?.rows;
  const many = (id: number) =>
    booted.app
      .get(CauseContext)
      .run(cause, () =>
        booted.app
          .get(StreamWriter)
          .decide(counter, id, () =>
            Array.from({ length: 1_000 }, (_, number) => counted(id, String(number))),
          ),
      );
  for (let id = 1; id < VACUUM_AFTER_EVENTS / 1_000; id++) await many(id);
  await booted.catchUp();
  expect(await rowEstimate()).toBe(-1);
  await many(VACUUM_AFTER_EVENTS / 1_000);
  await booted.catchUp();
  expect(await rowEstimate()).toBe(VACUUM_AFTER_EVENTS / 1_000);
}, 60_000);
it('fills two versions at the same time, each in a process of that version', async () => {
  const booted = await start();
  const old = startReaders(booted);
  await count(booted, 1);
  projection = totalsNext;
  const next = await twin(booted);
  run(next, booted);
  await until(async () => (await rows(booted, 2).catch(() => [])).length === 1);
  await count(booted, 2);
  await until(async () => (await rows(booted, 1)).length === 2 && (await rows(booted, 2)).length === 2);
  await Promise.all([old.stop(), next.stop()]);
});
it('reports a version as not ready while its rows are incomplete, and always as ready afterwards', async () => {
  const booted = await start();
  await count(booted, 1);
  await booted.catchUp();
  projection = totalsNext;
  const next = await bootTwin(booted);
  const { app } = next;
  await app.get(Readers).prepare();
  const before = await app.get(Health).report();
  expect(before.ready).toBe(false);
  expect(before.parts.projections).toEqual({ ready: false, detail: 'reading: spec.totals v2' });
  await next.catchUp();
  await app.get(FirstCatchUp).wait(new AbortController().signal);
  await count(booted, 2);
  expect((await app.get(Health).report()).parts.projections).toEqual({ ready: true });
});
it('reports a process as not ready until it has read the events that were appended while it was stopped', async () => {
  const store = new InMemoryEventStore();
  const booted = await start(store);
  await count(booted, 1);
  await booted.catchUp();
  await count(booted, 2);
  // Like a restarted process of the same version: all its rows were complete before.
  const again = await bootTwin(booted);
  const { app } = again;
  const report = async () => (await app.get(Health).report()).parts.projections;
  const head = store.head.bind(store);
  store.head = () => Promise.reject(new RetryableError('The event store did not answer'));
  expect(await report()).toEqual({ ready: false, detail: 'The event store did not answer' });
  store.head = head;
  expect(await report()).toEqual({ ready: false, detail: 'reading: spec.totals v1' });
  await again.catchUp();
  expect(await report()).toEqual({ ready: true });
});
it('reports a process as ready before its own readers run when another process fills its version', async () => {
  const booted = await start();
  await count(booted, 1);
  const readers = startReaders(booted);
  const standby = await bootTwin(booted);
  await standby.app.get(Readers).prepare();
  await standby.app.get(FirstCatchUp).wait(new AbortController().signal);
  expect((await standby.app.get(Health).report()).ready).toBe(true);
  await readers.stop();
});
it('measures how far a read model is behind the log, even when no process reads', async () => {
  const booted = await start();
  await count(booted, 1);
  await booted.catchUp();
  const lag = async () => (await booted.app.get(Health).report()).readers.map((one) => one.lagSeconds);
  expect(await lag()).toEqual([0, 0]);
  // The next event is older than the tolerated delay.
  booted.clock.set(new Date(Date.now() - 3_600_000));
  await count(booted, 2);
  for (const seconds of await lag()) expect(seconds).toBeGreaterThan(3_599);
  const figures = await booted.app.get(Metrics).registry.metrics();
  expect(figures).toMatch(/^projection_lag_seconds\{projection="spec.totals"\} 3[56]\d\d/mu);
  expect(await projectionsOf(booted)).toEqual({
    ready: true,
    degraded: true,
    detail: 'behind: spec.echo, spec.totals',
  });
});
it('reports a version that no process fills, and removes it only on request', async () => {
  const booted = await start();
  await count(booted, 1);
  await booted.catchUp();
  projection = totalsNext;
  const next = await bootTwin(booted);
  const rebuild = next.app.get(ProjectionRebuild);
  await next.catchUp();
  booted.clock.set(new Date(Date.now() - 60_000));
  await count(booted, 2);
  await next.catchUp();
  const figures = await next.app.get(Metrics).registry.metrics();
  expect(figures).toMatch(/^projection_other_build_lag_seconds\{.*version="1",build="0"\} 6\d/mu);
  expect((await rebuild.status()).join('\n')).toMatch(/^ {2}spec\.totals v1 {2}at \d+, 6\d\.\d s behind/mu);
  const readers = startReaders(booted);
  await until(() => readers.status().every(({ state }) => state === 'running'));
  await expect(rebuild.drop('spec.totals', 1)).rejects.toThrow('spec.totals v1 is in use by a process');
  await readers.stop();
  await expect(rebuild.drop('spec.totals', 2)).rejects.toThrow('is what this version of Posthorn reads');
  await expect(rebuild.drop('spec.totals', 7)).rejects.toThrow('There is no spec.totals v7.');
  expect(await rebuild.drop('spec.totals', 1)).toBe('spec.totals v1: removed.');
  await expect(rows(booted, 1)).rejects.toThrow('does not exist');
  expect(await rows(booted, 2)).toHaveLength(2);
});
it('keeps leases of rows in a rebuild', async () => {
  projection = {
    ...totals,
    tables: { spec_totals: `${totals.tables['spec_totals'] ?? ''}, lease_owner text` },
    leases: { spec_totals: { key: ['counter_id'], columns: ['lease_owner'] } },
  };
  const booted = await start();
  await count(booted, 1);
  await booted.catchUp();
  await booted.database?.pool.query(`update read_v1.spec_totals set lease_owner = 'somebody'`);
  await booted.app.get(ProjectionRebuild).run('spec.totals');
  expect(await rows(booted)).toMatchObject([{ lease_owner: 'somebody' }]);
});
it('stops only the projection that cannot handle an event, and continues with the others and with requests', async () => {
  let isFailing = false;
  projection = {
    ...totals,
    apply: (tx, events) =>
      isFailing ? Promise.reject(new Error('cannot take this')) : totals.apply(tx, events),
  };
  const booted = await start();
  await count(booted, 1);
  await booted.catchUp();
  isFailing = true;
  const readers = startReaders(booted);
  await count(booted, 1, 'poison');
  await until(() => readers.status().some(({ state }) => state === 'stopped'));
  await until(() => handled.includes('poison'));
  // Requests do not wait for this read model, because it has no position after it has stopped.
  await until(() => booted.app.get(ReaderPositions).positionOf('spec.totals') === undefined);
  const stopped = { ready: true, degraded: true, detail: 'stopped: spec.totals' };
  const report = await booted.app.get(Health).report();
  expect(report).toMatchObject({ ready: true, degraded: true, parts: { projections: stopped } });
  // Another process would stop at the same event: it reports that, and serves the existing rows.
  const other = await bootTwin(booted);
  await other.app.get(Readers).prepare();
  expect(await projectionsOf(other)).toEqual(stopped);
  expect(await other.app.get(Metrics).registry.metrics()).toContain('reader_stopped{reader="spec.totals"} 1');
  await readers.stop();
  // The recovery is reported too.
  isFailing = false;
  await other.catchUp();
  expect(await projectionsOf(other)).toEqual({ ready: true });
});
it('reports a version as not ready when it stops before it was ever complete', async () => {
  projection = { ...totals, apply: () => Promise.reject(new Error('cannot take this')) };
  const booted = await start();
  await count(booted, 1, 'poison');
  const readers = startReaders(booted);
  await until(() => readers.status().some(({ state }) => state === 'stopped'));
  expect(await projectionsOf(booted)).toEqual({
    ready: false,
    detail: 'reading: spec.totals v1 (stopped: cannot take this)',
  });
  await readers.stop();
});
it('passes each event to a process, and continues after a failure with the event that failed', async () => {
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
it('passes a whole page to a process that handles pages, and a single event after a failure', async () => {
  const pages: string[][] = [];
  let failures = 1;
  process = {
    ...echo,
    handleAll: (events) => {
      pages.push(events.map(({ data }) => data.note));
      return failures-- > 0 ? Promise.reject(new Error('not now')) : Promise.resolve();
    },
  };
  const booted = await start();
  for (const note of ['a', 'b', 'c']) await count(booted, 1, note);
  const readers = startReaders(booted);
  await until(() => pages.length >= 3);
  await readers.stop();
  expect(pages).toEqual([['a', 'b', 'c'], ['a'], ['b', 'c']]);
  expect(handled).toEqual([]);
});
it('passes a process only events of the types that it lists, and skips the others', async () => {
  process = { ...echo, types: [] };
  const booted = await start();
  await count(booted, 1, 'a');
  await booted.catchUp();
  expect(handled).toEqual([]);
  const [checkpoint] = await booted.app.get(Checkpoints).checkpointsOf('spec.echo');
  expect(checkpoint?.position).toEqual(expect.anything());
});
it('finds the event of a batch that a read model cannot handle, and writes all earlier events in a few steps', async () => {
  const events = 60;
  const batches: number[] = [];
  projection = {
    ...totals,
    apply: (tx, page) => {
      batches.push(page.length);
      return page.some(({ data }) => data.note === 'poison')
        ? Promise.reject(new Error('cannot take this'))
        : totals.apply(tx, page);
    },
  };
  const booted = await start();
  for (let event = 0; event < events; event++) await count(booted, event);
  await count(booted, 1, 'poison');
  const readers = startReaders(booted);
  await until(() => readers.status().some(({ state }) => state === 'stopped'));
  expect(await rows(booted)).toHaveLength(events);
  // One or two attempts of each size; the last event is tried alone three times.
  expect(batches.slice(-3)).toEqual([1, 1, 1]);
  expect(batches.length).toBeLessThan(events / 2);
  await readers.stop();
});
it('passes a read model only events of the types that it lists, and skips the others', async () => {
  let shown = 0;
  projection = {
    ...totals,
    types: [],
    apply: (_tx, page) => {
      shown += page.length;
      return Promise.resolve([]);
    },
  };
  const booted = await start();
  await count(booted, 1, 'a');
  await booted.catchUp();
  const [checkpoint] = await booted.app.get(Checkpoints).checkpointsOf('spec.totals');
  expect([shown, checkpoint?.position]).toEqual([0, await booted.store.head()]);
});
it('passes a process only the events that it selects, and calls its selection once for each page', async () => {
  let selections = 0;
  process = {
    ...echo,
    concerned: (events) => {
      selections += 1;
      return Promise.resolve(events.filter(({ data }) => data.note !== 'b'));
    },
  };
  const booted = await start();
  for (const note of ['a', 'b', 'c']) await count(booted, 1, note);
  await booted.catchUp();
  expect([handled, selections]).toEqual([['a', 'c'], 1]);
});
it('runs a process with the handled event as its cause', async () => {
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
it('does not pass earlier events to a new process that reads from now on', async () => {
  process = { ...echo, name: 'spec.late', from: 'now' };
  const booted = await start();
  await count(booted, 1, 'before');
  await booted.catchUp();
  await count(booted, 1, 'after');
  await booted.catchUp();
  expect(handled).toEqual(['after']);
});
it('reports how far each read model is', async () => {
  const booted = await start();
  await count(booted, 1);
  await booted.catchUp();
  const status = await booted.app.get(ProjectionRebuild).status();
  expect(status.join('\n')).toMatch(/\* spec\.totals v1 {2}caught up/);
  const head: Position | null = await booted.store.head();
  expect(status[0]).toContain(head ?? 'none');
});

/** Readers of a second process on the same database and log, wired with the current settings. */
async function twin(booted: Booted): Promise<Readers> {
  return (await bootTwin(booted)).app.get(Readers);
}

async function bootTwin({ database, store }: Booted): Promise<Booted> {
  const other = await boot([CounterModule], { store, sharing: database });
  open.unshift(other);
  return other;
}
