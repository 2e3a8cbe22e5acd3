import { COMMENTS_PAGE, listComments, summarizeInbox } from '@posthorn/contracts/inbox/comments.http';
import { queryOptions } from '@tanstack/react-query';
import { ApiError, send } from '#lib/api-client.ts';
import { liveList } from '#lib/paged-list.ts';
import { COMMENTS_FAILED } from '../messages/waiting.en.ts';
import { NO_FILTER, queryOf, type InboxFilter } from '../model/inbox-filter.ts';

export const liveComments = liveList({
  key: 'changed-comments',
  call: listComments,
  cursorHeader: COMMENTS_PAGE.cursorHeader,
});

/** A page of the comments of one group: those after a cursor, or the first. */
export type GroupPlace = Readonly<{ group: string; after: string | null }>;

/** The newest comments of a list, or a page of one group in this list. */
export const commentsQuery = (filter: InboxFilter, place?: GroupPlace) => {
  const query = {
    limit: String(COMMENTS_PAGE.limit),
    ...queryOf(filter),
    ...(place && { group: place.group, ...(place.after !== null && { after: place.after }) }),
  };
  return queryOptions({
    queryKey: [listComments.path, query],
    queryFn: ({ signal }) => liveComments.page({ query, signal }).catch(withMessage),
  });
};

/** Adds a message about comments to an error of the server. Does not change a 401, which leads to the sign-in page. */
function withMessage(cause: unknown): never {
  if (!(cause instanceof ApiError) || cause.status === 401) throw cause;
  throw new Error(COMMENTS_FAILED(cause.status), { cause });
}

/** The counts of the inbox and the groups of a list. The key contains the filter, which optimistic updates of the counts read. */
export const summaryQuery = (filter: InboxFilter) =>
  queryOptions({
    queryKey: [summarizeInbox.path, { ...filter, q: queryOf(filter)['q'] ?? '' }] as const,
    queryFn: ({ signal }) => send(summarizeInbox, undefined, { query: queryOf(filter), signal }),
  });

/** The summary for the badge, which needs only the new comments. */
export const newCommentsQuery = summaryQuery({ ...NO_FILTER, status: 'new' });
