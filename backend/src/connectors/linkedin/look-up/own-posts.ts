import type { JsonValue } from '@posthorn/event-sourcing/event-store';
import { OutgoingError } from '#infrastructure/outgoing/outgoing-error.ts';
import { amountOf, at, listOf, textOf } from '../../kit/json.ts';
import { readPages, type OwnPostSearch } from '../../kit/own-post-search.ts';
import type { LinkedInClient } from '../client.ts';
import { isUnreadable } from '../errors.ts';
import { isText } from '../publish/little-text.ts';
import type { LinkedInSession } from '../tokens.ts';

const PAGE = 50;
const PAGES_MAX = 12;
/** The largest assumed difference between LinkedIn's clock and ours. */
const CLOCK_DIFFERENCE_MS = 300_000;

/** With this parameter, LinkedIn also returns the author's unfinished and failed posts. */
const AS_AUTHOR = 'viewContext=AUTHOR';

export type ExpectedLinkedInPost = Readonly<{
  text: string;
  assets: readonly string[];
  attemptStartedAt: string;
}>;
export type LinkedInOwnPost = Readonly<{ urn: string; state: string }>;

/** Reads a post by its URN; null if LinkedIn does not show the post (yet). @throws the errors of `LinkedInClient.read` */
export async function postAt(
  client: LinkedInClient,
  { token }: LinkedInSession,
  urn: string,
): Promise<LinkedInOwnPost | null> {
  try {
    const path = `/rest/posts/${encodeURIComponent(urn)}?${AS_AUTHOR}`;
    const post = await client.read({ token, path });
    return { urn, state: textOf(post['lifecycleState']) ?? '' };
  } catch (error) {
    if (isUnreadable(error)) return null;
    throw error;
  }
}

/**
 * Finds a post by its URN in the list of posts that the author created or changed since the attempt. Null: the post is not in the list.
 * @throws LinkedInError, TokenRefused, OutgoingError, BreakerOpen
 */
export async function listedPost(
  client: LinkedInClient,
  session: LinkedInSession,
  { urn, attemptStartedAt }: Readonly<{ urn: string; attemptStartedAt: string }>,
): Promise<LinkedInOwnPost | null> {
  for await (const post of postsSince(client, session, Date.parse(attemptStartedAt) - CLOCK_DIFFERENCE_MS))
    if (textOf(at(post, 'id')) === urn) return ownPost(post)[0] ?? null;
  return null;
}

/**
 * The author's posts since the attempt began that contain our files, oldest first. A post without files matches by its text.
 * `brokeOff` may be a LinkedInError, TokenRefused, OutgoingError or BreakerOpen.
 */
export async function ownPosts(
  client: LinkedInClient,
  session: LinkedInSession,
  expected: ExpectedLinkedInPost,
): Promise<OwnPostSearch<LinkedInOwnPost>> {
  const since = Date.parse(expected.attemptStartedAt) - CLOCK_DIFFERENCE_MS;
  const found: LinkedInOwnPost[] = [];
  const brokeOff = await readPages(async () => {
    for await (const post of postsSince(client, session, since))
      if (isOurs(post, expected, since)) found.push(...ownPost(post));
  });
  return { found: found.reverse(), brokeOff };
}

/** The author's posts that were created or changed since a time, newest first. May also return some older posts. */
async function* postsSince(
  client: LinkedInClient,
  { token, author }: LinkedInSession,
  since: number,
): AsyncGenerator<JsonValue> {
  const seen = new Set<string>();
  for (let page = 0; page < PAGES_MAX; page++) {
    const query = `q=author&author=${encodeURIComponent(author)}&sortBy=LAST_MODIFIED&${AS_AUTHOR}`;
    const path = `/rest/posts?${query}&start=${String(seen.size)}&count=${String(PAGE)}`;
    const posts = (await client.read({ token, path, restliMethod: 'FINDER' }))['elements'];
    if (!Array.isArray(posts)) throw unreadableResponse('answers no list of posts');
    const list = listOf(posts).filter((post) => !seen.has(textOf(at(post, 'id')) ?? ''));
    yield* list;
    for (const post of list) seen.add(textOf(at(post, 'id')) ?? '');
    // LinkedIn may return fewer posts than requested. Only an empty page marks the end.
    const last = list.at(-1);
    if (last === undefined || (amountOf(at(last, 'lastModifiedAt')) ?? createdAt(last) ?? 0) < since) return;
  }
  throw unreadableResponse('has too many posts to look through');
}

const createdAt = (post: JsonValue): number | null =>
  amountOf(at(post, 'createdAt')) ?? amountOf(at(post, 'publishedAt'));

function isOurs(post: JsonValue, { text, assets }: ExpectedLinkedInPost, since: number): boolean {
  if (textOf(at(post, 'lifecycleState')) === 'DRAFT') return false;
  const madeAt = createdAt(post);
  if (madeAt === null) throw unreadableResponse('answers posts without a time');
  if (madeAt < since) return false;
  const shown = assetsIn(at(post, 'content'));
  if (shown.length > 0) return assets.some((asset) => shown.includes(asset));
  // Without a text, only the files can match.
  return text.trim() !== '' && isText(text, textOf(at(post, 'commentary')) ?? '');
}

function assetsIn(content: JsonValue | undefined): string[] {
  const images = listOf(at(content, 'multiImage', 'images')).map((image) => at(image, 'id'));
  return [at(content, 'media', 'id'), ...images].flatMap((id) => textOf(id) ?? []);
}

function ownPost(post: JsonValue): LinkedInOwnPost[] {
  const urn = textOf(at(post, 'id'));
  return urn === null ? [] : [{ urn, state: textOf(at(post, 'lifecycleState')) ?? '' }];
}

/** `why`: what is wrong with the response, in words. */
const unreadableResponse = (why: string) => new OutgoingError('unreadable', true, 'linkedin', why);
