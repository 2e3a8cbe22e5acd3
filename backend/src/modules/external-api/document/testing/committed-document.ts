import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '#infrastructure/repository-root.ts';

/** Where the document is kept, and the types that the published client has of it. */
export const documentFile = (): string => join(repositoryRoot(), 'docs', 'openapi.json');
export const clientTypesFile = (): string =>
  join(repositoryRoot(), 'docs', 'examples', 'api-client', 'api.gen.ts');

export const committedDocument = (): string => readFileSync(documentFile(), 'utf8');
