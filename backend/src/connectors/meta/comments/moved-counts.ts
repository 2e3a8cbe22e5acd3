import type { JsonValue } from '@posthorn/event-sourcing/event-store';
import type { NewsOutcome, ReadCursor, WatchedPost } from '../../contract/comments.ts';
import { textOf } from '../../kit/json.ts';
import { isNewestFirst } from '../../kit/own-post-search.ts';
import { postponed } from '../../kit/outcomes.ts';
import { edgePage } from '../client/edge-pages.ts';
import { isNearlyUsedUp } from '../errors/rate-usage.ts';
import type { CommentDialect, OpenedAccount } from './comment-dialect.ts';

const PAGE = 100;
/** From 80 % of what may be called, counts are asked for this much later: publishing and replying go first. */
const REST_MS = 15 * 60_000;
/** Clocks differ. */
const DOUBT_MS = 24 * 3_600_000;
const RESTS = 'Meta says that this account has nearly used up its calls.';

type Asked = Readonly<{ cursor: ReadCursor | null; posts: readonly WatchedPost[] }>;
type News = Extract<NewsOutcome, { kind: 'read' }>;

/** Nothing is asked while the account rests. */
export function restOf({ cursor }: Asked, now: Date): NewsOutcome | null {
  const until = new Date(textOf(cursor?.['restUntil']) ?? '');
  return until > now ? postponed('quota', RESTS, until) : null;
}

/**
 * Which of the watched posts have more or fewer comments than when they were last read: one page of the account's own posts with their
 * counts. Goes on while the page may not have reached the oldest of them. @throws GraphError, TokenRefused, OutgoingError, BreakerOpen
 */
export async function movedCounts(
  { posts: list }: CommentDialect,
  { graph, account: { ownerId, accessToken: token } }: OpenedAccount,
  { cursor, posts }: Asked,
  { now, signal }: Readonly<{ now: Date; signal: AbortSignal }>,
): Promise<News> {
  const fields = { fields: list.fields, limit: String(PAGE) };
  const call = { path: `${ownerId}/${list.edge}`, token, fields, request: { signal } };
  const { items, next, headers } = await edgePage(graph, call, textOf(cursor?.['after']));
  const moved = posts.flatMap((post) => {
    const shown = items.find((item) => list.idsIn(item).includes(list.idOf(post.remoteId)));
    const count = shown === undefined ? null : list.countIn(shown);
    return count === null || count === (post.count ?? 0) ? [] : [{ remoteId: post.remoteId, count }];
  });
  const goesOn = next !== null && !isPast(items.map(list.madeAt), posts);
  const rest = isNearlyUsedUp(headers) && { restUntil: new Date(now.getTime() + REST_MS).toISOString() };
  return {
    kind: 'read',
    comments: [],
    gone: [],
    moved,
    cursor: { ...(goesOn && { after: next }), ...rest },
    more: goesOn && !rest,
  };
}

/** Whether all that follows is older than the oldest watched post. */
function isPast(times: readonly number[], posts: readonly WatchedPost[]): boolean {
  const oldest = Math.min(...posts.map(({ publishedAt }) => Date.parse(publishedAt)));
  return isNewestFirst(times) && (times.at(-1) ?? 0) < oldest - DOUBT_MS;
}

/** A number that the platform gives, zero included. */
export const countOf = (value: JsonValue | undefined): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;
