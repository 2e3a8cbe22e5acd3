import { SERVER_TEXT } from '@posthorn/contracts/shared/server-text';

/** NUL, and halves of surrogate pairs. */
const UNSTORABLE = /\0|\p{Surrogate}/u;

/** A sentence for each text of a body that neither the log nor the database takes, by its path: `files.0.name`. */
export function unstorableFields(body: unknown): Record<string, string> {
  return Object.fromEntries(pathsIn(body, '').map((path) => [path, SERVER_TEXT.notValid]));
}

function pathsIn(value: unknown, path: string): string[] {
  if (typeof value === 'string') return UNSTORABLE.test(value) ? [path] : [];
  // A delivery is kept as the bytes that came.
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => pathsIn(inner, path ? `${path}.${name}` : name));
}
