import {
  changeWebhook,
  createWebhook,
  listWebhooks,
  rotateWebhook,
  takeOverWebhook,
  testWebhook,
  type ChangeWebhookRequest,
  type CreatedWebhookView,
  type CreateWebhookRequest,
} from '@posthorn/contracts/external/webhooks.http';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { send } from '#lib/api-client.ts';
import { useDeclaredMutation } from '#ui/declared-mutation.ts';
import { WEBHOOK_DIALOG_TEXT, WEBHOOKS_TEXT } from '../messages/webhooks.en.ts';

/** The list reloads whenever it is opened, because deliveries change without an action in this browser. */
export const webhooksQuery = queryOptions({
  queryKey: [listWebhooks.path],
  queryFn: ({ signal }) => send(listWebhooks, undefined, { signal }),
  refetchOnMount: 'always',
  refetchOnWindowFocus: 'always',
});

/** Reloads the list, without waiting for the response. */
const reloadList = (cache: QueryClient): void => {
  void cache.invalidateQueries(webhooksQuery);
};
/** Reloads the list even after a refusal, because the new list may show the reason. */
const RELOAD_AFTERWARDS = { onDone: reloadList, onRefused: reloadList };

/** @param show receives the webhook with its secret before the success message appears */
export const useAddWebhook = (show: (webhook: CreatedWebhookView) => void) =>
  useDeclaredMutation({
    send: (request: CreateWebhookRequest) => send(createWebhook, request),
    // The cache deletes the secret when the dialog closes.
    gcTime: 0,
    onDone: (cache, webhook) => {
      reloadList(cache);
      show(webhook);
    },
    successToast: { title: WEBHOOK_DIALOG_TEXT.added, description: WEBHOOK_DIALOG_TEXT.once },
  });

export const useChangeWebhook = (id: string) =>
  useDeclaredMutation({
    send: (request: ChangeWebhookRequest) => send(changeWebhook, request, { params: { id } }),
    ...RELOAD_AFTERWARDS,
    successToast: { title: WEBHOOK_DIALOG_TEXT.changed },
  });

export const useResumeWebhook = (id: string) =>
  useDeclaredMutation({
    send: () => send(changeWebhook, { resume: true }, { params: { id } }),
    ...RELOAD_AFTERWARDS,
    // A toast shows the result, because the button and its note disappear when the webhook is resumed.
    successToast: { title: WEBHOOKS_TEXT.resumed, description: WEBHOOKS_TEXT.resumedHint },
    failure: { title: WEBHOOKS_TEXT.failed, again: WEBHOOKS_TEXT.again },
  });

export const useTakeOverWebhook = (id: string) =>
  useDeclaredMutation({
    send: () => send(takeOverWebhook, undefined, { params: { id } }),
    ...RELOAD_AFTERWARDS,
    successToast: { title: WEBHOOKS_TEXT.takenOver, description: WEBHOOKS_TEXT.takenOverHint },
  });

export const useRotateWebhook = (id: string) =>
  useDeclaredMutation({
    send: () => send(rotateWebhook, undefined, { params: { id } }),
    gcTime: 0,
  });

export const useTestWebhook = (id: string) =>
  useDeclaredMutation({
    send: () => send(testWebhook, undefined, { params: { id } }),
    ...RELOAD_AFTERWARDS,
  });
