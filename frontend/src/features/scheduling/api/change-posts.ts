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
  type SchedulePostRequest,
} from '@posthorn/contracts/scheduling/posts.http';
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { send } from '#lib/api-client.ts';
import { postsQuery } from './posts.ts';

export function useSchedulePost() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (request: SchedulePostRequest) => send(schedulePost, request),
    onSuccess: (post) => {
      putPost(queryClient, post);
      return queryClient.invalidateQueries(postsQuery);
    },
  });
}

export function useEditPost(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (request: EditPostRequest) => send(editPost, request, { params: { id } }),
    onSuccess: (post) => {
      putPost(queryClient, post);
      return queryClient.invalidateQueries(postsQuery);
    },
  });
}

/** The post leaves the list at once and comes back when the server refuses. */
export function useDeletePost(on: { success: (post: PostView) => void; error: (error: Error) => void }) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: PostView) => send(deletePost, undefined, { params: { id } }),
    onMutate: async (post) => {
      await queryClient.cancelQueries(postsQuery);
      dropPost(queryClient, post);
    },
    onSuccess: (_nothing, post) => {
      on.success(post);
    },
    onError: (error, post) => {
      putPost(queryClient, post);
      on.error(error);
    },
    onSettled: () => queryClient.invalidateQueries(postsQuery),
  });
}

export function useRestorePost(onError: (error: Error, post: PostView) => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: PostView) => send(restorePost, undefined, { params: { id } }),
    onMutate: (post) => {
      putPost(queryClient, post);
    },
    onError: (error, post) => {
      dropPost(queryClient, post);
      onError(error, post);
    },
    onSettled: () => queryClient.invalidateQueries(postsQuery),
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
      putPost(queryClient, post);
      on.success(post, order);
      return queryClient.invalidateQueries(postsQuery);
    },
    onError: on.error,
  });
}

/** Asks to have the published post, or one further copy of it, deleted on its platform; the list tells what comes of it. */
export function useDeleteRemote(postId: number) {
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
      putPost(queryClient, post);
    },
    onSettled: () => queryClient.invalidateQueries(postsQuery),
  });
}

/** Shows what a reply told, without waiting for the list. */
function putPost(queryClient: QueryClient, post: PostView): void {
  queryClient.setQueryData(
    postsQuery.queryKey,
    (posts) => posts && [...posts.filter(({ id }) => id !== post.id), post],
  );
}

function dropPost(queryClient: QueryClient, { id }: PostView): void {
  queryClient.setQueryData(postsQuery.queryKey, (posts) => posts?.filter((post) => post.id !== id));
}
