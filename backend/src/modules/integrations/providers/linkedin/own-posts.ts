import type { JsonValue } from '@posthorn/event-sourcing/event-store';
import { OutgoingError } from '#infrastructure/outgoing/outgoing-error.ts';
import { amountOf, at, listOf, textOf } from '../json.ts';
import { LinkedInError, type LinkedInClient } from './client.ts';
import { isText } from './little-text.ts';
import type { LinkedInSession } from './session.ts';

const PAGE = 50;
const PAGES_MAX = 6;
/** How far LinkedIn's clock and ours may be apart. */
const DOUBT_MS = 60_000;

export type Wanted = Readonly<{ text: string; assets: readonly string[]; armedAt: string }>;
export type OwnPost = Readonly<{ urn: string; state: string }>;

/** A post by its URN; null when LinkedIn does not show it (yet). @throws as `LinkedInClient.read` */
export async function postAt(
  client: LinkedInClient,
  { token }: LinkedInSession,
  urn: string,
): Promise<OwnPost | null> {
  try {
    const post = await client.read({ token, path: `/rest/posts/${encodeURIComponent(urn)}` });
    return { urn, state: textOf(post['lifecycleState']) ?? '' };
  } catch (error) {
    if (error instanceof LinkedInError && error.spoken && error.status === 404) return null;
    throw error;
  }
}

/**
 * The author's posts since the attempt began that hold our files, or read as our text where there are none. Oldest first.
 * @throws LinkedInError, TokenRefused, OutgoingError, BreakerOpen: nothing is proven then
 */
export async function ownPosts(
  client: LinkedInClient,
  { token, author }: LinkedInSession,
  wanted: Wanted,
): Promise<readonly OwnPost[]> {
  const since = Date.parse(wanted.armedAt) - DOUBT_MS;
  const found: OwnPost[] = [];
  for (let page = 0; page < PAGES_MAX; page++) {
    const query = `q=author&author=${encodeURIComponent(author)}&sortBy=LAST_MODIFIED`;
    const path = `/rest/posts?${query}&start=${String(page * PAGE)}&count=${String(PAGE)}`;
    const posts = (await client.read({ token, path, restliMethod: 'FINDER' }))['elements'];
    if (!Array.isArray(posts)) throw unreadable('answers no list of posts');
    const list = listOf(posts);
    found.push(...list.filter((post) => isOurs(post, wanted, since)).flatMap(ownPost));
    const oldest = list.at(-1);
    const modifiedAt = amountOf(at(oldest, 'lastModifiedAt')) ?? amountOf(at(oldest, 'createdAt')) ?? 0;
    if (list.length < PAGE || modifiedAt < since) return found.reverse();
  }
  throw unreadable('has too many posts to look through');
}

function isOurs(post: JsonValue, { text, assets }: Wanted, since: number): boolean {
  const createdAt = amountOf(at(post, 'createdAt'));
  if (createdAt === null) throw unreadable('answers posts without a time');
  if (createdAt < since) return false;
  const shown = assetsIn(at(post, 'content'));
  if (shown.length > 0 || assets.length > 0) return assets.some((asset) => shown.includes(asset));
  return isText(text, textOf(at(post, 'commentary')) ?? '');
}

function assetsIn(content: JsonValue | undefined): string[] {
  const images = listOf(at(content, 'multiImage', 'images')).map((image) => at(image, 'id'));
  return [at(content, 'media', 'id'), ...images].flatMap((id) => textOf(id) ?? []);
}

function ownPost(post: JsonValue): OwnPost[] {
  const urn = textOf(at(post, 'id'));
  return urn === null ? [] : [{ urn, state: textOf(at(post, 'lifecycleState')) ?? '' }];
}

const unreadable = (why: string) => new OutgoingError('unreadable', true, 'linkedin', why);
