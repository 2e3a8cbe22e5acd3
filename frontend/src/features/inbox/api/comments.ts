import {
  COMMENTS_PAGE,
  listComments,
  summarizeInbox,
  type CommentView,
} from '@posthorn/contracts/inbox/comments.http';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { send, sendForHeader } from '#lib/api-client.ts';
import type { CommentChanges, CommentsPage } from '../comments-shown.ts';
import { NO_FILTER, queryOf, type InboxFilter } from '../inbox-filter.ts';

/** The comments of one group from a cursor on. */
export type GroupPlace = Readonly<{ group: string; after: string | null }>;

/** The newest comments of a list, or a page of one of its groups. */
export const commentsQuery = (filter: InboxFilter, place?: GroupPlace) => {
  const query = {
    limit: String(COMMENTS_PAGE.limit),
    ...queryOf(filter),
    ...(place && { group: place.group, ...(place.after !== null && { after: place.after }) }),
  };
  return queryOptions({
    queryKey: [listComments.path, query],
    queryFn: async ({ signal }): Promise<CommentsPage> => {
      const since = changes;
      const { cursorHeader } = COMMENTS_PAGE;
      const { reply, header } = await sendForHeader(listComments, undefined, cursorHeader, { query, signal });
      return { comments: reply, next: header, since };
    },
  });
};

/** The counts of the inbox and the groups of a list. The filter stands in the key for whoever counts ahead of the server. */
export const summaryQuery = (filter: InboxFilter) =>
  queryOptions({
    queryKey: [summarizeInbox.path, { ...filter, q: queryOf(filter)['q'] ?? '' }] as const,
    queryFn: ({ signal }) => send(summarizeInbox, undefined, { query: queryOf(filter), signal }),
  });

/** For the badge: of the groups only those that it is about. */
export const newCommentsQuery = summaryQuery({ ...NO_FILTER, status: 'new' });

/** How many changes this page has heard of; never goes back, whatever the cache forgets. */
let changes = 0;
const NONE: CommentChanges = new Map();

/** To be told to `hasHeardSince`. */
export const changesHeard = (): number => changes;

/** What became of single comments since the pages that have them were asked for. */
export const commentChangesQuery = queryOptions({
  queryKey: ['changed-comments'],
  queryFn: () => NONE,
  initialData: NONE,
  enabled: false,
});

/** Of more the lists are asked for again: they would cost more to remember. */
const REMEMBERED = 500;

/** Shows a comment in all lists as it is now. */
export function noteComment(queryClient: QueryClient, comment: CommentView): void {
  changes += 1;
  keep(queryClient, comment, changes);
}

/** Whether more was heard of a comment since then, or an order for it is on its way. */
export const hasHeardSince = (queryClient: QueryClient, id: number, since: number): boolean =>
  (queryClient.getQueryData(commentChangesQuery.queryKey)?.get(id)?.at ?? 0) > since;

/** Shows a comment as it will be once an order was carried out, whatever else is heard of it until `noteComment`. */
export const expectComment = (queryClient: QueryClient, comment: CommentView): void => {
  keep(queryClient, comment, Infinity);
};

function keep(queryClient: QueryClient, comment: CommentView, at: number): void {
  const known = queryClient.getQueryData(commentChangesQuery.queryKey) ?? NONE;
  const isFull = known.size >= REMEMBERED;
  const kept = isFull ? [...known].filter(([, change]) => change.at === Infinity) : known;
  queryClient.setQueryData(commentChangesQuery.queryKey, new Map(kept).set(comment.id, { comment, at }));
  if (isFull) void queryClient.invalidateQueries({ queryKey: [listComments.path] });
}
