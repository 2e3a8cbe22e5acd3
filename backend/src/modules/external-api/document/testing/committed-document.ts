import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '#infrastructure/config/repository-root.ts';

/** The path of the committed document. */
export const documentFile = (): string => join(repositoryRoot(), 'docs', 'openapi.json');

export const committedDocument = (): string => readFileSync(documentFile(), 'utf8');
