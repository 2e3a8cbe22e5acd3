import { analyticsOfPosts, postLooks, refreshAnalytics } from '@posthorn/contracts/analytics/analytics.http';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { send } from '#lib/api-client.ts';
import { useDeclaredMutation } from '#ui/declared-mutation.ts';
import { figuresQuery } from './figures.ts';

/** The history of the metrics. Has a separate key, so that live updates of post metrics do not reload the history. */
export const looksQuery = (postId: number) =>
  queryOptions({
    queryKey: [`${analyticsOfPosts.path}/looks`, postId],
    queryFn: ({ signal }) => send(postLooks, undefined, { params: { id: postId }, signal }),
  });

/**
 * Makes the server poll the platforms now. Live updates report only changed metrics, so this hook also polls
 * the server for the check times.
 */
export const useRefreshFigures = (postId: number) =>
  useDeclaredMutation({
    send: () => send(refreshAnalytics, undefined, { params: { id: postId } }),
    onDone: async (cache, { accounts }) => {
      await cache.invalidateQueries(figuresQuery(postId));
      const accountIds = accounts.flatMap(({ accountId, state }) => (state === 'asked' ? accountId : []));
      void waitForPolls(cache, postId, accountIds);
    },
  });

/** The delays before each check whether the server has polled all accounts. The platforms usually respond within seconds. */
const CHECK_DELAYS_MS = [3_000, 7_000] as const;

async function waitForPolls(
  queryClient: QueryClient,
  postId: number,
  accountIds: readonly number[],
): Promise<void> {
  const query = figuresQuery(postId);
  const checkTimes = () => {
    const targets = queryClient.getQueryData(query.queryKey) ?? [];
    return accountIds.map((id) => targets.find(({ accountId }) => accountId === id)?.checkedAt);
  };
  const before = checkTimes();
  for (const wait of CHECK_DELAYS_MS) {
    await new Promise((resolve) => setTimeout(resolve, wait));
    const now = checkTimes();
    if (before.every((at, index) => at !== now[index])) return;
    await queryClient.invalidateQueries(query);
  }
}
