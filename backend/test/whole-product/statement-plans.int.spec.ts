import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Pool, PoolClient } from 'pg';
import { fillTables } from './testing/filled-tables.ts';
import {
  BY_PERSON,
  productStatements,
  readsWholeTable,
  searchReadModels,
  type ProductStatements,
} from './testing/product-statements.ts';

// Checks the plans of PostgreSQL for statements on large tables. These are the statements in the sources. They are also the
// statements that the product sends for an event of each stored type and version.

const ROWS = 5_000;
const OWNERS = 1_000;
/** The cost of reading a page. With `ROWS` rows, PostgreSQL then plans as for 100,000 rows at the usual cost. */
const PAGE_COST = 20;
/** Files with texts that are only parts of statements. */
const PARTS = ['backend/src/infrastructure/media/store/media-files.ts'];

let product: ProductStatements;
let client: PoolClient;
let filled: ReadonlySet<string>;
/** The first column and the table of each index. */
let firstColumns: ReadonlyMap<string, Readonly<{ table: string; column: string }>>;
beforeAll(async () => {
  product = await productStatements();
  const { pool } = product;
  filled = await fillTables(pool, { rows: ROWS, owners: OWNERS });
  firstColumns = await indexesIn(pool);
  client = await pool.connect();
  await searchReadModels(client);
  await client.query(`set seq_page_cost = ${String(PAGE_COST)}`);
}, 300_000);
afterAll(async () => {
  client.release(true);
  await product.close();
});

async function indexesIn(pool: Pool): Promise<typeof firstColumns> {
  const { rows } = await pool.query<{ name: string; table: string; column: string }>(
    `select c.relname as name, t.relname as "table", a.attname as "column"
     from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
       join pg_attribute a on a.attrelid = t.oid and a.attnum = i.indkey[0]`,
  );
  return new Map(rows.map(({ name, ...first }) => [name, first]));
}

type Plan = Readonly<{
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  Filter?: string;
  Plans?: readonly Plan[];
}>;
const nodesOf = (plan: Plan): readonly Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** Whether a statement for one person reads the whole index: the condition does not compare the first column of the index. */
const readsWholeIndex = (column: string, condition: string, filter: string): boolean =>
  BY_PERSON.test(`${condition} ${filter}`) && !new RegExp(String.raw`\b${column}\b`, 'u').test(condition);

/** Returns the tables that a statement reads completely, or null when the text is only a part of a statement. */
async function tablesReadWhole(
  text: string,
  values: readonly unknown[] | null,
): Promise<readonly string[] | null> {
  const options = values ? 'format json' : 'format json, generic_plan';
  try {
    const { rows } = await client.query<{ 'QUERY PLAN': readonly [{ Plan: Plan }] }>(
      `explain (${options}) ${text}`,
      [...(values ?? [])],
    );
    return rows.flatMap(({ 'QUERY PLAN': [{ Plan: plan }] }) =>
      nodesOf(plan).flatMap((node) => {
        const index = firstColumns.get(node['Index Name'] ?? '');
        const table = node['Relation Name'] ?? index?.table ?? '';
        const { 'Index Cond': condition = '', Filter: filter = '' } = node;
        const isWhole =
          node['Node Type'] === 'Seq Scan' ||
          (index !== undefined && readsWholeIndex(index.column, condition, filter));
        return isWhole && filled.has(table) ? [`${table} (${condition} ${filter})`] : [];
      }),
    );
  } catch {
    return null;
  }
}

it('uses an index to find rows of a user, account, post or comment', async () => {
  const whole: string[] = [];
  const parts: string[] = [];
  for (const { where, text, values } of product.statements) {
    const [file = ''] = where.split(':');
    const tables = await tablesReadWhole(text, values);
    if (tables === null) parts.push(file);
    else if (tables.length > 0 && BY_PERSON.test(text) && !readsWholeTable(product, { where, text }))
      whole.push(`${where} reads all of ${tables.join(', ')}: ${text}`);
  }
  expect(whole).toEqual([]);
  expect(parts).toEqual(PARTS);
});

it('covers more than 650 statements, and misses fewer than 66', () => {
  expect(product.statements.length).toBeGreaterThan(650);
  expect(product.unknown.length).toBeLessThan(66);
});

it('reports a statement whose index is missing', async () => {
  const statement =
    product.statements.find(({ where }) => where.includes('publish-post/due-rows.ts'))?.text ?? '';
  await client.query('begin');
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, indexname) as name from pg_indexes where indexname = 'publishing_due_by_account_id'`,
  );
  expect(await tablesReadWhole(statement, null)).toEqual([]);
  await client.query(`drop index ${rows[0]?.name ?? ''}`);
  expect(await tablesReadWhole(statement, null)).toEqual([expect.stringContaining('publishing_due')]);
  await client.query('rollback');
});
