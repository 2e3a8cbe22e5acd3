import type { JsonValue } from '@posthorn/event-sourcing/event-store';
import type { NewsOutcome, ReadCursor, WatchedPost } from '../../contract/comments.ts';
import { amountOf, at, idIn, listOf, textOf } from '../../kit/json.ts';
import { commentUrnOf } from './comment-urn.ts';
import { pageOf, type LinkedInCommentReader } from './listing.ts';

const ACTIONS = 'COMMENT,ADMIN_COMMENT,COMMENT_EDIT,COMMENT_DELETE';
/** A notification may appear in the list later than its time. So the next poll reads this time range again. */
const OVERLAP_MS = 15 * 60_000;
/** The maximum number of notification ids in the cursor: those of one overlap. */
const SEEN_MAX = 500;

type NewsRequest = Readonly<{ cursor: ReadCursor | null; posts: readonly WatchedPost[]; since: string }>;

/**
 * Reads one page of the organization's notifications, which LinkedIn keeps for 60 days. They show whose thread the reader must
 * read. A notification contains neither the time of a comment nor its parent.
 * learn.microsoft.com/en-us/linkedin/marketing/community-management/organizations/organization-social-action-notifications
 */
export async function readNotifications(
  reader: LinkedInCommentReader,
  organization: string,
  { cursor, posts, since }: NewsRequest,
  now: Date,
): Promise<NewsOutcome> {
  const { seenTo, goal, page, seen } = stateOf(cursor, Date.parse(since), now.getTime());
  const from = cursor === null ? seenTo : seenTo - OVERLAP_MS;
  const criteria = `q=criteria&actions=List(${ACTIONS})&organizationalEntity=${encodeURIComponent(organization)}`;
  const range = `timeRange=(start:${String(from)},end:${String(goal)})`;
  const path = `/rest/organizationalEntityNotifications?${criteria}&${range}&`;
  const { elements, next } = await pageOf(reader, path, page, true);
  const fresh = elements.filter((each) => !seen.includes(idIn(at(each, 'notificationId')) ?? ''));
  const recent = elements.filter(
    (each) => (amountOf(at(each, 'lastModifiedAt')) ?? goal) >= goal - OVERLAP_MS,
  );
  const ids = recent.flatMap((each) => idIn(at(each, 'notificationId')) ?? []);
  const known = [...new Set([...seen, ...ids])].slice(-SEEN_MAX);
  return {
    kind: 'read',
    comments: [],
    gone: fresh.filter(isDeletion).flatMap((each) => activityIn(each) ?? []),
    moved: changedCounts(fresh, posts),
    // `seenTo` moves only after the last page was read.
    cursor:
      next === null
        ? { seenTo: goal, goal: null, page: 0, seen: known }
        : { seenTo, goal, page: next, seen: known },
    more: next !== null,
  };
}

function changedCounts(notifications: readonly JsonValue[], posts: readonly WatchedPost[]) {
  const counts = new Map<string, number>();
  for (const each of notifications) {
    // The post itself; `sourcePost` may be its activity.
    const post = idIn(at(each, 'decoratedSourcePost', 'entity')) ?? idIn(at(each, 'sourcePost'));
    if (post === null) continue;
    const before = counts.get(post) ?? posts.find(({ remoteId }) => remoteId === post)?.count ?? 0;
    counts.set(post, isDeletion(each) ? Math.max(0, before - 1) : before + Number(isNew(each)));
  }
  return [...counts].map(([remoteId, count]) => ({ remoteId, count }));
}

const actionOf = (notification: JsonValue): string => textOf(at(notification, 'action')) ?? '';
const isDeletion = (notification: JsonValue): boolean => actionOf(notification) === 'COMMENT_DELETE';
const isNew = (notification: JsonValue): boolean => actionOf(notification) !== 'COMMENT_EDIT';
const activityIn = (notification: JsonValue): string | null =>
  commentUrnOf(
    textOf(at(notification, 'decoratedGeneratedActivity', 'comment', 'entity')) ??
      textOf(at(notification, 'generatedActivity')),
  )?.urn ?? null;

/** Reads the cursor. `seenTo` and `goal`: milliseconds. When all pages are read, every notification up to `goal` is known. */
function stateOf(cursor: ReadCursor | null, since: number, now: number) {
  return {
    seenTo: amountOf(cursor?.['seenTo']) ?? since,
    goal: amountOf(cursor?.['goal']) ?? now,
    page: amountOf(cursor?.['page']) ?? 0,
    seen: listOf(cursor?.['seen']).flatMap((id) => idIn(id) ?? []),
  };
}
