import { getLinkPage } from '@posthorn/contracts/link-tree/link-page.http';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { send } from '#lib/api-client.ts';

/** One's own link page, as its editor shows it. */
export const linkPageQuery = queryOptions({
  queryKey: [getLinkPage.path],
  queryFn: ({ signal }) => send(getLinkPage, undefined, { signal }),
});

/** For a card that is shown whole. Never fails: the card does without. */
export async function loadLinkPage(queryClient: QueryClient): Promise<void> {
  await queryClient.query({ ...linkPageQuery, staleTime: 'static' }).catch(() => null);
}
