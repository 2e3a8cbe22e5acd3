import type { JsonValue } from '@posthorn/event-sourcing/event-store';
import { OutgoingError } from '#infrastructure/outgoing/outgoing-error.ts';
import { at, idIn, listOf, textOf } from '../json.ts';
import { MastodonError, STATUS_BYTES, type MastodonClient } from './client.ts';
import type { MastodonSession } from './session.ts';
import { isSource, isText, mayBeText } from './status-text.ts';

const PAGE = 40;
const PAGES_MAX = 10;
/** Forty posts of ten thousand characters with all that goes with them; what a server shows beyond that proves nothing. */
const PAGE_BYTES = 2_000_000;
/** The server names its own time with each answer, which leaves little to doubt; without it, clocks may differ more. */
const DOUBT_MS = 10_000;
const DOUBT_WITHOUT_DATE_MS = 60_000;

export type Wanted = Readonly<{
  text: string;
  mediaIds: readonly string[];
  armedAt: string;
  /** The status that it answers; absent: none. */
  parentId?: string;
}>;
/** `isCertain` is false for what reads alike only: servers that format a text do not show it as it was sent. */
export type Found = Readonly<{ id: string; url: string | null; isCertain: boolean; hasOurFiles: boolean }>;

/**
 * Our own statuses since the attempt began that read as what we sent, oldest first. Looked for by time and text: what
 * an id tells about time differs between servers.
 * @throws MastodonError, OutgoingError (also when the list is no list), BreakerOpen: nothing is proven then
 */
export async function ownStatuses(
  client: MastodonClient,
  { server, token, accountId }: MastodonSession,
  wanted: Wanted,
  now: () => Date,
): Promise<readonly Found[]> {
  const found: Found[] = [];
  const unreadable = (why: string) => new OutgoingError('unreadable', true, new URL(server).host, why);
  let olderThan: string | null = null;
  for (let page = 0; page < PAGES_MAX; page++) {
    const reply = await client.send({
      server,
      token,
      path: `/api/v1/accounts/${encodeURIComponent(accountId)}/statuses`,
      query: {
        limit: String(PAGE),
        exclude_reblogs: 'true',
        ...(olderThan !== null && { max_id: olderThan }),
      },
      request: { maxBytes: PAGE_BYTES },
    });
    if (!Array.isArray(reply.body)) throw unreadable('answers no list of statuses');
    const earliest = earliestFor(wanted.armedAt, reply.headers['date'], now());
    const statuses = listOf(reply.body);
    // Pinned statuses may come first on some servers, so a page is read to its end.
    const times = statuses.map(createdAt);
    if (times.some(Number.isNaN)) throw unreadable('answers statuses without a time');
    const recent = statuses.filter((status) => createdAt(status) >= earliest);
    found.push(...recent.flatMap((status) => foundIn(status, wanted)));
    const last = idIn(at(statuses.at(-1), 'id'));
    if (last === null || last === olderThan || statuses.length === 0 || (times.at(-1) ?? 0) < earliest) {
      // Of two that read the same, the one with our own files goes first.
      return found.reverse().sort((a, b) => Number(b.hasOurFiles) - Number(a.hasOurFiles));
    }
    olderThan = last;
  }
  throw unreadable('has too many statuses to look through');
}

function earliestFor(armedAt: string, date: string | undefined, now: Date): number {
  const serverNow = Date.parse(date ?? '');
  if (Number.isNaN(serverNow)) return Date.parse(armedAt) - DOUBT_WITHOUT_DATE_MS;
  return Date.parse(armedAt) + (serverNow - now.getTime()) - DOUBT_MS;
}

const createdAt = (status: JsonValue): number => Date.parse(textOf(at(status, 'created_at')) ?? '');

function foundIn(status: JsonValue, { text, mediaIds, parentId }: Wanted): Found[] {
  const content = textOf(at(status, 'content')) ?? '';
  const id = idIn(at(status, 'id'));
  const answered = at(status, 'in_reply_to_id');
  const isInPlace = parentId === undefined ? isNothing(answered) : idIn(answered) === parentId;
  const isPost = isInPlace && isNothing(at(status, 'reblog'));
  const files = listOf(at(status, 'media_attachments')).map((file) => idIn(at(file, 'id')));
  if (id === null || !isPost || files.length !== mediaIds.length) return [];
  // A file belongs to one post. Not every server calls it in a post as it did before.
  const hasOurFiles = files.length > 0 && mediaIds.every((own) => files.includes(own));
  const isCertain = hasOurFiles || isText(text, content);
  if (!isCertain && !mayBeText(text, content)) return [];
  return [{ id, url: textOf(at(status, 'url')), isCertain, hasOurFiles }];
}

const isNothing = (value: JsonValue | undefined): boolean => value === undefined || value === null;

/**
 * Asks the server for the text that a status was made of. A server that does not tell proves nothing.
 * @throws MastodonError, OutgoingError, BreakerOpen
 */
export async function isMadeOf(
  client: MastodonClient,
  { server, token }: MastodonSession,
  id: string,
  text: string,
): Promise<boolean> {
  try {
    const path = `/api/v1/statuses/${encodeURIComponent(id)}/source`;
    const { body } = await client.send({ server, token, path, request: { maxBytes: STATUS_BYTES } });
    const source = textOf(at(body, 'text'));
    return source !== null && isSource(text, source);
  } catch (error) {
    if (error instanceof MastodonError && NOT_TOLD.has(error.status)) return false;
    throw error;
  }
}

const NOT_TOLD = new Set([400, 403, 404, 405, 410, 422, 501]);
