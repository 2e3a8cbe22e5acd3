import {
  FIRST_ROW,
  valueInRow,
  type FilledColumn,
  type RowOptions,
} from '../../test/whole-product/testing/filled-tables.ts';
import { usesOfParameters, type ParameterUse, type RecordField } from './parameters.ts';

const PAGE_ROWS = 50;
const LATER = `now() + interval '40 days'`;
const DEFAULTS: Readonly<Record<string, string>> = {
  bigint: 'n',
  boolean: 'true',
  json: `'[]'`,
  jsonb: `'[]'`,
  'timestamp with time zone': 'now()',
  timestamptz: 'now()',
  date: 'current_date',
  uuid: 'md5(n::text)::uuid',
  bytea: `'\\x00'::bytea`,
  text: `'k1'`,
};

/** `type`: such as `bigint[]`. `wasSent`: the value of a call is known. */
export type Parameter = Readonly<{ type: string; wasSent: boolean }>;

/**
 * The parameters of a statement as SQL over `n`, the number of a row: the values of the columns that the statement compares. All belong to the same
 * user, account and post. Null where the text does not show a column: then the sent value remains.
 */
export function valuesAsSql(
  text: string,
  parameters: readonly Parameter[],
  columns: readonly FilledColumn[],
  options: RowOptions,
): readonly (string | null)[] {
  const uses = usesOfParameters(text);
  const withLowerBound = columnsWithLowerBound(uses.values());
  return parameters.map(({ type, wasSent }, place) => {
    const use = uses.get(place + 1);
    if (use?.kind === 'limit') return String(PAGE_ROWS);
    if (use?.kind === 'offset') return '0';
    if (use?.kind === 'records') return records(use.fields, columns, options);
    const element = type.replace(/\[\]$/u, '');
    const value =
      use?.kind === 'column' ? valueOfColumn(use, element, withLowerBound, columns, options) : null;
    if (value === null && wasSent) return null;
    const sql = value ?? defaultOf(element);
    return type === element ? sql : `array[${sql}]`;
  });
}

/** The columns that a statement compares with a lower bound. If it also has an upper bound, both make a range. */
function columnsWithLowerBound(uses: Iterable<ParameterUse>): ReadonlySet<string> {
  const lower = new Set<string>();
  for (const use of uses) if (use.kind === 'column' && use.comparison.startsWith('>')) lower.add(use.column);
  return lower;
}

function valueOfColumn(
  { column, comparison }: Extract<ParameterUse, { kind: 'column' }>,
  type: string,
  withLowerBound: ReadonlySet<string>,
  columns: readonly FilledColumn[],
  options: RowOptions,
): string | null {
  if (type === 'timestamp with time zone')
    return comparison.startsWith('<') && comparison !== '<>' && withLowerBound.has(column) ? LATER : 'now()';
  const filled = columns.find((each) => each.column === column);
  return filled ? valueInRow(filled, options) : null;
}

function records(
  fields: readonly RecordField[],
  columns: readonly FilledColumn[],
  options: RowOptions,
): string {
  const members = fields.map(({ name, type }) => {
    const filled = columns.find((each) => each.column === name);
    return `'${name}', ${filled ? valueInRow(filled, options) : defaultOf(type)}`;
  });
  return `json_build_array(json_build_object(${members.join(', ')}))`;
}

const defaultOf = (type: string): string => DEFAULTS[type] ?? '1';

/** One statement that returns the values of rows of different users: a list `values` for each row. */
export const valuesOfRows = (values: readonly (string | null)[], users: number, owners: number): string => `
  select array[${values.map((value) => `(${value ?? 'null'})::text`).join(', ')}]::text[] as values
  from generate_series(${String(FIRST_ROW)}, ${String(FIRST_ROW + owners - 1)}, ${String(Math.floor(owners / users))}) n limit ${String(users)}`;
