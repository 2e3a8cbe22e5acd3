import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import openapiTypescript, { astToString } from 'openapi-typescript';

const CLIENT_TYPES = 'docs/examples/api-client/api.gen.ts';

/** Generates the types of the example client from the document, as its own `npm run types` does. Two processes may do so at the same time. */
export async function makeClientTypes() {
  const types = await openapiTypescript(readFileSync('docs/openapi.json', 'utf8'));
  const unfinished = `${CLIENT_TYPES}.${process.pid}`;
  writeFileSync(unfinished, astToString(types));
  renameSync(unfinished, CLIENT_TYPES);
}
