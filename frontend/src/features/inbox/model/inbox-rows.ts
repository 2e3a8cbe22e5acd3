import type { CommentView } from '@posthorn/contracts/inbox/comments.http';
import { headingOf, type PostGroup } from './post-groups.ts';

/** One row of the list. `more`: stands for the comments of a group that are not loaded yet. */
export type InboxRow = Readonly<{ key: string }> &
  (
    | Readonly<{ kind: 'group'; group: PostGroup; isOpen: boolean }>
    | Readonly<{ kind: 'comment'; comment: CommentView }>
    | Readonly<{ kind: 'more'; group: string; left: number }>
  );

type RowInput = Readonly<{
  /** The groups in display order. */
  groups: readonly PostGroup[];
  /** The comments, newest first. */
  comments: readonly CommentView[];
  /** Whether the totals of the groups include the comment. */
  counts: (comment: CommentView) => boolean;
  isOpen: (group: string) => boolean;
  /** Whether all comments of a group are loaded. */
  isWhole: (group: string) => boolean;
}>;

/** Returns headings and comments as one flat list, so that a virtualizer can render only the rows near the window. */
export function inboxRows({ groups, comments, counts, isOpen, isWhole }: RowInput): readonly InboxRow[] {
  const grouped = byGroup(comments);
  return groups.flatMap((group): InboxRow[] => {
    const heading = { kind: 'group', key: `group ${group.key}`, group, isOpen: isOpen(group.key) } as const;
    if (!heading.isOpen) return [heading];
    const own = grouped.get(group.key) ?? [];
    const left = isWhole(group.key) ? 0 : group.total - own.filter(counts).length;
    return [
      heading,
      ...own.map((comment) => ({ kind: 'comment', key: String(comment.id), comment }) as const),
      ...(left > 0 ? [{ kind: 'more', key: `more ${group.key}`, group: group.key, left } as const] : []),
    ];
  });
}

/** Groups the comments by the key of their heading. */
export function byGroup(comments: readonly CommentView[]): ReadonlyMap<string, readonly CommentView[]> {
  const grouped = new Map<string, CommentView[]>();
  for (const comment of comments) {
    const key = headingOf(comment.postId, comment.group.key);
    const own = grouped.get(key);
    if (own) own.push(comment);
    else grouped.set(key, [comment]);
  }
  return grouped;
}
