import { getLinkPage } from '@posthorn/contracts/link-tree/link-page.http';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { send } from '#lib/api-client.ts';

/** The user's own link page, for its editor. */
export const linkPageQuery = queryOptions({
  queryKey: [getLinkPage.path],
  queryFn: ({ signal }) => send(getLinkPage, undefined, { signal }),
});

/** For a card that appears as a whole. Never rejects: the card works without it. */
export async function loadLinkPage(queryClient: QueryClient): Promise<void> {
  await queryClient.query({ ...linkPageQuery, staleTime: 'static' }).catch(() => null);
}
