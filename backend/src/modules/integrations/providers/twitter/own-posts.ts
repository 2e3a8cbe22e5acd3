import type { JsonValue } from '@posthorn/event-sourcing/event-store';
import { OutgoingError } from '#infrastructure/outgoing/outgoing-error.ts';
import { at, listOf, textOf } from '../json.ts';
import type { TwitterClient } from './client.ts';
import type { TwitterSession } from './session.ts';
import { isText } from './shown-text.ts';

const PAGE = 100;
const PAGES_MAX = 10;
/** Times have seconds here, and the clocks of two machines differ. */
const DOUBT_MS = 60_000;

/** `fileIds`: of what was uploaded for the post; `files`: how many it has. */
export type Wanted = Readonly<{ text: string; fileIds: readonly string[]; files: number; armedAt: string }>;

/**
 * The ids of our own posts since the attempt began that read as what we sent, those with our own files first, then the
 * oldest. Every post that is read costs its price, so no more is asked for than what came after the attempt.
 * @throws TokenRefused, TwitterError, OutgoingError (also when the list is no list), BreakerOpen: nothing is proven then
 */
export async function ownPosts(
  client: TwitterClient,
  { token, userId }: TwitterSession,
  wanted: Wanted,
): Promise<readonly string[]> {
  const earliest = Date.parse(wanted.armedAt) - DOUBT_MS;
  const found: Readonly<{ id: string; hasOurFiles: boolean }>[] = [];
  let next: string | null = null;
  for (let page = 0; page < PAGES_MAX; page++) {
    const { body } = await client.send({
      token,
      path: `/2/users/${encodeURIComponent(userId)}/tweets`,
      query: {
        max_results: String(PAGE),
        // Whole seconds only: a fraction is refused.
        start_time: `${new Date(earliest).toISOString().slice(0, 19)}Z`,
        exclude: 'replies,retweets',
        'tweet.fields': 'created_at,entities,note_tweet,attachments,referenced_tweets',
        ...(next !== null && { pagination_token: next }),
      },
    });
    const posts = body['data'];
    // An empty list is left out, and only the count says so.
    if (!Array.isArray(posts) && at(body, 'meta', 'result_count') !== 0) throw unreadable(client, 'no list');
    found.push(...listOf(posts).flatMap((post) => foundIn(post, wanted, earliest)));
    next = textOf(at(body, 'meta', 'next_token'));
    if (next === null)
      return found
        .reverse()
        .sort((a, b) => Number(b.hasOurFiles) - Number(a.hasOurFiles))
        .map(({ id }) => id);
  }
  throw unreadable(client, 'too many posts to look through');
}

const unreadable = (client: TwitterClient, what: string): OutgoingError =>
  new OutgoingError('unreadable', true, new URL(client.base).host, `answers ${what}`);

function foundIn(post: JsonValue, wanted: Wanted, earliest: number): { id: string; hasOurFiles: boolean }[] {
  const id = textOf(at(post, 'id'));
  const createdAt = Date.parse(textOf(at(post, 'created_at')) ?? '');
  const references = listOf(at(post, 'referenced_tweets') ?? at(post, 'referenced_posts'));
  if (id === null || !(createdAt >= earliest) || references.length > 0) return [];
  const keys = listOf(at(post, 'attachments', 'media_keys')).map((key) => textOf(key) ?? '');
  if (keys.length !== wanted.files || !isText(wanted.text, post)) return [];
  // A key is the id of the file behind a number for its kind.
  const hasOurFiles = wanted.fileIds.some((file) => keys.some((key) => key.endsWith(`_${file}`)));
  return [{ id, hasOurFiles }];
}
