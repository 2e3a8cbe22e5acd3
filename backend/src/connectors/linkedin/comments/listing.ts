import type { JsonObject, JsonValue } from '@posthorn/event-sourcing/event-store';
import { amountOf, at, listOf } from '../../kit/json.ts';
import type { LinkedInClient } from '../client.ts';
import { commentsPath } from './comment-urn.ts';

const READ_MS = 20_000;
const PAGE = 50;

export type LinkedInCommentReader = Readonly<{ client: LinkedInClient; token: string; signal?: AbortSignal }>;
/** `next`: the offset of the next page; null: this is the last page. */
export type LinkedInListPage = Readonly<{ elements: readonly JsonValue[]; next: number | null }>;

/**
 * Reads one page of a list with offsets. `path` ends with `?` or `&`. `finder`: the call uses a Rest.li finder.
 * @throws the errors of `LinkedInClient.read`
 */
export async function pageOf(
  reader: LinkedInCommentReader,
  path: string,
  start: number,
  finder = false,
): Promise<LinkedInListPage> {
  const body = await read(reader, `${path}start=${String(start)}&count=${String(PAGE)}`, finder);
  const elements = listOf(body['elements']);
  const end = start + elements.length;
  const total = amountOf(at(body, 'paging', 'total'));
  // LinkedIn may return fewer elements than requested. Without a total, only an empty page marks the end.
  const isLast = elements.length === 0 || (total !== null && end >= total);
  return { elements, next: isLast ? null : end };
}

export function read(reader: LinkedInCommentReader, path: string, finder = false): Promise<JsonObject> {
  const { client, token, signal } = reader;
  const request = { timeoutMs: READ_MS, ...(signal && { signal }) };
  return client.read({ token, path, request, ...(finder && { restliMethod: 'FINDER' as const }) });
}

/** Reads one page of the comments of a post, or of the replies to a comment. */
export const commentsOf = (
  reader: LinkedInCommentReader,
  urn: string,
  start: number,
): Promise<LinkedInListPage> => pageOf(reader, `${commentsPath(urn)}?`, start);
