import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import {
  AmbiguousError,
  type EventStore,
  type NewEvent,
  type Position,
  type StoredEvent,
} from '@posthorn/event-sourcing/event-store';
import { Pool } from 'pg';
import { copyLog, undoCopy } from './copy-log.ts';
import { EventStoreDbStore } from './event-store-db.ts';
import { PostgresEventStore } from './postgres-event-store.ts';
import { makeSchema } from './postgres-schema.ts';
import { all, noted } from './testing/noted.ts';
import { startPostgres, type TestPostgres } from './testing/postgres.ts';
import { WireDouble } from './testing/wire-double/wire-double.ts';
import { translateCheckpoints } from './translate-checkpoints.ts';

jest.setTimeout(60_000);

let server: TestPostgres;
const pools: Pool[] = [];
const doubles: WireDouble[] = [];
const stores: { close: () => Promise<void> }[] = [];
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(async () => {
  await Promise.all(stores.map((store) => store.close()));
  await Promise.all(pools.map((pool) => pool.end()));
  for (const double of doubles) double.close();
  await server.stop();
});

async function twoLogs() {
  const pool = new Pool(await server.database());
  await makeSchema(pool);
  const double = await new WireDouble().start();
  const source = new PostgresEventStore(pool);
  const target = new EventStoreDbStore(double.url, { deadlineMs: 1_000, whileSealed: true });
  /** The store of a running product. */
  const product = new EventStoreDbStore(double.url, { deadlineMs: 1_000 });
  pool.on('error', () => undefined);
  pools.push(pool);
  doubles.push(double);
  stores.push(source, target, product);
  await target.identify((await source.describe()).logId, { sealed: true });
  return { pool, double, source, target, product };
}

async function fill(source: PostgresEventStore, streams: number): Promise<void> {
  for (let index = 0; index < streams; index += 1) {
    const name = `s-${String(index)}`;
    await source.append(name, noted(name, 1 + (index % 3)), { expected: 'noStream' });
    const [last] = await all(source.readStream(name, { direction: 'backwards', max: 1 }));
    if (last && index % 2 === 0) await source.append(name, noted(name, 2, last), { expected: last.revision });
  }
}
const toNewEvent = ({ id, type, data, meta }: StoredEvent): NewEvent => ({ id, type, data, meta });
const sealedEvent = {
  type: 'LogSealed',
  contentType: 'application/json',
  data: Buffer.from('{}'),
  metadata: Buffer.from('{}'),
};
const ids = async (log: { readAll: PostgresEventStore['readAll'] }) =>
  (await all(log.readAll({}))).map(({ stream, revision, id }) => `${stream} ${String(revision)} ${id}`);

const write = (log: EventStore, stream: string) =>
  log.append(stream, noted(stream), { expected: 'noStream' });

it('copies all events in order, seals the source and translates checkpoints', async () => {
  const { pool, source, target } = await twoLogs();
  await fill(source, 30);
  const log = await all(source.readAll({}));
  await pool.query(
    `create schema runner; create table runner.checkpoint (name text, position text collate "C");
     create table runner.log_seen (position text collate "C")`,
  );
  await pool.query('insert into runner.log_seen values ($1)', [log.at(-1)?.position]);
  await source.beginEpoch(2);
  const at = (index: number) => log[index]?.position ?? null;
  await pool.query(`insert into runner.checkpoint values ('a', $1), ('b', $1), ('c', $2), ('new', null)`, [
    at(10),
    at(log.length - 1),
  ]);
  const sum = await copyLog({
    source,
    target,
    translate: async (translated) => {
      expect(await translateCheckpoints(pool, translated)).toBe(4);
    },
  });
  expect((await target.describe()).epoch).toBe(2);
  expect(sum).toMatchObject({ count: log.length, streams: 30, perType: { Noted: log.length } });
  expect(await ids(target)).toEqual(await ids(source));
  expect(await source.isSealed()).toBe(true);
  const copied = await all(target.readAll({}));
  const { rows } = await pool.query<{ name: string; position: Position | null }>(
    'select * from runner.checkpoint order by name',
  );
  expect(rows).toEqual([
    { name: 'a', position: copied[10]?.position },
    { name: 'b', position: copied[10]?.position },
    { name: 'c', position: copied.at(-1)?.position },
    { name: 'new', position: null },
  ]);
  expect((await pool.query('select position from runner.log_seen')).rows).toEqual([
    { position: copied.at(-1)?.position },
  ]);
  expect(await all(target.readAll({ after: copied[10]?.position }))).toHaveLength(log.length - 11);
});

