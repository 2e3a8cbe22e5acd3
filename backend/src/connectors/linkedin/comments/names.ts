import { objectOf, textOf } from '../../kit/json.ts';
import { LinkedInError, type LinkedInClient } from '../client.ts';
import type { LinkedInNames } from './remote-comment.ts';

const PERSON = 'urn:li:person:';
const READ_MS = 10_000;

/**
 * Reads the names of members who commented, with one call. Comments contain no names, and LinkedIn returns names only to some
 * apps. A member that LinkedIn leaves out has no name. Null: LinkedIn refused the call or failed. This does not stop the reading
 * of comments.
 * @throws TokenRefused, OutgoingError, BreakerOpen
 */
export async function memberNames(
  client: LinkedInClient,
  token: string,
  actors: readonly (string | null)[],
  signal: AbortSignal,
): Promise<LinkedInNames | null> {
  const people = [...new Set(actors.flatMap((urn) => (urn?.startsWith(PERSON) === true ? [urn] : [])))];
  if (people.length === 0) return new Map();
  const ids = people.map((urn) => `(id:${encodeURIComponent(urn.slice(PERSON.length))})`).join(',');
  const path = `/rest/people?ids=List(${ids})`;
  try {
    const body = await client.read({ token, path, request: { signal, timeoutMs: READ_MS } });
    return new Map(Object.values(objectOf(body['results']) ?? {}).flatMap(namesIn));
  } catch (error) {
    if (error instanceof LinkedInError) return null;
    throw error;
  }
}

function namesIn(
  person: Parameters<typeof objectOf>[0],
): readonly [string, { name: string; handle: string | null }][] {
  const fields = objectOf(person);
  const id = textOf(fields?.['id']);
  const parts = [fields?.['localizedFirstName'], fields?.['localizedLastName']];
  const name = parts.flatMap((part) => textOf(part) ?? []).join(' ');
  if (id === null || name === '') return [];
  return [[`${PERSON}${id}`, { name, handle: textOf(fields?.['vanityName']) }]];
}
