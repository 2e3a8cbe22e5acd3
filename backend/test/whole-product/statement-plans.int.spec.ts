import { InMemoryEventStore } from '@posthorn/event-store/testing/in-memory-event-store';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Pool, type PoolClient } from 'pg';
import { PersonalKeys } from '#infrastructure/event-log/personal-keys.ts';
import { RowErasure } from '#infrastructure/personal-data/erasure/row-erasure.ts';
import { boot, type Booted } from '#infrastructure/testing/boot.ts';
import { fillTables } from './testing/filled-tables.ts';
import { CorpusKeys, fixturesIn, readCorpus } from './testing/golden-corpus.ts';
import { PRODUCT_MODULES } from './testing/product-streams.ts';
import { SentStatements } from './testing/sent-statements.ts';
import { writtenStatements } from './testing/written-statements.ts';

// Checks the plans of PostgreSQL for statements on large tables. These are the statements in the sources. They are also the
// statements that the product sends for an event of each stored type and version.

const ROWS = 5_000;
/** The cost of reading a page. With `ROWS` rows, PostgreSQL then plans as for 100,000 rows at the usual cost. */
const PAGE_COST = 20;
const PERSON = '6b1f3c0a-5e0b-4c1e-9d55-0c7f2f9b7a10';
const PAGES = [
  ...[
    '/api/posts',
    '/api/posts?status=scheduled',
    '/api/posts?search=bread',
    '/api/posts/summary',
    '/api/posts/7',
    '/api/calendar?from=2030-01-01T00:00:00Z&to=2030-02-01T00:00:00Z&accounts=1',
    '/api/drafts',
  ],
  ...['/api/posts/7/history', '/api/comments', '/api/comments?search=bread', '/api/comments/summary'],
  ...['/api/connected-accounts', '/api/accounts', '/api/notices', '/api/link-page', '/api/inbox/settings'],
];
const BY_PERSON = /\b(?:\w+_)?(?:owner|user|account|post|comment)_id"?\s*(?:=|<>|in\b)/iu;

/** Files with a statement that reads a whole table although it compares such a column, by reason. */
const READS_ALL: Readonly<Record<string, readonly string[]>> = {
  'a metric about all accounts, for monitoring': [
    'backend/src/modules/analytics/effects/metrics-polls/overdue-polls.ts',
  ],
};
/** Files with texts that are only parts of statements. */
const PARTS = ['backend/src/infrastructure/media/store/media-files.ts'];

let product: Booted;
let client: PoolClient;
let statements: readonly Readonly<{ where: string; text: string; values: readonly unknown[] | null }>[];
let filled: ReadonlySet<string>;
/** The first column and the table of each index. */
let firstColumns: ReadonlyMap<string, Readonly<{ table: string; column: string }>>;
let unknown: readonly string[];
beforeAll(async () => {
  const store = new InMemoryEventStore();
  const bindings = [{ provide: PersonalKeys, useValue: new KeptKeys() }];
  product = await boot(PRODUCT_MODULES, { store, database: true, bindings });
  const pool = product.app.get(Pool);
  const sending = new SentStatements();
  for (const { stream, revision, id, type, data, meta } of fixturesIn(readCorpus()))
    await store.append(stream, [{ id, type, data, meta }], {
      expected: revision === 0 ? 'noStream' : BigInt(revision - 1),
    });
  await product.catchUp();
  for (const page of PAGES) await requestPage(page);
  await product.app.get(RowErasure).erase(PERSON);
  await product.app.get(RowErasure).left(PERSON);
  const sent = sending.end().map((statement) => ({ ...statement, where: 'sent' }));
  const written = await writtenStatements();
  unknown = written.flatMap(({ where, text }) => (text === null ? [where] : []));
  statements = [
    ...sent,
    ...written.flatMap(({ where, text }) => (text === null ? [] : [{ where, text, values: null }])),
  ];
  filled = await fillTables(pool, ROWS);
  firstColumns = await indexesIn(pool);
  client = await pool.connect();
  const { rows } = await client.query<{ name: string }>(
    `select nspname as name from pg_namespace where nspname like 'rm\\_%'`,
  );
  await client.query(
    `set search_path to ${rows.map(({ name }) => name).join(', ')}, public; set seq_page_cost = ${String(PAGE_COST)}`,
  );
}, 300_000);
afterAll(async () => {
  client.release(true);
  await product.close();
});

