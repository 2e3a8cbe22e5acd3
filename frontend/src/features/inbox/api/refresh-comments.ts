import { getComment, listComments, type CommentView } from '@posthorn/contracts/inbox/comments.http';
import type { QueryClient } from '@tanstack/react-query';
import { send } from '#lib/api-client.ts';
import { askForChanged } from '#lib/ask-for-changed.ts';
import type { CommentsPage } from '../comments-shown.ts';
import { changesHeard, hasHeardSince, noteComment } from './comments.ts';

const ask = askForChanged<'ask'>({
  one: async (queryClient, id) => {
    const since = changesHeard();
    const comment = await send(getComment, undefined, { params: { id } }).catch(() => null);
    // What became of an order meanwhile is newer, and an order that is on its way shows as carried out.
    if (comment && !hasHeardSince(queryClient, id, since) && belongs(queryClient, comment))
      noteComment(queryClient, comment);
  },
  lists: (queryClient) => queryClient.invalidateQueries({ queryKey: [listComments.path] }),
});

/** Asks for single comments that have changed; what a search finds only the server can tell, so that is asked for again. */
export async function refreshComments(queryClient: QueryClient, ids: readonly number[]): Promise<void> {
  if (pagesOf(queryClient).length === 0) return;
  await Promise.all([
    ask(
      queryClient,
      ids.map((id) => [id, 'ask']),
    ),
    queryClient.invalidateQueries({
      predicate: ({ queryKey: [path, query] }) => path === listComments.path && isSearch(query),
    }),
  ]);
}

const isSearch = (query: unknown): boolean => typeof query === 'object' && query !== null && 'q' in query;

const pagesOf = (queryClient: QueryClient): readonly CommentsPage[] =>
  queryClient
    .getQueriesData<CommentsPage>({ queryKey: [listComments.path] })
    .flatMap(([, page]) => page ?? []);

/** It is in a page that is loaded, or newer than the end of one; what is further down comes with its own page. */
const belongs = (queryClient: QueryClient, { id, createdAt }: CommentView): boolean =>
  pagesOf(queryClient).some(({ comments, next }) => {
    const last = comments.at(-1);
    return (
      next === null ||
      !last ||
      Date.parse(createdAt) > Date.parse(last.createdAt) ||
      comments.some((one) => one.id === id)
    );
  });
