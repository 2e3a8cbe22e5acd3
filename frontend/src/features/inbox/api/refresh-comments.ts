import { getComment, listComments, type CommentView } from '@posthorn/contracts/inbox/comments.http';
import type { QueryClient } from '@tanstack/react-query';
import { send } from '#lib/api-client.ts';
import { askForChanged } from '#lib/ask-for-changed.ts';
import type { Page } from '#lib/paged-list.ts';
import { liveComments } from './comments.ts';

const ask = askForChanged<'ask'>({
  one: async (queryClient, id) => {
    const since = liveComments.heard();
    const comment = await send(getComment, undefined, { params: { id } }).catch(() => null);
    // What became of an order meanwhile is newer, and an order that is on its way shows as carried out.
    if (comment && !liveComments.hasHeardSince(queryClient, id, since) && belongs(queryClient, comment))
      liveComments.note(queryClient, id, comment);
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

const pagesOf = (queryClient: QueryClient): readonly Page<CommentView>[] =>
  queryClient
    .getQueriesData<Page<CommentView>>({ queryKey: [listComments.path] })
    .flatMap(([, page]) => page ?? []);

/** It is in a page that is loaded, or newer than the end of one; what is further down comes with its own page. */
const belongs = (queryClient: QueryClient, { id, createdAt }: CommentView): boolean =>
  pagesOf(queryClient).some(({ items, next }) => {
    const last = items.at(-1);
    return (
      next === null ||
      !last ||
      Date.parse(createdAt) > Date.parse(last.createdAt) ||
      items.some((one) => one.id === id)
    );
  });
