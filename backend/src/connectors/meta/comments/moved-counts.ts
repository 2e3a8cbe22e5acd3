import type { JsonValue } from '@posthorn/event-sourcing/event-store';
import type { NewsOutcome, ReadCursor, WatchedPost } from '../../contract/comments.ts';
import { textOf } from '../../kit/json.ts';
import { isNewestFirst } from '../../kit/own-post-search.ts';
import { postponed } from '../../kit/outcomes.ts';
import { edgePage } from '../client/edge-pages.ts';
import { isNearlyUsedUp } from '../errors/rate-usage.ts';
import type { CommentDialect, OpenedAccount } from './comment-dialect.ts';

const PAGE = 100;
/** At 80 % of the rate limit, the next poll of counts waits this long, so that publishing and replying come first. */
const REST_MS = 15 * 60_000;
/** The allowed difference between clocks. */
const CLOCK_DIFFERENCE_MS = 24 * 3_600_000;

type NewsRequest = Readonly<{ cursor: ReadCursor | null; posts: readonly WatchedPost[] }>;
type News = Extract<NewsOutcome, { kind: 'read' }>;

/** The outcome while the account must wait; null: a request is allowed. */
export function pauseOf({ cursor }: NewsRequest, now: Date): NewsOutcome | null {
  const until = new Date(textOf(cursor?.['restUntil']) ?? '');
  return until > now ? postponed('quota', null, until) : null;
}

/**
 * Finds the watched posts whose number of comments changed since the reader last read their thread. Reads one page of the
 * account's own posts with their counts. `more`: the next pages may contain further watched posts. @throws GraphError,
 * TokenRefused, OutgoingError, BreakerOpen
 */
export async function changedCounts(
  { posts: list }: CommentDialect,
  { graph, account: { ownerId, accessToken: token } }: OpenedAccount,
  { cursor, posts }: NewsRequest,
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
  const hasMorePages = next !== null && !isPast(items.map(list.madeAt), posts);
  const rest = isNearlyUsedUp(headers) && { restUntil: new Date(now.getTime() + REST_MS).toISOString() };
  return {
    kind: 'read',
    comments: [],
    gone: [],
    moved,
    cursor: { ...(hasMorePages && { after: next }), ...rest },
    more: hasMorePages && !rest,
  };
}

/** Whether all posts on the next pages are older than the oldest watched post. */
function isPast(times: readonly number[], posts: readonly WatchedPost[]): boolean {
  const oldest = Math.min(...posts.map(({ publishedAt }) => Date.parse(publishedAt)));
  return isNewestFirst(times) && (times.at(-1) ?? 0) < oldest - CLOCK_DIFFERENCE_MS;
}

/** A whole number from the platform, including zero; null for anything else. */
export const countOf = (value: JsonValue | undefined): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;
