import { listAccounts } from '@posthorn/contracts/integrations/accounts.http';
import {
  checkTarget,
  confirmTarget,
  deletePost,
  deleteRemote,
  editPost,
  restorePost,
  retryTarget,
  schedulePost,
  type EditPostRequest,
  type PostView,
  type RemovalView,
  type SchedulePostRequest,
} from '@posthorn/contracts/scheduling/posts.http';
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { codeOf, send } from '#lib/api-client.ts';
import { notePost, postCountsQuery } from './posts.ts';
import { refreshPosts } from './refresh-posts.ts';
import { filtersOf } from '../post-filter.ts';
import { dropSendingKey, sendingKey, sentBefore } from '../sending-key.ts';

/** @param draft the key of the draft that is sent */
export function useSchedulePost(draft: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ request, now }: Readonly<{ request: SchedulePostRequest; now: boolean }>) => {
      const sent = (one: SchedulePostRequest) =>
        send(schedulePost, one, { headers: { 'idempotency-key': sendingKey(draft, one) } });
      const before = now ? sentBefore(draft, request) : null;
      try {
        return await sent(before ?? request);
      } catch (error) {
        const code = codeOf(error);
        // It was made, its answer got lost, and it has been deleted since; or it never arrived, and its "now" is over.
        const isOver = code === 'scheduling.post-not-found' || (before && code === 'scheduling.time-is-past');
        if (!isOver) throw error;
        dropSendingKey(draft);
        return sent(request);
      }
    },
    onSuccess: (post) => {
      dropSendingKey(draft);
      notePost(queryClient, post.id, post);
      return queryClient.invalidateQueries(postCountsQuery);
    },
  });
}

export function useEditPost(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (request: EditPostRequest) => send(editPost, request, { params: { id } }),
    onSuccess: (post) => {
      notePost(queryClient, id, post);
      return queryClient.invalidateQueries(postCountsQuery);
    },
    // What it was changed to is for whoever pressed Update to see.
    onError: (error) =>
      codeOf(error) === 'scheduling.post-changed' ? refreshPosts(queryClient, [id]) : undefined,
  });
}

/** The post leaves the list at once and comes back when the server refuses. */
export function useDeletePost(on: {
  success: (post: PostView, removal: RemovalView) => void;
  error: (error: Error) => void;
}) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: PostView) => send(deletePost, undefined, { params: { id } }),
    onMutate: (post) => leave(queryClient, post),
    onSuccess: (removal, post) => {
      on.success(post, removal);
    },
    onError: async (error, post) => {
      await comeBack(queryClient, post);
      on.error(error);
      // Why it was refused may show on its card.
      void refreshPosts(queryClient, [post.id]);
    },
    onSettled: () => queryClient.invalidateQueries(postCountsQuery),
  });
}

export function useRestorePost(onError: (error: Error, post: PostView) => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: PostView) => send(restorePost, undefined, { params: { id } }),
    onMutate: (post) => comeBack(queryClient, post),
    onSuccess: (post) => {
      notePost(queryClient, post.id, post);
    },
    onError: async (error, post) => {
      await leave(queryClient, post);
      onError(error, post);
    },
    onSettled: () => queryClient.invalidateQueries(postCountsQuery),
  });
}

/** What a person can do about one account of a post. */
export type TargetOrder =
  | Readonly<{ order: 'check' }>
  | Readonly<{ order: 'retry'; atOwnRisk?: boolean }>
  | Readonly<{ order: 'confirm'; permalink?: string }>;

/** @param on told also when whoever gave the order has gone meanwhile, because the target is in no trouble any more */
export function useTargetOrder(
  postId: number,
  accountId: number,
  on: Readonly<{ success: (post: PostView, order: TargetOrder) => void; error: (error: Error) => void }>,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (order: TargetOrder) => {
      const params = { id: postId, accountId };
      switch (order.order) {
        case 'retry':
          return send(retryTarget, order.atOwnRisk ? { atOwnRisk: true } : {}, { params });
        case 'check':
          return send(checkTarget, undefined, { params });
        case 'confirm':
          return send(confirmTarget, order.permalink ? { permalink: order.permalink } : {}, { params });
      }
    },
    onSuccess: (post, order) => {
      notePost(queryClient, postId, post);
      on.success(post, order);
      return queryClient.invalidateQueries(postCountsQuery);
    },
    onError: (error) => {
      on.error(error);
      // What is shown of the account is old.
      if (codeOf(error) === 'scheduling.account-not-connected')
        void queryClient.invalidateQueries({ queryKey: [listAccounts.path] });
    },
  });
}

/**
 * Asks to have the published post, or one further copy of it, deleted on its platform; the list tells what comes of it.
 * @param isListed false for an archived post, which comes back into no list by this
 */
export function useDeleteRemote(postId: number, isListed = true) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ accountId, remoteId }: Readonly<{ accountId: number; remoteId?: string }>) => {
      const params = { id: postId, accountId };
      return send(
        deleteRemote,
        undefined,
        remoteId === undefined ? { params } : { params, query: { remoteId } },
      );
    },
    onSuccess: (post) => {
      if (isListed) notePost(queryClient, postId, post);
    },
    onError: () => refreshPosts(queryClient, [postId]),
  });
}

const leave = async (queryClient: QueryClient, post: PostView): Promise<void> => {
  await count(queryClient, post, -1);
  notePost(queryClient, post.id, null);
};

const comeBack = async (queryClient: QueryClient, post: PostView): Promise<void> => {
  await count(queryClient, post, 1);
  notePost(queryClient, post.id, post);
};

/** Counts as the list shows it, before the server has said so. */
async function count(queryClient: QueryClient, post: PostView, by: 1 | -1): Promise<void> {
  await queryClient.cancelQueries(postCountsQuery);
  const lists = filtersOf(post);
  queryClient.setQueryData(
    postCountsQuery.queryKey,
    (counts) =>
      counts && { ...counts, ...Object.fromEntries(lists.map((list) => [list, counts[list] + by])) },
  );
}