/** Keeps the keys: a deleted key would make the events of the corpus unreadable. */
class KeptKeys extends CorpusKeys {
  override destroy(): Promise<void> {
    return Promise.resolve();
  }
}

async function indexesIn(pool: Pool): Promise<typeof firstColumns> {
  const { rows } = await pool.query<{ name: string; table: string; column: string }>(
    `select c.relname as name, t.relname as "table", a.attname as "column"
     from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
       join pg_attribute a on a.attrelid = t.oid and a.attnum = i.indkey[0]`,
  );
  return new Map(rows.map(({ name, ...of }) => [name, of]));
}

async function requestPage(page: string): Promise<void> {
  const { status } = await fetch(product.url + page, {
    headers: { 'x-test-user': PERSON, connection: 'close' },
  });
  if (status !== 200) throw new Error(`${page} answered ${String(status)}`);
}

const EXCEPTIONS = Object.values(READS_ALL).flat();
/** Whether `READS_ALL` lists a file that contains this statement. */
const isException = (where: string, text: string): boolean =>
  [where, ...statements.filter((other) => other.text === text).map((other) => other.where)].some((each) =>
    EXCEPTIONS.some((file) => each.startsWith(`${file}:`)),
  );

type Plan = Readonly<{
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  Filter?: string;
  Plans?: readonly Plan[];
}>;
const nodesOf = (plan: Plan): readonly Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** Whether a statement reads the whole index: the condition does not compare the first column of the index. */
const readsWholeIndex = (column: string, by: string, filter: string): boolean =>
  BY_PERSON.test(`${by} ${filter}`) && !new RegExp(String.raw`\b${column}\b`, 'u').test(by);

/** Returns the tables that a statement reads completely, or null when the text is only a part of a statement. */
async function readWhole(text: string, values: readonly unknown[] | null): Promise<readonly string[] | null> {
  const how = values ? 'format json' : 'format json, generic_plan';
  try {
    const { rows } = await client.query<{ 'QUERY PLAN': readonly [{ Plan: Plan }] }>(
      `explain (${how}) ${text}`,
      [...(values ?? [])],
    );
    return rows.flatMap(({ 'QUERY PLAN': [{ Plan: plan }] }) =>
      nodesOf(plan).flatMap((node) => {
        const index = firstColumns.get(node['Index Name'] ?? '');
        const table = node['Relation Name'] ?? index?.table ?? '';
        const { 'Index Cond': by = '', Filter: filter = '' } = node;
        const isWhole =
          node['Node Type'] === 'Seq Scan' ||
          (index !== undefined && readsWholeIndex(index.column, by, filter));
        return isWhole && filled.has(table) ? [`${table} (${by} ${filter})`] : [];
      }),
    );
  } catch {
    return null;
  }
}

it('uses an index to find rows of a user, account, post or comment', async () => {
  const whole: string[] = [];
  const parts: string[] = [];
  for (const { where, text, values } of statements) {
    const [file = ''] = where.split(':');
    const tables = await readWhole(text, values);
    if (tables === null) parts.push(file);
    else if (tables.length > 0 && BY_PERSON.test(text) && !isException(where, text))
      whole.push(`${where} reads all of ${tables.join(', ')}: ${text}`);
  }
  expect(whole).toEqual([]);
  expect(parts).toEqual(PARTS);
});

it('covers more than 650 statements, and misses fewer than 65', () => {
  expect(statements.length).toBeGreaterThan(650);
  expect(unknown.length).toBeLessThan(65);
});

it('reports a statement whose index is missing', async () => {
  const statement = statements.find(({ where }) => where.includes('publish-post/due-rows.ts'))?.text ?? '';
  await client.query('begin');
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, indexname) as name from pg_indexes where indexname = 'publishing_due_by_account_id'`,
  );
  expect(await readWhole(statement, null)).toEqual([]);
  await client.query(`drop index ${rows[0]?.name ?? ''}`);
  expect(await readWhole(statement, null)).toEqual([expect.stringContaining('publishing_due')]);
  await client.query('rollback');
});
