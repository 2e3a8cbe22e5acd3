import type { CommentView } from '@posthorn/contracts/inbox/comments.http';
import { isListed, type InboxFilter } from './inbox-filter.ts';

/** `next`: the cursor of the page after it. `since`: how many changes were known when it was asked for. */
export type CommentsPage = Readonly<{
  comments: readonly CommentView[];
  next: string | null;
  since: number;
}>;
/** A comment as somebody last heard of it; `at`: the number of this change, infinite while an order is on its way. */
type CommentChange = Readonly<{ comment: CommentView; at: number }>;
/** By the id of the comment. */
export type CommentChanges = ReadonlyMap<number, CommentChange>;

/**
 * A list as far as it is loaded, newest first, with what has changed since each of its pages was asked for. A page that was on its
 * way meanwhile brings back nothing old.
 * @param kept one that stays although the filter would leave it out by now
 */
export function commentsShown(
  pages: readonly CommentsPage[],
  changes: CommentChanges,
  filter: InboxFilter,
  kept: CommentView | null = null,
): readonly CommentView[] {
  const found = new Map<number, CommentChange>();
  for (const { comments, since } of pages)
    for (const comment of comments)
      if ((found.get(comment.id)?.at ?? 0) <= since) found.set(comment.id, { comment, at: since });
  // A list that was asked for later, and has no such comment, knows better. What is searched for only the server can tell.
  const asked = filter.q.trim() === '' ? (pages[0]?.since ?? Infinity) : Infinity;
  for (const change of changes.values())
    if (change.at > (found.get(change.comment.id)?.at ?? asked)) found.set(change.comment.id, change);
  if (kept && !found.has(kept.id)) found.set(kept.id, changes.get(kept.id) ?? { comment: kept, at: 0 });
  return [...found.values()]
    .map(({ comment }) => comment)
    .filter((comment) => comment.id === kept?.id || isListed(comment, filter))
    .sort(newestFirst);
}

const newestFirst = (one: CommentView, other: CommentView): number =>
  Date.parse(other.createdAt) - Date.parse(one.createdAt) || other.id - one.id;