it('continues a copy that was killed, even after lost responses', async () => {
  const { double, source, target } = await twoLogs();
  await fill(source, 20);
  double.faults.push('drop-reply', 'exception', 'late-silence');
  const kill = new Error('killed');
  const report = (line: string) => {
    if (line.endsWith('copied')) throw kill;
  };
  await expect(copyLog({ source, target, report })).rejects.toBe(kill);
  expect(await source.isSealed()).toBe(false);
  await source.append('late-1', noted('late-1'), { expected: 'noStream' });
  const lines: string[] = [];
  await copyLog({ source, target, report: (line) => lines.push(line) });
  expect(lines[0]).toMatch(/^going on behind \d+ events/);
  expect(await ids(target)).toEqual(await ids(source));
});

it('copies all appends that are acknowledged during the copy, until the seal', async () => {
  const { source, target } = await twoLogs();
  await fill(source, 10);
  const acknowledged: string[] = [];
  const firstAppend = Promise.withResolvers<undefined>();
  const appendUntilRefused = async () => {
    for (let index = 0; ; index += 1) {
      const stream = `meanwhile-${String(index)}`;
      await source.append(stream, noted(stream), { expected: 'noStream' });
      acknowledged.push(stream);
      firstAppend.resolve(undefined);
    }
  };
  const writing = appendUntilRefused();
  const refused = expect(writing).rejects.toHaveProperty('name', 'LogSealedError');
  await firstAppend.promise;
  await copyLog({ source, target });
  await refused;
  const copied = new Set((await all(target.readAll({}))).map(({ stream }) => stream));
  expect(acknowledged.length).toBeGreaterThan(0);
  expect(acknowledged.filter((stream) => !copied.has(stream))).toEqual([]);
});

it('refuses a target with another id or with its own events', async () => {
  const { source } = await twoLogs();
  const other = await twoLogs();
  await expect(copyLog({ source, target: other.target })).rejects.toHaveProperty('name', 'LogsDifferError');
  await fill(other.source, 2);
  await other.target.append('own-1', noted('own-1'), { expected: 'noStream' });
  await expect(copyLog(other)).rejects.toThrow('an event of its own');
  expect(await other.source.isSealed()).toBe(false);
});

it('does not seal a log when the copy is impossible', async () => {
  const { source, target, product } = await twoLogs();
  await target.unseal();
  await write(product, 'own-1');
  await expect(copyLog({ source, target })).rejects.toThrow('it is in use');
  expect(await target.isSealed()).toBe(false);
  await write(product, 'own-2');
});

it('leaves the source sealed when another process has opened the target in the meantime', async () => {
  const { source, target } = await twoLogs();
  await fill(source, 2);
  const translate = async () => {
    await target.unseal();
    throw new Error('the other copy was faster');
  };
  await expect(copyLog({ source, target, translate })).rejects.toThrow('faster');
  expect(await source.isSealed()).toBe(true);
});

it('opens neither log after an ambiguous commit of the checkpoints, and continues at the next call', async () => {
  const { source, target } = await twoLogs();
  await fill(source, 2);
  const loseCommitResponse = () => Promise.reject(new AmbiguousError('no response to the commit'));
  await expect(copyLog({ source, target, translate: loseCommitResponse })).rejects.toThrow('no response');
  expect([await source.isSealed(), await target.isSealed()]).toEqual([true, true]);
  await copyLog({ source, target });
  expect([await source.isSealed(), await target.isSealed()]).toEqual([true, false]);
  await expect(undoCopy({ source, target, translate: loseCommitResponse })).rejects.toThrow('no response');
  expect([await source.isSealed(), await target.isSealed()]).toEqual([true, true]);
  await undoCopy({ source, target });
  expect([await source.isSealed(), await target.isSealed()]).toEqual([false, true]);
});

it('seals nothing when the copy cannot be undone, so that no kill leaves both logs sealed', async () => {
  const { source, target, product } = await twoLogs();
  await fill(source, 2);
  await copyLog({ source, target });
  await write(product, 'own-1');
  const seals = jest.spyOn(target, 'seal');
  await expect(undoCopy({ source, target })).rejects.toThrow('There is no way back');
  expect(seals).not.toHaveBeenCalled();
  expect(await target.isSealed()).toBe(false);
});

it('unseals the source when the copy differs', async () => {
  const { double, source, target } = await twoLogs();
  await fill(source, 5);
  const report = (line: string) => {
    if (line.includes('sealed')) double.log.append('foreign-1', -1n, [...double.log.streamOf('s-0')]);
  };
  await expect(copyLog({ source, target, report })).rejects.toThrow('The copy differs');
  expect(await source.isSealed()).toBe(false);
  await source.append('goes-on-1', noted('goes-on-1'), { expected: 'noStream' });
});

const expectRefused = (log: EventStore, stream: string) =>
  expect(write(log, stream)).rejects.toHaveProperty('name', 'LogSealedError');

