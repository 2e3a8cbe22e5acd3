import { analyticsOfPosts, postLooks, refreshAnalytics } from '@posthorn/contracts/analytics/analytics.http';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { send } from '#lib/api-client.ts';
import { useDeclaredMutation } from '#ui/declared-mutation.ts';
import { figuresQuery } from './figures.ts';

/** Has a key of its own, so that live updates of post metrics do not reload the history. */
export const looksQuery = (postId: number) =>
  queryOptions({
    queryKey: [`${analyticsOfPosts.path}/looks`, postId],
    queryFn: ({ signal }) => send(postLooks, undefined, { params: { id: postId }, signal }),
  });

/** Makes the server poll the platforms now. A live update reports changed metrics; for unchanged ones this polls the server. */
export const useRefreshFigures = (postId: number) =>
  useDeclaredMutation({
    send: () => send(refreshAnalytics, undefined, { params: { id: postId } }),
    onDone: async (cache, { accounts }) => {
      await cache.invalidateQueries(figuresQuery(postId));
      const asked = accounts.flatMap(({ accountId, state }) => (state === 'asked' ? accountId : []));
      void lookForAnswers(cache, postId, asked);
    },
  });

/** The delays before each check whether all platforms have answered. They usually answer within seconds. */
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
