/** What a parameter stands for: a column, beside the comparison if there is one; the fields of records in JSON; or a number of rows. */
export type ParameterUse =
  | Readonly<{ kind: 'column'; column: string; comparison: string }>
  | Readonly<{ kind: 'records'; fields: readonly RecordField[] }>
  | Readonly<{ kind: 'limit' | 'offset' }>;
export type RecordField = Readonly<{ name: string; type: string }>;

type Uses = ReadonlyMap<number, ParameterUse>;

const COMPARED =
  /"?(\w+)"?\s*(=|<>|<=|>=|<|>|\bin\b|\bis (?:not )?distinct from\b)\s*(?:any|all)?\s*\(?\s*\$(\d+)/giu;
const ROW_COMPARED = /\(([\w."]+(?:\s*,\s*[\w."]+)+)\)\s*(=|<=|>=|<|>|\bin\b)\s*\(([^()]+)\)/giu;
const ROW_IN_LISTS = /\(([\w."]+(?:\s*,\s*[\w."]+)+)\)\s*in\s*\(select \* from unnest\(([^()]+)\)/giu;
const NAMED_LISTS = /\bunnest\(([^()]+)\)\s*(?:with ordinality\s*)?as\s+\w+\s*\(([^()]+)\)/giu;
const INSERTED_LISTS =
  /\binsert into\s+\S+\s*(?:as\s+\w+\s*)?\(([^()]+)\)\s*select\s+(?:\w+\.)?\*[^$;]*?\bunnest\(([^()]+)\)/giu;
const INSERTED_VALUES =
  /\binsert into\s+\S+\s*(?:as\s+\w+\s*)?\(([^()]+)\)\s*(?:values\s*\(|select\s)([^()]+)/giu;
const RECORDS = /\bjson_to_recordset\(\$(\d+)(?:::json)?\)\s*as\s+\w+\s*\(([^()]+)\)/giu;
const PAGED = /\b(limit|offset)\s+\$(\d+)/giu;

/** Reads in the text of a statement what each of its parameters stands for. Not every parameter is found. */
export function usesOfParameters(text: string): Uses {
  const uses = new Map<number, ParameterUse>();
  const note = (parameter: string, use: ParameterUse): void => {
    const number = Number(parameter);
    if (!uses.has(number)) uses.set(number, use);
  };
  const noteRow = (columns: string, values: string, comparison: string): void => {
    const names = columns.split(',').map(nameOf);
    for (const [place, value] of values.split(',').entries()) {
      const parameter = /^\s*\$(\d+)(?:::[\w[\]]+)?\s*$/u.exec(value)?.[1];
      const column = names[place];
      if (parameter !== undefined && column !== undefined)
        note(parameter, { kind: 'column', column, comparison });
    }
  };
  for (const [, limit = '', parameter = ''] of text.matchAll(PAGED))
    note(parameter, { kind: limit.toLowerCase() === 'limit' ? 'limit' : 'offset' });
  for (const [, parameter = '', fields = ''] of text.matchAll(RECORDS))
    note(parameter, { kind: 'records', fields: fields.split(',').map(fieldOf) });
  for (const [, column = '', comparison = '', parameter = ''] of text.matchAll(COMPARED))
    note(parameter, { kind: 'column', column, comparison: comparison.toLowerCase() });
  for (const [, columns = '', comparison = '', values = ''] of text.matchAll(ROW_COMPARED))
    noteRow(columns, values, comparison);
  for (const pattern of [ROW_IN_LISTS, INSERTED_LISTS, INSERTED_VALUES])
    for (const [, columns = '', values = ''] of text.matchAll(pattern)) noteRow(columns, values, '=');
  for (const [, values = '', columns = ''] of text.matchAll(NAMED_LISTS)) noteRow(columns, values, '=');
  return uses;
}

const PERSON_COLUMN = /^(?:\w+_)?(?:owner|user|account|post|comment)_id$/u;

/** Whether a parameter names a user, account, post or comment. Work on everything that is due has no such parameter. */
export const isAboutPerson = (text: string): boolean =>
  [...usesOfParameters(text).values()].some((use) =>
    use.kind === 'records'
      ? use.fields.some(({ name }) => PERSON_COLUMN.test(name))
      : use.kind === 'column' && PERSON_COLUMN.test(use.column),
  );

const nameOf = (column: string): string => column.trim().replaceAll('"', '').replace(/^.*\./u, '');

function fieldOf(field: string): RecordField {
  const [name = '', ...type] = field.trim().split(/\s+/u);
  return { name: nameOf(name), type: type.join(' ') };
}

/**
 * The words with which statements compare columns, such as the states of a post. Without these words in the rows, such statements would find
 * none.
 */
export function comparedWords(texts: Iterable<string>): ReadonlyMap<string, readonly string[]> {
  const words = new Map<string, Set<string>>();
  const note = (column: string, word: string): void => {
    words.set(column, (words.get(column) ?? new Set()).add(word));
  };
  for (const text of texts) {
    for (const [, column = '', word = ''] of text.matchAll(/"?(\w+)"?\s*(?:=|<>)\s*'(\w+)'/gu))
      note(column, word);
    for (const [, column = '', list = ''] of text.matchAll(/"?(\w+)"?\s+(?:not\s+)?in\s*\(('[^()]*')\)/giu))
      for (const [, word = ''] of list.matchAll(/'(\w+)'/gu)) note(column, word);
  }
  return new Map([...words].map(([column, each]) => [column, [...each].sort()]));
}
