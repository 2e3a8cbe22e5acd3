import type { Client } from 'pg';
import type { FilledColumn, RowOptions } from '../../test/whole-product/testing/filled-tables.ts';
import type { ProductStatement } from '../../test/whole-product/testing/product-statements.ts';
import { percentilesOf } from '../at-rate.ts';
import { valuesAsSql, valuesOfRows, type Parameter } from './statement-values.ts';

/** Executions for different users, after the first execution, which warms up. */
const TIMES = 20;
/** After this time in sum, a statement is not executed any more. */
const LONGEST_MILLISECONDS = 10_000;

/** A statement that can run alone, with the tables that it reads or writes. */
export type WholeStatement = ProductStatement & Readonly<{ tables: readonly string[] }>;

/** `median` and `slowest`: milliseconds of its executions. */
export type TimedStatement = WholeStatement & Readonly<{ median: number; slowest: number }>;

type Plan = Readonly<{ 'Relation Name'?: string; Plans?: readonly Plan[] }>;

/** Finds the tables of a statement in its plan. Returns null for a text that is only a part of a statement. */
export async function wholeStatement(
  client: Client,
  statement: ProductStatement,
): Promise<WholeStatement | null> {
  try {
    const { rows } = await client.query<{ 'QUERY PLAN': readonly [{ Plan: Plan }] }>(
      `explain (format json, generic_plan) ${statement.text}`,
    );
    const tables = rows.flatMap(({ 'QUERY PLAN': [{ Plan: plan }] }) => tablesIn(plan));
    return { ...statement, tables: [...new Set(tables)] };
  } catch {
    return null;
  }
}

const tablesIn = ({ 'Relation Name': name, Plans: children = [] }: Plan): readonly string[] => [
  ...(name === undefined ? [] : [name]),
  ...children.flatMap(tablesIn),
];

/**
 * Executes a statement for different users, and takes back its changes.
 * @returns the error message if the database refuses the statement
 */
export async function timeStatement(
  client: Client,
  statement: WholeStatement,
  columns: readonly FilledColumn[],
  options: RowOptions,
): Promise<TimedStatement | string> {
  const { text, values: sent, name } = statement;
  // Under a name, the session may keep a plan for all users, as in the product.
  const execute = (values: unknown[]) => client.query({ text, values, ...(name !== null && { name }) });
  try {
    const parameters = await parametersOf(client, text, sent);
    const sql = valuesAsSql(text, parameters, columns, options);
    const { rows } = await client.query<{ values: readonly (string | null)[] }>(
      valuesOfRows(sql, TIMES + 1, options.owners),
    );
    const valuesByUser = rows.map(({ values }) =>
      sql.map((each, at) => (each === null ? sent?.[at] : values[at])),
    );
    await client.query('begin');
    const [first = [], ...others] = valuesByUser;
    await execute(first);
    const waits: number[] = [];
    let begin = performance.now();
    const until = begin + LONGEST_MILLISECONDS;
    for (const values of others) {
      await execute(values);
      const end = performance.now();
      waits.push(end - begin);
      if (end > until) break;
      begin = end;
    }
    return { ...statement, median: percentilesOf(waits).p50, slowest: Math.max(...waits) };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    await client.query('rollback');
  }
}

async function parametersOf(
  client: Client,
  text: string,
  sent: readonly unknown[] | null,
): Promise<readonly Parameter[]> {
  await client.query(`prepare measured as ${text}`);
  const { rows } = await client.query<{ types: readonly string[] }>(
    `select parameter_types::text[] as types from pg_prepared_statements where name = 'measured'`,
  );
  await client.query('deallocate measured');
  return (rows[0]?.types ?? []).map((type, at) => ({
    type,
    wasSent: sent !== null && at in sent,
  }));
}
