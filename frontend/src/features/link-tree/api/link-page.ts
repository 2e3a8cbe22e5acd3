import { getLinkPage } from '@posthorn/contracts/link-tree/link-page.http';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { send } from '#lib/api-client.ts';

/** The user's own link page, for the editor. */
export const linkPageQuery = queryOptions({
  queryKey: [getLinkPage.path],
  queryFn: ({ signal }) => send(getLinkPage, undefined, { signal }),
});

/** Loads the page before its card appears. Never rejects, because the card works without the page. */
export async function loadLinkPage(queryClient: QueryClient): Promise<void> {
  await queryClient.query({ ...linkPageQuery, staleTime: 'static' }).catch(() => null);
}
