import {
  listComments,
  summarizeInbox,
  type CommentCounts,
  type CommentView,
  type InboxSummary,
} from '@posthorn/contracts/inbox/comments.http';
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { expected, give, type CommentOrder } from '../comment-order.ts';
import { isCounted, isListed, isReplied, NO_FILTER, type InboxFilter } from '../inbox-filter.ts';
import { expectComment, noteComment } from './comments.ts';

export type Given = Readonly<{ comment: CommentView; order: CommentOrder }>;

/** Orders show at once, in the list and in the counts, and are taken back when the server refuses. */
export function useOrders(
  on: Readonly<{
    success: (after: CommentView, given: Given) => void;
    error: (error: Error, given: Given) => void;
  }>,
): (given: Given) => void {
  const queryClient = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: ({ comment, order }: Given) => give(comment, order),
    onMutate: ({ comment, order }) => {
      const shown = expected(comment, order);
      expectComment(queryClient, shown);
      count(queryClient, comment, shown);
      return shown;
    },
    onSuccess: (after, given, shown) => {
      noteComment(queryClient, after);
      count(queryClient, shown, after);
      on.success(after, given);
    },
    onError: (error, given, shown) => {
      noteComment(queryClient, given.comment);
      if (shown) count(queryClient, shown, given.comment);
      on.error(error, given);
      // Why it was refused may show on the comment.
      void queryClient.invalidateQueries({ queryKey: [listComments.path] });
    },
    onSettled: (_after, _error, { order }) => {
      // Other comments of this author go or come, too.
      if (order.do === 'block' || order.do === 'unblock')
        void queryClient.invalidateQueries({ queryKey: [listComments.path] });
      return queryClient.invalidateQueries({ queryKey: [summarizeInbox.path] });
    },
  });
  return mutate;
}

/** Counts as the list shows it, before the server has said so. */
function count(queryClient: QueryClient, before: CommentView, after: CommentView): void {
  const change = (filter: InboxFilter | null): CommentCounts => {
    const [less, more] = [countsOf(before, filter), countsOf(after, filter)];
    return { new: more.new - less.new, replied: more.replied - less.replied, total: more.total - less.total };
  };
  for (const [key, summary] of queryClient.getQueriesData<InboxSummary>({ queryKey: [summarizeInbox.path] }))
    if (summary) {
      const [all, listed] = [change(null), change(key[1] as InboxFilter)];
      queryClient.setQueryData<InboxSummary>(key, {
        ...summary,
        counts: added(summary.counts, all),
        groups: summary.groups.map((group) =>
          group.key === before.group.key
            ? { ...group, new: group.new + listed.new, total: group.total + listed.total }
            : group,
        ),
      });
    }
}

/** What one comment counts, everywhere or in one list. */
function countsOf(comment: CommentView, filter: InboxFilter | null): CommentCounts {
  const counts =
    !comment.blocked && isCounted(comment, filter ?? NO_FILTER) && (!filter || isListed(comment, filter));
  return {
    new: Number(counts && comment.hidden === false && comment.status === 'new'),
    replied: Number(counts && isReplied(comment)),
    total: Number(counts),
  };
}

const added = (one: CommentCounts, other: CommentCounts): CommentCounts => ({
  new: one.new + other.new,
  replied: one.replied + other.replied,
  total: one.total + other.total,
});
