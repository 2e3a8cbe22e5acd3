import { setImmediate as nextTurn } from 'node:timers/promises';
import { inTurns } from '@posthorn/batching/in-turns';
import type { Schema } from '../../document/call-row.ts';
import type { ApiDocument } from '../../document/read-document.ts';
import { inputSchemaOf, outputSchemaOf } from './tools/schemas-of-tool.ts';
import { TOOLS } from './tools/tools.ts';

/**
 * Compiles the schemas of all tools with `compile`. Together this takes a quarter of a second, so other requests have a turn after
 * each tool.
 */
export async function preparedTools<Compiled>(document: ApiDocument, compile: (schema: Schema) => Compiled) {
  await nextTurn();
  return inTurns(TOOLS, 1, (tool) => ({
    tool,
    inputSchema: compile(inputSchemaOf(tool)),
    outputSchema: compile(outputSchemaOf(tool, document)),
  }));
}
