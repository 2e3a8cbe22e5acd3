import type { Event } from '@posthorn/event-sourcing';
import type { EventMeta, Position } from '@posthorn/event-sourcing/event-store';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Database } from '#infrastructure/database/database.ts';
import type { LoggedEvent } from '#infrastructure/event-log/logged-event.ts';
import { openTestDatabase } from '#infrastructure/testing/database.ts';
import { cause } from '#infrastructure/testing/counter.ts';
import { keyedRows } from './keyed-rows.ts';

type Tried = Event<'Tried', 1, { postId: number; account: string; outcome: 'failed' | 'posted' | 'gone' }>;
type Row = {
  post_id: number;
  account: string;
  tries: number;
  tags: readonly string[];
  outcome: string | null;
  at: string;
  detail: { readonly deep: readonly number[] };
};

const apply = keyedRows<Row, Tried>({
  table: 'targets',
  key: ['post_id', 'account'],
  keyOf: ({ data }) => (data.postId === 0 ? null : [data.postId, data.account]),
  columns: {
    post_id: 'bigint',
    account: 'text',
    tries: 'int',
    tags: 'text[]',
    outcome: 'text',
    at: 'timestamptz',
    detail: 'jsonb',
  },
  fold: (row, { data, meta }) =>
    data.outcome === 'gone'
      ? undefined
      : {
          post_id: data.postId,
          account: data.account,
          tries: (row?.tries ?? 0) + 1,
          tags: [...(row?.tags ?? []), data.outcome, 'a "quoted", \\ tag'],
          outcome: row ? data.outcome : null,
          at: row?.at ?? meta.at,
          detail: { deep: [...(row?.detail.deep ?? []), data.postId] },
        },
  isLeased: true,
  touched: ({ account }) => ({ userId: account, topic: 'posts' }),
});

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
  await database.pool
    .query(`create table targets (post_id bigint, account text, tries int, tags text[], outcome text,
    at timestamptz, detail jsonb, primary key (post_id, account))`);
});
afterAll(() => database.close());

const tried = (
  postId: number,
  account: string,
  outcome: Tried['data']['outcome'] = 'failed',
): LoggedEvent<Tried> => ({
  type: 'Tried',
  schema: 1,
  data: { postId, account, outcome },
  id: 'e',
  stream: `publication-${String(postId)}`,
  category: 'publication',
  streamId: String(postId),
  revision: 0n,
  position: '1' as Position,
  meta: { ...cause, schema: 1, at: '2030-01-01T12:00:00.123Z', chain: '' } satisfies EventMeta,
});
async function project(...events: LoggedEvent<Tried>[]) {
  const tx = await database.pool.connect();
  try {
    await tx.query('begin');
    const touched = await apply(tx, events);
    await tx.query('commit');
    return touched;
  } finally {
    tx.release();
  }
}
/** Resolves when a statement waits for a row lock. */
async function waitUntilBlocked(): Promise<void> {
  const until = Date.now() + 10_000;
  for (let waiting = 0; waiting === 0;) {
    const { rowCount } = await database.pool.query(
      "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
    );
    waiting = rowCount ?? 0;
    if (Date.now() > until) throw new Error('No statement waits for a row lock');
  }
}
const all = async () =>
  (await database.pool.query<Row>('select * from targets order by post_id, account')).rows;

it('folds many events of many rows, and reads back the rows as it wrote them', async () => {
  const touched = await project(tried(1, 'a'), tried(1, 'b'), tried(1, 'a'), tried(0, 'nobody'));
  expect(touched).toEqual([
    { userId: 'a', topic: 'posts' },
    { userId: 'b', topic: 'posts' },
  ]);
  await project(tried(1, 'a', 'posted'), tried(2, 'a'));
  expect(await all()).toMatchObject([
    {
      post_id: '1',
      account: 'a',
      tries: 3,
      outcome: 'posted',
      at: new Date('2030-01-01T12:00:00.123Z'),
      detail: { deep: [1, 1, 1] },
      tags: ['failed', 'a "quoted", \\ tag', 'failed', 'a "quoted", \\ tag', 'posted', 'a "quoted", \\ tag'],
    },
    { post_id: '1', account: 'b', tries: 1, outcome: null },
    { post_id: '2', account: 'a', tries: 1 },
  ]);
});
it('deletes a row that its events remove, and notifies its owner', async () => {
  expect(await project(tried(1, 'b', 'gone'), tried(3, 'c'), tried(3, 'c', 'gone'))).toEqual([
    { userId: 'b', topic: 'posts' },
  ]);
  expect(await all()).toHaveLength(2);
});
it('writes nothing for events that affect no row', async () => {
  expect(await project(tried(0, 'nobody'))).toEqual([]);
});
it('stores a date before year 1 as the beginning of year 1, because the database writes such dates in another form', async () => {
  const eventAt = (postId: number, at: string) => {
    const event = tried(postId, 'early');
    return { ...event, meta: { ...event.meta, at } };
  };
  await project(eventAt(7, '-000001-01-01T00:00:00.000Z'), eventAt(8, '0000-06-01T00:00:00.000Z'));
  await project(tried(7, 'early'), tried(8, 'early'));
  const early = (await all()).filter(({ account }) => account === 'early');
  expect(early).toMatchObject([{ tries: 2 }, { tries: 2 }]);
  expect(early.map(({ at }) => new Date(at).toISOString())).toEqual([
    ...['0001-01-01T00:00:00.000Z', '0001-01-01T00:00:00.000Z'],
  ]);
});
it.each([['failed'], ['gone']] as const)(
  'locks its rows in the order of their keys, like the workers that lease them: %s',
  async (outcome) => {
    await project(tried(20, 'z'), tried(20, 'y'));
    const worker = await database.pool.connect();
    try {
      await worker.query("begin; select from targets where post_id = 20 and account = 'y' for update");
      const projecting = project(tried(20, 'z'), tried(20, 'y', outcome), tried(20, 'x'));
      await waitUntilBlocked();
      await worker.query("select from targets where post_id = 20 and account = 'z' for update nowait");
      await worker.query('commit');
      await projecting;
    } finally {
      await worker.query('rollback');
      worker.release();
    }
  },
);
