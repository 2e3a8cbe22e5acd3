import { join } from 'node:path';
import { createGenerator } from 'ts-json-schema-generator';
import { repositoryRoot } from '#infrastructure/config/repository-root.ts';
import { formatted } from '#infrastructure/testing/formatted.ts';
import type { Schema } from '../call-row.ts';
import { componentSchemas } from '../component-schemas.ts';
import { openApi } from '../openapi.ts';
import { documentFile } from './committed-document.ts';

const ROOT = 'DocumentTypes';

/** The document generated from the contracts and the call table, byte for byte as it is committed. */
export async function madeDocument(): Promise<string> {
  const { definitions } = createGenerator({
    path: join(import.meta.dirname, '..', 'document-types.ts'),
    tsconfig: join(repositoryRoot(), 'backend', 'tsconfig.json'),
    type: ROOT,
    encodeRefs: false,
    sortProps: false,
    // Later versions may add fields to responses, so a client must not refuse unknown fields. `tsc` checks the types.
    additionalProperties: true,
    skipTypeCheck: true,
  }).createSchema(ROOT);
  const { [ROOT]: roots, ...used } = definitions as Readonly<Record<string, Schema>>;
  const document = openApi(componentSchemas(roots ?? {}, used));
  return formatted(JSON.stringify(document), documentFile());
}
