import { getComment, listComments, type CommentView } from '@posthorn/contracts/inbox/comments.http';
import type { QueryClient } from '@tanstack/react-query';
import { send } from '#lib/api-client.ts';
import { askForChanged } from '#lib/ask-for-changed.ts';
import type { Page } from '#lib/paged-list.ts';
import { liveComments } from './comments.ts';

const ask = askForChanged<'ask'>({
  one: async (queryClient, id) => {
    const since = liveComments.changeCount();
    const comment = await send(getComment, undefined, { params: { id } }).catch(() => null);
    // Ignores the response if a command of the user has changed the comment in the meantime, because its result is newer.
    if (comment && !liveComments.hasChangedSince(queryClient, id, since) && belongs(queryClient, comment))
      liveComments.note(queryClient, id, comment);
  },
  lists: (queryClient) => queryClient.invalidateQueries({ queryKey: [listComments.path] }),
});

/** Reloads single comments that have changed. Reloads whole searches, because only the server knows which comments match. */
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

/** Whether the comment is in a loaded page, or newer than the end of a page. An older comment loads later with its own page. */
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
