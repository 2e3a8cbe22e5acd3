import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Pool } from 'pg';
import { PostgresEventStore } from './postgres-event-store.ts';
import { PostgresListener } from './postgres-listener.ts';
import { APPEND_LOCK, makeSchema } from './postgres-schema.ts';
import { eventStoreContract } from './testing/contract-suite.ts';
import { TestSubscriber, until, type Harness } from './testing/contract/harness.ts';
import { all, noted } from './testing/noted.ts';
import { runClosingProbe } from './testing/run-probe.ts';
import { startPostgres, type TestPostgres } from './testing/postgres.ts';
import { WakeUp } from './wake-up.ts';

jest.setTimeout(60_000);

let server: TestPostgres;
let pool: Pool;
let queries = 0;
const pools: Pool[] = [];

async function newPool(): Promise<Pool> {
  const created = new Pool(await server.database());
  // The pool reports idle connections that a restart cuts; the spec ignores them.
  created.on('error', () => undefined);
  created.on('acquire', () => (queries += 1));
  pools.push(created);
  await makeSchema(created);
  return created;
}

beforeAll(async () => {
  server = await startPostgres();
  pool = await newPool();
});
afterAll(async () => {
  await Promise.all(pools.map((each) => each.end()));
  await server.stop();
});

const listeners = async () => {
  const { rows } = await pool.query(
    `select from pg_stat_activity where application_name = 'posthorn listener' and datname = current_database()`,
  );
  return rows.length;
};

describe('the contract', () => {
  eventStoreContract((): Harness => ({
    open: () => Promise.resolve(new PostgresEventStore(pool)),
    openEmpty: async () => new PostgresEventStore(await newPool()),
    // A query returns a page of up to 1,000 events.
    sent: () => queries,
    readers: listeners,
  }));
});

it('does not keep a process alive after it was closed', async () => {
  const { connectionString } = await server.database();
  const own = new Pool({ connectionString });
  await makeSchema(own);
  await own.end();
  expect(await runClosingProbe(connectionString)).toBe('seen 20');
});

describe('the schema', () => {
  it('is created once by many simultaneous processes, and keeps the identity of the log', async () => {
    const fresh = new Pool(await server.database());
    await Promise.all(Array.from({ length: 5 }, () => makeSchema(fresh)));
    const { logId } = await new PostgresEventStore(fresh).describe();
    await makeSchema(fresh);
    expect((await new PostgresEventStore(fresh).describe()).logId).toBe(logId);
    const store = new PostgresEventStore(fresh);
    await store.beginEpoch(3);
    await store.beginEpoch(2);
    expect(await store.describe()).toMatchObject({ logId, epoch: 3 });
    expect((await fresh.query('select from es.log')).rows).toHaveLength(1);
    await fresh.end();
  });

  it.each([
    "update es.events set data = '{}'",
    'delete from es.events',
    'truncate es.events',
    'delete from es.log',
    'update es.log set id = gen_random_uuid()',
  ])('refuses the statement %s', async (statement) => {
    await expect(pool.query(statement)).rejects.toThrow('append-only');
  });
});

describe('a subscriber without announcements', () => {
  it.each([true, false])(
    'finds an append without an announcement, while its connection is open: %s',
    async (isOpen) => {
      const store = new PostgresEventStore(pool, { listen: () => undefined, isListening: () => isOpen });
      const reader = new TestSubscriber(store, `unannounced-${String(isOpen)}-`);
      await until(() => reader.caughtUp > 0);
      const other = new PostgresEventStore(pool);
      await other.append(`unannounced-${String(isOpen)}-1`, noted('unannounced'), { expected: 'noStream' });
      await reader.has(1);
      await reader.stop();
      await Promise.all([store.close(), other.close()]);
    },
  );
});

it('repeats the announcement of an append when the announcement fails', async () => {
  const own = await newPool();
  const store = new PostgresEventStore(own);
  const announced: string[] = [];
  const original = own.query.bind(own);
  const send = (sql: unknown): Promise<unknown> => original(sql as string);
  const query = jest.spyOn(own, 'query') as unknown as jest.SpiedFunction<typeof send>;
  query.mockImplementation((sql) => {
    if (typeof sql !== 'string' || !sql.startsWith('notify')) return send(sql);
    announced.push(sql);
    return announced.length === 1 ? Promise.reject(new Error('no connection')) : send(sql);
  });
  await store.append('announced-1', noted('announced'), { expected: 'noStream' });
  await until(() => announced.length === 2);
  await store.close();
  query.mockRestore();
});

