import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '#infrastructure/config/repository-root.ts';

/** Where the document is kept. */
export const documentFile = (): string => join(repositoryRoot(), 'docs', 'openapi.json');

export const committedDocument = (): string => readFileSync(documentFile(), 'utf8');
