import { analyticsOfPosts, postLooks, refreshAnalytics } from '@posthorn/contracts/analytics/analytics.http';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { send } from '#lib/api-client.ts';
import { useDeclaredMutation } from '#ui/declared-mutation.ts';
import { figuresQuery } from './figures.ts';

/** Its own path begins as those of posts do, whose news is none for it. */
export const looksQuery = (postId: number) =>
  queryOptions({
    queryKey: [`${analyticsOfPosts.path}/looks`, postId],
    queryFn: ({ signal }) => send(postLooks, undefined, { params: { id: postId }, signal }),
  });

/** Has the platforms asked now. Figures that have moved are told of as news; for those that have not this looks for itself. */
export const useRefreshFigures = (postId: number) =>
  useDeclaredMutation({
    send: () => send(refreshAnalytics, undefined, { params: { id: postId } }),
    onDone: async (cache, { accounts }) => {
      await cache.invalidateQueries(figuresQuery(postId));
      const asked = accounts.flatMap(({ accountId, state }) => (state === 'asked' ? accountId : []));
      void lookForAnswers(cache, postId, asked);
    },
  });

/** Platforms answer within seconds: so long after each other it is looked whether all of them have. */
const LOOK_AFTER_MS = [3_000, 7_000] as const;

async function lookForAnswers(
  queryClient: QueryClient,
  postId: number,
  accountIds: readonly number[],
): Promise<void> {
  const query = figuresQuery(postId);
  const checked = () => {
    const targets = queryClient.getQueryData(query.queryKey) ?? [];
    return accountIds.map((id) => targets.find(({ accountId }) => accountId === id)?.checkedAt);
  };
  const before = checked();
  for (const wait of LOOK_AFTER_MS) {
    await new Promise((resolve) => setTimeout(resolve, wait));
    const now = checked();
    if (before.every((at, index) => at !== now[index])) return;
    await queryClient.invalidateQueries(query);
  }
}
