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

/** What arrives changes without anybody here: it is asked for anew whenever somebody looks. */
export const webhooksQuery = queryOptions({
  queryKey: [listWebhooks.path],
  queryFn: ({ signal }) => send(listWebhooks, undefined, { signal }),
  refetchOnMount: 'always',
  refetchOnWindowFocus: 'always',
});

/** Nobody waits for the list. */
const listAgain = (cache: QueryClient): void => {
  void cache.invalidateQueries(webhooksQuery);
};
/** Also after a refusal: it may show in the list why. */
const EITHER_WAY = { onDone: listAgain, onRefused: listAgain };

/** @param show told the webhook with its secret before its user is told that it is there */
export const useAddWebhook = (show: (webhook: CreatedWebhookView) => void) =>
  useDeclaredMutation({
    send: (request: CreateWebhookRequest) => send(createWebhook, request),
    // Nothing keeps the secret once its dialog is closed.
    gcTime: 0,
    onDone: (cache, webhook) => {
      listAgain(cache);
      show(webhook);
    },
    says: { title: WEBHOOK_DIALOG_TEXT.added, description: WEBHOOK_DIALOG_TEXT.once },
  });

export const useChangeWebhook = (id: string) =>
  useDeclaredMutation({
    send: (request: ChangeWebhookRequest) => send(changeWebhook, request, { params: { id } }),
    ...EITHER_WAY,
    says: { title: WEBHOOK_DIALOG_TEXT.changed },
  });

export const useResumeWebhook = (id: string) =>
  useDeclaredMutation({
    send: () => send(changeWebhook, { resume: true }, { params: { id } }),
    ...EITHER_WAY,
    // A toast: the button and what stands around it go away once nothing stops the webhook.
    says: { title: WEBHOOKS_TEXT.resumed, description: WEBHOOKS_TEXT.resumedHint },
    failure: { title: WEBHOOKS_TEXT.failed, again: WEBHOOKS_TEXT.again },
  });

export const useTakeOverWebhook = (id: string) =>
  useDeclaredMutation({
    send: () => send(takeOverWebhook, undefined, { params: { id } }),
    ...EITHER_WAY,
    says: { title: WEBHOOKS_TEXT.takenOver, description: WEBHOOKS_TEXT.takenOverHint },
  });

export const useRotateWebhook = (id: string) =>
  useDeclaredMutation({
    send: () => send(rotateWebhook, undefined, { params: { id } }),
    gcTime: 0,
  });

export const useTestWebhook = (id: string) =>
  useDeclaredMutation({
    send: () => send(testWebhook, undefined, { params: { id } }),
    ...EITHER_WAY,
  });
