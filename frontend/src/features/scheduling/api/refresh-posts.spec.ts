import { QueryClient } from '@tanstack/react-query';
import { expect, it } from '@jest/globals';
import { aPost } from '#testing/views.ts';
import { postPagesQuery, postQuery } from './posts.ts';
import { refreshPosts } from './refresh-posts.ts';

it('reloads all complete posts when too many have changed for single requests', async () => {
  const queryClient = new QueryClient();
  queryClient.setQueryData(postQuery(1).queryKey, aPost({ id: 1 }));
  const { queryKey: list } = postPagesQuery('all', '');
  queryClient.setQueryData(list, { pages: [], pageParams: [] });
  await refreshPosts(
    queryClient,
    Array.from({ length: 11 }, (_, index) => index + 1),
  );
  const isOld = (queryKey: readonly unknown[]) => queryClient.getQueryState(queryKey)?.isInvalidated;
  expect([isOld(list), isOld(postQuery(1).queryKey)]).toEqual([true, true]);
});