it('keeps one log open at a time: the target after the copy, the source after the undo', async () => {
  const { source, target, product } = await twoLogs();
  await fill(source, 5);
  await expectRefused(product, 'too-early-1');
  await copyLog({ source, target });
  await expectRefused(source, 'too-late-1');
  expect([await source.closure(), await product.closure()]).toEqual(['sealed', null]);
  await undoCopy({ source, target });
  expect([await source.closure(), await product.closure()]).toEqual([null, 'sealed']);
  await expectRefused(product, 'lost-1');
  await write(source, 'goes-on-1');
  await copyLog({ source, target });
  await write(product, 'own-1');
  await expect(undoCopy({ source, target })).rejects.toHaveProperty('name', 'LogsDifferError');
  expect([await source.closure(), await product.closure()]).toEqual(['sealed', null]);
  await write(product, 'own-2');
});

it('loses no acknowledged append when a running product prevents the undo', async () => {
  const { source, target, product } = await twoLogs();
  await copyLog({ source, target });
  const acknowledged: string[] = [];
  const stop = new AbortController();
  const writing = (async () => {
    for (let index = 0; !stop.signal.aborted; index += 1) {
      await write(product, `meanwhile-${String(index)}`);
      acknowledged.push(`meanwhile-${String(index)}`);
    }
  })();
  writing.catch(() => undefined);
  await expect(undoCopy({ source, target })).rejects.toThrow('no way back');
  stop.abort();
  await writing.catch(() => undefined);
  const kept = new Set((await all(target.readAll({}))).map(({ stream }) => stream));
  expect(acknowledged.filter((stream) => !kept.has(stream))).toEqual([]);
  expect(await product.closure()).toBeNull();
});

it('reports an append as ambiguous when it was delayed until long after a seal', async () => {
  const { source, target, product, double } = await twoLogs();
  await copyLog({ source, target });
  // Simulates a process that pauses before it sends, and continues long after the seal.
  const now = jest.spyOn(performance, 'now');
  await write(product, 'warm-1');
  const append = double.log.append.bind(double.log);
  double.log.append = (stream, ...rest) => {
    if (stream !== 'held-1') return append(stream, ...rest);
    append('log-identity', -2n, [{ ...sealedEvent, id: randomUUID() }]);
    const late = performance.now() + 60_000;
    now.mockImplementation(() => late);
    return append(stream, ...rest);
  };
  await expect(write(product, 'held-1')).rejects.toHaveProperty('name', 'AmbiguousError');
  now.mockRestore();
});

it('refuses to undo the copy while a process of the product runs', async () => {
  const { source, target, product } = await twoLogs();
  await fill(source, 5);
  await copyLog({ source, target });
  let checks = 0;
  const refuseReaders = () => {
    checks += 1;
    // The process connected while the log was being sealed.
    return checks === 2 ? Promise.reject(new Error('Posthorn is running')) : Promise.resolve();
  };
  await expect(undoCopy({ source, target, refuseReaders })).rejects.toThrow('is running');
  expect([await source.closure(), await product.closure()]).toEqual(['sealed', null]);
  await write(product, 'own-1');
});

it.each(['copyLog', 'undoCopy'] as const)(
  'continues with %s after a kill that followed the translation of the checkpoints',
  async (method) => {
    const { pool, source, target, product } = await twoLogs();
    await fill(source, 5);
    await pool.query('create schema runner; create table runner.checkpoint (position text collate "C")');
    const head = await source.head();
    await pool.query('insert into runner.checkpoint values ($1)', [head]);
    const translate = async (translated: Parameters<typeof translateCheckpoints>[1]) => {
      await translateCheckpoints(pool, translated);
    };
    const killed = new Error('killed');
    const killedBeforeUnseal = new Proxy(target, {
      get: (log, name) => {
        if (name === 'unseal') return () => Promise.reject(killed);
        const value: unknown = Reflect.get(log, name, log);
        return typeof value === 'function' ? (value.bind(log) as unknown) : value;
      },
    });
    await expect(copyLog({ source, target: killedBeforeUnseal, translate })).rejects.toBe(killed);
    expect([await source.closure(), await product.closure()]).toEqual(['sealed', 'sealed']);
    await (method === 'copyLog' ? copyLog : undoCopy)({ source, target, translate });
    const [open, closed] = method === 'copyLog' ? [product, source] : [source, product];
    expect([await open.closure(), await closed.closure()]).toEqual([null, 'sealed']);
    expect((await pool.query('select position from runner.checkpoint')).rows).toEqual([
      { position: await open.head() },
    ]);
  },
);

it('undoes an unfinished copy', async () => {
  const { source, target, double } = await twoLogs();
  await fill(source, 5);
  await source.seal();
  await target.append('s-0', (await all(source.readStream('s-0', { max: 1 }))).map(toNewEvent), {
    expected: 'noStream',
  });
  expect(double.log.streamOf('s-0')).toHaveLength(1);
  await undoCopy({ source, target });
  await write(source, 'goes-on-1');
});
