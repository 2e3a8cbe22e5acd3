import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { ExportFile } from '#infrastructure/readers/export-part.ts';
import { DIALECT, list, record, type JsonSchema } from '#infrastructure/readers/json-schema.ts';

/** Returns the text of a file, in pieces of at most one row. */
export async function* jsonTextOf({ sections }: ExportFile, userId: string): AsyncGenerator<string> {
  let separator = '{';
  for (const [name, section] of Object.entries(sections)) {
    yield `${separator}\n  ${JSON.stringify(name)}: `;
    if ('value' in section) yield JSON.stringify(await section.value(userId));
    else yield* listText(section.rows(userId));
    separator = ',';
  }
  yield '\n}\n';
}

async function* listText(rows: AsyncIterable<JsonObject>): AsyncGenerator<string> {
  let separator = '[';
  for await (const row of rows) {
    yield `${separator}\n    ${JSON.stringify(row)}`;
    separator = ',';
  }
  yield separator === '[' ? '[]' : '\n  ]';
}

/** Returns the JSON schema of an export file, with a description of each field. */
export function schemaOf({ name, about, sections }: ExportFile): JsonSchema {
  const members = Object.entries(sections).map(([member, section]): [string, JsonSchema] => [
    member,
    'value' in section ? section.schema : list(section.about, section.schema),
  ]);
  return { $schema: DIALECT, title: name, ...record(about, Object.fromEntries(members)) };
}
