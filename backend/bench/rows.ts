import 'reflect-metadata';
import { Client, Pool } from 'pg';
import {
  fillableTables,
  fillTable,
  withoutSchema,
  type FilledColumn,
  type RowOptions,
} from '../test/whole-product/testing/filled-tables.ts';
import {
  BY_PERSON,
  productStatements,
  readsWholeTable,
  searchReadModels,
  type ProductStatements,
} from '../test/whole-product/testing/product-statements.ts';
import { inParallel, timed } from './at-rate.ts';
import type { Report } from './report.ts';
import { comparedWords, isAboutPerson } from './rows/parameters.ts';
import {
  timeStatement,
  wholeStatement,
  type TimedStatement,
  type WholeStatement,
} from './rows/timed-statement.ts';

const ROWS = Number(process.env['BENCH_ROWS'] ?? 1_000_000);
const ROWS_OF_AN_OWNER = 20;
const SHOWN_STATEMENTS = 15;
/** One table after the other: rows refer to rows of tables that were created earlier. */
const LANES = 1;
const TARGET = { atMost: 20 } as const;

/** Measures the statements about a user, account, post or comment on tables of a million rows. `npm test` checks their plans. */
export async function benchRows(report: Report): Promise<void> {
  const product = await productStatements();
  try {
    const options = {
      rows: ROWS,
      owners: ROWS / ROWS_OF_AN_OWNER,
      words: comparedWords(product.statements.map(({ text }) => text)),
      isRealistic: true,
    };
    const client = new Client({ connectionString: product.databaseUrl, statement_timeout: 20_000 });
    await client.connect();
    try {
      await searchReadModels(client);
      const statements = await measuredStatements(client, product);
      const columns = await fillTablesOf(statements, product.databaseUrl, options, report);
      const times = await timeAll(client, statements, columns, options, report);
      addFigures(times, report);
    } finally {
      await client.end();
    }
  } finally {
    await product.close();
  }
}

/** Each text once: with its place in the sources, and with the values of a call, if they are known. */
async function measuredStatements(
  client: Client,
  product: ProductStatements,
): Promise<readonly WholeStatement[]> {
  const whole: WholeStatement[] = [];
  for (const text of new Set(product.statements.map((each) => each.text))) {
    const same = product.statements.filter((each) => each.text === text);
    const where = same.find((each) => each.where !== 'sent')?.where ?? 'sent';
    const { values, name } = same.find((each) => each.values !== null) ?? { values: null, name: null };
    if (!BY_PERSON.test(text) || !isAboutPerson(text) || readsWholeTable(product, { where, text })) continue;
    const found = await wholeStatement(client, { where, text, values, name });
    if (found) whole.push(found);
  }
  return whole;
}

type Columns = ReadonlyMap<string, readonly FilledColumn[]>;

/** @returns the columns of the filled tables, by the name of the table */
async function fillTablesOf(
  statements: readonly WholeStatement[],
  databaseUrl: string,
  options: RowOptions,
  report: Report,
): Promise<Columns> {
  const pool = new Pool({
    connectionString: databaseUrl,
    max: LANES,
    options: '-c maintenance_work_mem=256MB',
  });
  try {
    const named = new Set(statements.flatMap(({ tables }) => tables));
    const tables = [...(await fillableTables(pool))].filter(([table]) => named.has(withoutSchema(table)));
    const filled = new Map<string, readonly FilledColumn[]>();
    const { seconds } = await timed(() =>
      inParallel(tables, LANES, async ([table, columns]) => {
        if (!(await withIndexesAfterwards(pool, table, () => fillTable(pool, columns, options)))) return;
        await pool.query(`vacuum (analyze) ${table}`);
        filled.set(withoutSchema(table), columns);
      }),
    );
    report.say(`  ${String(filled.size)} tables filled in ${seconds.toFixed(0)} s`);
    const { rows } = await pool.query<{ table: string; rows: number }>(
      `select c.oid::regclass::text as "table", c.reltuples::float8 as rows from pg_class c
       where c.oid = any($1::regclass[]) and c.reltuples < $2 order by 1`,
      [tables.map(([table]) => table), options.rows * 0.95],
    );
    for (const { table, rows: count } of rows)
      report.say(`    ${table} has ${count.toLocaleString('en')} rows`);
    return filled;
  } finally {
    await pool.end();
  }
}

/** Adding the indexes after the rows takes a fraction of the time. Unique indexes stay, because the rows depend on them. */
async function withIndexesAfterwards<Result>(
  pool: Pool,
  table: string,
  fill: () => Promise<Result>,
): Promise<Result> {
  const { rows: indexes } = await pool.query<{ drop: string; create: string }>(
    `select format('drop index %s', indexrelid::regclass) as drop, pg_get_indexdef(indexrelid) as create
     from pg_index where indrelid = $1::regclass and not indisunique`,
    [table],
  );
  for (const { drop } of indexes) await pool.query(drop);
  // Without the write-ahead log, filling takes half the time. A logged table cannot refer to such a table.
  const { rowCount: references } = await pool.query(
    `select from pg_constraint where contype = 'f' and confrelid = $1::regclass`,
    [table],
  );
  if (references === 0) await pool.query(`alter table ${table} set unlogged`);
  const result = await fill();
  for (const { create } of indexes) await pool.query(create);
  return result;
}

async function timeAll(
  client: Client,
  statements: readonly WholeStatement[],
  columns: Columns,
  options: RowOptions,
  report: Report,
): Promise<readonly TimedStatement[]> {
  const times: TimedStatement[] = [];
  for (const statement of statements) {
    const known = statement.tables.flatMap((table) => columns.get(table) ?? []);
    const result = await timeStatement(client, statement, known, options);
    if (typeof result === 'string') report.say(`    not measured: ${titleOf(statement)}: ${result}`);
    else times.push(result);
  }
  return times;
}

function addFigures(times: readonly TimedStatement[], report: Report): void {
  const slowestFirst = [...times].sort((one, other) => other.median - one.median);
  report.say(
    `  ${String(times.length)} statements measured; the slowest by median, with the slowest execution:`,
  );
  for (const statement of slowestFirst.slice(0, SHOWN_STATEMENTS)) {
    const { median, slowest, tables } = statement;
    report.say(
      `    ${median.toFixed(2).padStart(9)} ms ${slowest.toFixed(2).padStart(9)} ms  ${titleOf(statement)} (${tables.join(', ')})`,
    );
  }
  const table = worstTable(times);
  report.say(`  The worst table is ${table.name}: its statements take ${table.sum.toFixed(1)} ms in sum.`);
  const addFigure = (name: string, value: number) => {
    report.add({ name, value, unit: 'ms', baseline: null, target: TARGET });
  };
  addFigure('slowest statement by owner, account, post or comment, median', slowestFirst[0]?.median ?? NaN);
  addFigure('slowest execution of any of them', Math.max(...times.map(({ slowest }) => slowest)));
}

/** The table whose statements have the largest sum of medians. */
function worstTable(times: readonly TimedStatement[]): Readonly<{ name: string; sum: number }> {
  const sums = new Map<string, number>();
  for (const { tables, median } of times)
    for (const table of tables) sums.set(table, (sums.get(table) ?? 0) + median);
  const [[name, sum] = ['', NaN]] = [...sums].sort(([, one], [, other]) => other - one);
  return { name, sum };
}

const titleOf = ({ where, text, name }: WholeStatement): string =>
  where === 'sent' ? (name ?? `sent: ${text.replaceAll(/\s+/gu, ' ').trim().slice(0, 120)}`) : where;
