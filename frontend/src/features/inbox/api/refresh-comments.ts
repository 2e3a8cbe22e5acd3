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
    // The result of an order in the meantime is newer. While an order runs, the comment shows its expected result.
    if (comment && !liveComments.hasHeardSince(queryClient, id, since) && belongs(queryClient, comment))
      liveComments.note(queryClient, id, comment);
  },
  lists: (queryClient) => queryClient.invalidateQueries({ queryKey: [listComments.path] }),
});

/** Loads single comments that have changed. Searches are loaded again as a whole, because only the server knows what they match. */
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

/** The comment is in a loaded page, or newer than the end of one. An older one arrives with its own page. */
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
