import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EXTERNAL_PATH } from '@posthorn/contracts/external/external.http';
import { repositoryRoot } from '#infrastructure/config/repository-root.ts';
import type { ApiDocument } from './read-document.ts';

/** A text and its entity tag. */
export type Tagged = Readonly<{ text: string; etag: string }>;

export const tagged = (text: string): Tagged => ({
  text,
  etag: `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`,
});

/** Returns the API document of this version, with the URL of this installation. */
export function readApiDocument(publicUrl: string): ApiDocument {
  const file = join(repositoryRoot(), 'docs', 'openapi.json');
  const document = JSON.parse(readFileSync(file, 'utf8')) as ApiDocument;
  return { ...document, servers: [{ url: publicUrl + EXTERNAL_PATH }] };
}
