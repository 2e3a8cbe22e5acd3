import type { JsonValue } from '@posthorn/event-sourcing/event-store';
import type { MediaItem } from '../../contract/publication.ts';
import { at, idIn, listOf, textOf } from '../../kit/json.ts';
import { unreadable } from '../../kit/json-request.ts';
import { graphTime } from '../../meta/look-up.ts';
import { readPages, type OwnPostSearch } from '../../kit/own-post-search.ts';
import { comparableText } from '../../kit/shown-text.ts';
import type { ThreadsClient } from '../client.ts';
import type { ThreadsSession } from '../tokens.ts';

const PAGE = '50';
const PAGES_MAX = 10;
/** For the list of all posts of a profile. */
const LONG_PAGE = '100';
const LONG_PAGES_MAX = 50;
/**
 * Clocks may differ by this much. A post from a few minutes before the attempt is ruled out by its text, or because it is already
 * claimed.
 */
const CLOCK_DIFFERENCE_MS = 300_000;
/** A smaller tolerance, for posts that only their time can identify. */
const SMALL_CLOCK_DIFFERENCE_MS = 10_000;

export type ExpectedThreadsPost = Readonly<{
  text: string;
  media: readonly MediaItem[];
  since: string;
  /** The post certainly exists. In this case, a single candidate is this post, even if its text differs. */
  isPublished: boolean;
}>;
export type ThreadsOwnPost = Readonly<{ id: string; permalink: string | null }>;

/**
 * Posts of the account that match the sent text and are not older than `since` (ISO), oldest first.
 * `brokeOff` may be a TokenRefused, ThreadsError or OutgoingError.
 */
export async function ownPosts(
  client: ThreadsClient,
  { token }: ThreadsSession,
  expected: ExpectedThreadsPost,
): Promise<OwnPostSearch<ThreadsOwnPost>> {
  const earliest = Date.parse(expected.since) - CLOCK_DIFFERENCE_MS;
  const { found, brokeOff } = await postsSince(client, token, earliest);
  const recent = found.filter((post) => !(graphTime(at(post, 'timestamp')) < earliest)).reverse();
  const matching = recent.filter((post) => isMatching(post, expected));
  // If the search ended early, there may be more candidates.
  const others = brokeOff ? [] : onlyCandidate(recent, expected);
  const own = (matching.length > 0 ? matching : others).flatMap((post) => {
    const id = idIn(at(post, 'id'));
    return id === null ? [] : [{ id, permalink: textOf(at(post, 'permalink')) }];
  });
  return { found: own, brokeOff };
}

function onlyCandidate(
  posts: readonly JsonValue[],
  { media, since, isPublished }: ExpectedThreadsPost,
): readonly JsonValue[] {
  const earliest = Date.parse(since) - SMALL_CLOCK_DIFFERENCE_MS;
  const possible = posts.filter(
    (post) =>
      !(graphTime(at(post, 'timestamp')) < earliest) && isOfKind(textOf(at(post, 'media_type')), media),
  );
  return isPublished && possible.length === 1 ? possible : [];
}

/** The account's posts since a time, newest first. */
async function postsSince(
  client: ThreadsClient,
  token: string,
  earliest: number,
): Promise<OwnPostSearch<JsonValue>> {
  const fields = {
    fields: 'id,permalink,text,timestamp,media_type',
    since: String(Math.floor(earliest / 1000)),
    limit: PAGE,
    access_token: token,
  };
  const posts = new Map<string, JsonValue>();
  const brokeOff = await readPages(async () => {
    for await (const page of pagesOf(client, { fields, most: PAGES_MAX }))
      for (const post of page) posts.set(idIn(at(post, 'id')) ?? '', post);
  });
  return { found: [...posts.values()], brokeOff };
}

/** Whether the profile still shows a post. @throws TokenRefused, ThreadsError, OutgoingError */
export async function isListed(
  client: ThreadsClient,
  { token }: ThreadsSession,
  id: string,
  signal: AbortSignal,
): Promise<boolean> {
  const fields = { fields: 'id', limit: LONG_PAGE, access_token: token };
  for await (const page of pagesOf(client, { fields, most: LONG_PAGES_MAX, signal }))
    if (page.some((post) => idIn(at(post, 'id')) === id)) return true;
  return false;
}

type Listing = Readonly<{
  /** A list of the profile: posts or replies. */
  path?: '/me/threads' | '/me/replies';
  fields: Readonly<Record<string, string>>;
  most: number;
  signal?: AbortSignal;
}>;

/** Reads a list of the profile page by page, newest first. @throws TokenRefused, ThreadsError, OutgoingError */
export async function* pagesOf(
  client: ThreadsClient,
  { path = '/me/threads', fields, most, signal }: Listing,
): AsyncGenerator<readonly JsonValue[]> {
  let after: string | null = null;
  for (let page = 0; page < most; page++) {
    const body = await client.send({
      path,
      fields: { ...fields, ...(after !== null && { after }) },
      ...(signal && { request: { signal } }),
    });
    if (!Array.isArray(body['data'])) throw unreadable('threads', 'answers no list');
    const found = listOf(body['data']);
    yield found;
    const next = textOf(at(body, 'paging', 'cursors', 'after'));
    // Some lists do not mark their end: the page after the last one is empty or repeats the last.
    const isAfterTheEnd = found.length === 0 && at(body, 'paging', 'next') === undefined;
    if (isAfterTheEnd || next === null || next === after) return;
    after = next;
  }
  throw unreadable('threads', 'has too many posts to look through');
}

function isMatching(post: JsonValue, { text, media }: ExpectedThreadsPost): boolean {
  const shown = textOf(at(post, 'text')) ?? '';
  return withoutTag(shown) === withoutTag(text) && isOfKind(textOf(at(post, 'media_type')), media);
}

/** Removes `#`: the hashtag that becomes the topic loses this sign on Threads. */
export const withoutTag = (text: string): string => comparableText(text).replaceAll('#', '');

/** `kind`: `TEXT_POST`, `IMAGE`, `VIDEO` or `CAROUSEL_ALBUM`; containers use `TEXT` and `CAROUSEL`. */
function isOfKind(kind: string | null, media: readonly MediaItem[]): boolean {
  if (kind === null) return true;
  const [first, second] = media;
  if (!first) return kind.startsWith('TEXT');
  if (second) return kind.startsWith('CAROUSEL');
  return kind === (first.kind === 'image' ? 'IMAGE' : 'VIDEO');
}
