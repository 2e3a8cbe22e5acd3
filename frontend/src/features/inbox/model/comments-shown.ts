import type { CommentView } from '@posthorn/contracts/inbox/comments.http';
import { itemsShown, type Changes, type Page } from '#lib/paged-list.ts';
import { isListed, type InboxFilter } from './inbox-filter.ts';

/** Returns the loaded comments of a list, newest first.
 * @param kept a comment that stays in the list, even if the filter no longer matches
 */
export function commentsShown(
  pages: readonly Page<CommentView>[],
  changes: Changes<CommentView>,
  filter: InboxFilter,
  kept: CommentView | null = null,
): readonly CommentView[] {
  // If the first page was requested after the change but lacks the comment, the comment is not in the list. A search shows only comments
  // of its pages, because only the server knows which comments match.
  const listKnownSince = filter.q.trim() === '' ? (pages[0]?.since ?? Infinity) : Infinity;
  const shown = itemsShown(pages, changes, (_, found) => found ?? listKnownSince);
  const all =
    kept && !shown.some(({ id }) => id === kept.id) ? [...shown, changes.get(kept.id)?.item ?? kept] : shown;
  return all.filter((comment) => comment.id === kept?.id || isListed(comment, filter)).toSorted(newestFirst);
}

const newestFirst = (one: CommentView, other: CommentView): number =>
  Date.parse(other.createdAt) - Date.parse(one.createdAt) || other.id - one.id;
