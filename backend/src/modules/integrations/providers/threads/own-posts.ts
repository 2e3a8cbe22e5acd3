import type { JsonValue } from '@posthorn/event-sourcing/event-store';
import { OutgoingError } from '#infrastructure/outgoing/outgoing-error.ts';
import type { MediaItem } from '../../public.ts';
import { at, listOf, textOf } from '../json.ts';
import type { ThreadsClient } from './client.ts';
import type { ThreadsSession } from './session.ts';

const PAGE = '50';
const PAGES_MAX = 10;
/** Clocks differ; a post of a minute before is ruled out by its text and by being somebody's already. */
const DOUBT_MS = 60_000;

export type Wanted = Readonly<{ text: string; media: readonly MediaItem[]; since: string }>;
export type OwnPost = Readonly<{ id: string; permalink: string | null }>;

/**
 * Posts of the account that read as what we sent and are not older than `since` (ISO), oldest first.
 * @throws TokenRefused, ThreadsError, OutgoingError: nothing is proven then
 */
export async function ownPosts(
  client: ThreadsClient,
  { token, userId }: ThreadsSession,
  wanted: Wanted,
): Promise<readonly OwnPost[]> {
  const earliest = Date.parse(wanted.since) - DOUBT_MS;
  const found: OwnPost[] = [];
  let after: string | null = null;
  for (let page = 0; page < PAGES_MAX; page++) {
    const body = await client.send({
      path: `/${encodeURIComponent(userId)}/threads`,
      fields: {
        fields: 'id,permalink,text,timestamp,media_type',
        since: String(Math.floor(earliest / 1000)),
        limit: PAGE,
        access_token: token,
        ...(after !== null && { after }),
      },
    });
    if (!Array.isArray(body['data'])) throw unreadable('answers no list of posts');
    found.push(...listOf(body['data']).flatMap((post) => foundIn(post, wanted, earliest)));
    after = textOf(at(body, 'paging', 'cursors', 'after'));
    if (after === null || textOf(at(body, 'paging', 'next')) === null) return found.reverse();
  }
  throw unreadable('has too many posts to look through');
}

const unreadable = (why: string) => new OutgoingError('unreadable', true, 'threads', why);

function foundIn(post: JsonValue, { text, media }: Wanted, earliest: number): OwnPost[] {
  const id = textOf(at(post, 'id'));
  const madeAt = Date.parse(textOf(at(post, 'timestamp')) ?? '');
  const isRecent = Number.isNaN(madeAt) || madeAt >= earliest;
  const isAlike =
    essence(textOf(at(post, 'text')) ?? '') === essence(text) &&
    textOf(at(post, 'media_type')) === kindOf(media);
  if (id === null || !isRecent || !isAlike) return [];
  return [{ id, permalink: textOf(at(post, 'permalink')) }];
}

/** A text without what the platform changes when it shows it: white space, and the mark of the one tag that becomes a topic. */
const essence = (text: string): string => text.normalize('NFC').replace(/[\s#\u200b\ufeff]+/gu, '');

function kindOf(media: readonly MediaItem[]): string {
  const [first, second] = media;
  if (!first) return 'TEXT_POST';
  if (second) return 'CAROUSEL_ALBUM';
  return first.kind === 'image' ? 'IMAGE' : 'VIDEO';
}
