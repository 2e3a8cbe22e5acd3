import type { CommentView } from '@posthorn/contracts/inbox/comments.http';
import { itemsShown, type Changes, type Page } from '#lib/paged-list.ts';
import { isListed, type InboxFilter } from './inbox-filter.ts';

/**
 * A list as far as it is loaded, newest first.
 * @param kept one that stays although the filter would leave it out by now
 */
export function commentsShown(
  pages: readonly Page<CommentView>[],
  changes: Changes<CommentView>,
  filter: InboxFilter,
  kept: CommentView | null = null,
): readonly CommentView[] {
  // A list that was asked for later, and has no such comment, knows better. What is searched for only the server can tell.
  const asked = filter.q.trim() === '' ? (pages[0]?.since ?? Infinity) : Infinity;
  const shown = itemsShown(pages, changes, (_, found) => found ?? asked);
  const all =
    kept && !shown.some(({ id }) => id === kept.id) ? [...shown, changes.get(kept.id)?.item ?? kept] : shown;
  return all.filter((comment) => comment.id === kept?.id || isListed(comment, filter)).toSorted(newestFirst);
}

const newestFirst = (one: CommentView, other: CommentView): number =>
  Date.parse(other.createdAt) - Date.parse(one.createdAt) || other.id - one.id;
