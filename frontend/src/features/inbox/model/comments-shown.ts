import type { CommentView } from '@posthorn/contracts/inbox/comments.http';
import { itemsShown, type Changes, type Page } from '#lib/paged-list.ts';
import { isListed, type InboxFilter } from './inbox-filter.ts';

/**
 * The loaded part of a list, newest first.
 * @param kept a comment that stays even if the filter no longer matches it
 */
export function commentsShown(
  pages: readonly Page<CommentView>[],
  changes: Changes<CommentView>,
  filter: InboxFilter,
  kept: CommentView | null = null,
): readonly CommentView[] {
  // If a later request did not return the comment, it is no longer in the list. Only the server knows which comments match a search.
  const asked = filter.q.trim() === '' ? (pages[0]?.since ?? Infinity) : Infinity;
  const shown = itemsShown(pages, changes, (_, found) => found ?? asked);
  const all =
    kept && !shown.some(({ id }) => id === kept.id) ? [...shown, changes.get(kept.id)?.item ?? kept] : shown;
  return all.filter((comment) => comment.id === kept?.id || isListed(comment, filter)).toSorted(newestFirst);
}

const newestFirst = (one: CommentView, other: CommentView): number =>
  Date.parse(other.createdAt) - Date.parse(one.createdAt) || other.id - one.id;