describe('the listening connection', () => {
  it('reports whether it is open, even during a reconnection', async () => {
    const listener = new PostgresListener(pool.options, new WakeUp());
    expect(listener.isListening).toBe(false);
    listener.join();
    await until(() => listener.isListening);
    await pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'posthorn listener'`,
    );
    await until(() => !listener.isListening);
    await until(() => listener.isListening);
    listener.leave();
    expect(listener.isListening).toBe(false);
  });
});

describe('sealing', () => {
  it('refuses appends in every process until it is unsealed, and continues to read', async () => {
    const store = new PostgresEventStore(pool);
    const other = new PostgresEventStore(pool);
    await store.append('sealed-1', noted('sealed-1'), { expected: 'noStream' });
    await store.seal();
    expect(await other.isSealed()).toBe(true);
    const refused = other.append('sealed-1', noted('sealed-1'), { expected: 0n });
    await expect(refused).rejects.toHaveProperty('name', 'LogSealedError');
    expect(await all(other.readStream('sealed-1'))).toHaveLength(1);
    await store.unseal();
    await other.append('sealed-1', noted('sealed-1'), { expected: 0n });
    await Promise.all([store.close(), other.close()]);
  });
});

describe('when the connection fails', () => {
  it('reports an append as ambiguous when its connection breaks, and stores one copy after a repeat', async () => {
    const store = new PostgresEventStore(pool);
    const blocker = await pool.connect();
    await blocker.query('select pg_advisory_lock($1)', [APPEND_LOCK]);
    const events = noted('cut-1');
    const append = store.append('cut-1', events, { expected: 'noStream' });
    const outcome = expect(append).rejects.toHaveProperty('name', 'AmbiguousError');
    const waiting = `from pg_stat_activity where application_name = 'posthorn appends' and wait_event = 'advisory'`;
    await until(async () => (await pool.query(`select ${waiting}`)).rows.length > 0);
    await pool.query(`select pg_terminate_backend(pid) ${waiting}`);
    await outcome;
    await blocker.query('select pg_advisory_unlock($1)', [APPEND_LOCK]);
    blocker.release();
    expect((await store.append('cut-1', events, { expected: 'noStream' })).revision).toBe(0n);
    expect(await all(store.readStream('cut-1'))).toHaveLength(1);
    await store.close();
  });

  it('rejects an aborted append: as retryable before it was sent, as ambiguous afterwards', async () => {
    const store = new PostgresEventStore(pool);
    const blocker = await pool.connect();
    await blocker.query('select pg_advisory_lock($1)', [APPEND_LOCK]);
    const stop = new AbortController();
    const sent = store.append('given-up-1', noted('given-up-1'), {
      expected: 'noStream',
      signal: stop.signal,
    });
    const waiting = `select from pg_stat_activity where application_name = 'posthorn appends' and wait_event = 'advisory'`;
    await until(async () => (await pool.query(waiting)).rows.length > 0);
    const queued = store.append('given-up-2', noted('given-up-2'), {
      expected: 'noStream',
      signal: stop.signal,
    });
    const outcomes = Promise.allSettled([sent, queued]);
    stop.abort();
    expect(
      (await outcomes).map((outcome) => outcome.status === 'rejected' && (outcome.reason as Error).name),
    ).toEqual(['AmbiguousError', 'RetryableError']);
    await blocker.query('select pg_advisory_unlock($1)', [APPEND_LOCK]);
    blocker.release();
    await until(async () => (await all(store.readStream('given-up-1'))).length === 1);
    expect(await all(store.readStream('given-up-2'))).toEqual([]);
    await store.close();
  });

  it('reports that nothing was stored when the server cannot be reached', async () => {
    const nowhere = new Pool({ connectionString: 'postgres://nobody:nothing@127.0.0.1:9/none' });
    const store = new PostgresEventStore(nowhere);
    const append = store.append('lost-1', noted('lost-1'), { expected: 'noStream' });
    await expect(append).rejects.toHaveProperty('name', 'RetryableError');
    await expect(all(store.readStream('lost-1'))).rejects.toHaveProperty('name', 'RetryableError');
    await expect(store.head()).rejects.toHaveProperty('name', 'RetryableError');
    await store.close();
    await nowhere.end();
  });

  it('continues after a restart of the server, even in the middle of a subscription', async () => {
    const store = new PostgresEventStore(pool);
    const subscriber = new TestSubscriber(store, 'restart-');
    await store.append('restart-1', noted('restart-1'), { expected: 'noStream' });
    await subscriber.has(1);
    await server.restart();
    const events = noted('restart-2');
    await until(() =>
      store.append('restart-2', events, { expected: 'noStream' }).then(
        () => true,
        (error: unknown) => !/^(Retryable|Ambiguous)Error$/.test((error as Error).name),
      ),
    );
    await subscriber.has(2);
    await subscriber.stop();
    expect(subscriber.got.map(({ stream }) => stream)).toEqual(['restart-1', 'restart-2']);
    await store.close();
  });

  it('opens a new connection for appends when the server behind the old one takes no writes any more', async () => {
    const store = new PostgresEventStore(pool);
    await store.append('failover-1', noted('failover-1'), { expected: 'noStream' });
    // After a failover, a connection may lead to a server that only reads.
    await pool.query(`create function only_reads() returns trigger language plpgsql as $$
      begin
        if exists (select from pg_stat_activity where pid = pg_backend_pid() and backend_start < '${new Date().toISOString()}')
        then raise exception 'cannot execute INSERT in a read-only transaction' using errcode = 'read_only_sql_transaction';
        end if;
        return null;
      end $$;
      create trigger only_reads before insert on es.events for each statement execute function only_reads()`);
    const append = () => store.append('failover-2', noted('failover-2'), { expected: 'noStream' });
    await expect(append()).rejects.toMatchObject({ name: 'RetryableError' });
    expect(await append()).toMatchObject({ revision: 0n });
    await pool.query('drop function only_reads cascade');
    await store.close();
  });

  it('rejects only the refused append of a batch, and stores the others', async () => {
    const store = new PostgresEventStore(pool);
    await pool.query(`alter table es.events add constraint no_poison check (type <> 'Poison')`);
    const appends = Array.from({ length: 20 }, (_, index) => {
      const stream = `shared-${String(index)}`;
      const type = index === 7 ? 'Poison' : 'Noted';
      const events = noted(stream).map((event) => ({ ...event, type }));
      return store.append(stream, events, { expected: 'noStream' });
    });
    const outcomes = await Promise.allSettled(appends);
    expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual(
      outcomes.map((_, index) => index !== 7),
    );
    await pool.query('alter table es.events drop constraint no_poison');
    await store.close();
  });
});
