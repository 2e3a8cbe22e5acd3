import {
  changeWebhook,
  createWebhook,
  listWebhooks,
  rotateWebhook,
  takeOverWebhook,
  testWebhook,
  type ChangeWebhookRequest,
  type CreateWebhookRequest,
} from '@posthorn/contracts/external/webhooks.http';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { send } from '#lib/api-client.ts';

/** What arrives changes without anybody here: it is asked for anew whenever somebody looks. */
export const webhooksQuery = queryOptions({
  queryKey: [listWebhooks.path],
  queryFn: ({ signal }) => send(listWebhooks, undefined, { signal }),
  refetchOnMount: 'always',
  refetchOnWindowFocus: 'always',
});

/** All that follows a change of webhooks: their list. */
function useListAgain() {
  const queryClient = useQueryClient();
  return () => {
    void queryClient.invalidateQueries(webhooksQuery);
  };
}

export function useAddWebhook() {
  const onSuccess = useListAgain();
  return useMutation({
    mutationFn: (request: CreateWebhookRequest) => send(createWebhook, request),
    // Nothing keeps the secret once its dialog is closed.
    gcTime: 0,
    onSuccess,
  });
}

export function useChangeWebhook(id: string) {
  const onSettled = useListAgain();
  return useMutation({
    mutationFn: (request: ChangeWebhookRequest) => send(changeWebhook, request, { params: { id } }),
    onSettled,
  });
}

export function useTakeOverWebhook(id: string) {
  const onSettled = useListAgain();
  return useMutation({
    mutationFn: () => send(takeOverWebhook, undefined, { params: { id } }),
    onSettled,
  });
}

export function useRotateWebhook(id: string) {
  return useMutation({
    mutationFn: () => send(rotateWebhook, undefined, { params: { id } }),
    gcTime: 0,
  });
}

export function useTestWebhook(id: string) {
  const onSettled = useListAgain();
  return useMutation({
    mutationFn: () => send(testWebhook, undefined, { params: { id } }),
    onSettled,
  });
}
