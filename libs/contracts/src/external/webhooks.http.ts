import type { ApiScope } from '../identity/api-tokens.http.ts';
import { notFreshText } from '../identity/sign-in-text.ts';
import type { Call } from '../shared/call.ts';
import type { ExternalCall, ExternalPage } from './posts.http.ts';

export const WEBHOOK = {
  perUser: 10,
  urlMax: 2048,
  typesMax: 50,
  pageLimit: 25,
  pageLimitMax: 100,
  /** The maximum number of bytes of a response that are stored and shown. */
  answerBytes: 1024,
  /** Days for which a delivery is stored, with any result. */
  keptDays: 30,
  /** For this number of hours after a rotation, deliveries are also signed with the old secret. */
  bothSecretsHours: 24,
  /** After this number of days without a successful delivery, an endpoint is suspended. */
  failingDays: 5,
  replayMax: 10_000,
} as const;

export const WEBHOOK_TEXT = {
  urlRequired: 'Address is required',
  urlMax: `Address must be under ${String(WEBHOOK.urlMax)} characters`,
  addressNotAllowed: 'Webhooks go to public https addresses only, such as https://example.com/hooks.',
  typesRequired: 'Please choose at least one type of event.',
  typesNotValid: 'Please name events by their types, such as "publication.published" or "post.*".',
  resumeNotValid: 'Please send "resume" as true, or leave it out.',
  afterRequired: 'Please send the id of an event as "after".',
  stateNotValid: 'Please choose one of the states waiting, delivered and failed.',
  limitNotValid: `A page has 1 to ${String(WEBHOOK.pageLimitMax)} deliveries.`,
  cursorNotValid: 'This page does not exist for this list. Please start again with the first one.',
  limitReached: `You have ${String(WEBHOOK.perUser)} webhooks already. Please delete one that you no longer use.`,
  notFound: 'This webhook does not exist.',
  eventNotFound: 'This event is not known, or too old.',
  deliveryNotFound: 'This delivery does not exist, or is no longer kept.',
  suspended: 'This webhook is suspended. Please resume it first.',
  notFresh: notFreshText('To decide where events are sent'),
  tokenEnded:
    'The API token of this webhook has expired or was deleted. Please take the webhook over in Settings first.',
  ofOthers: 'This API token did not create this webhook. It can delete it, but not change it.',
  tooMany: 'Too many tests of webhooks. Please wait and try again.',
  replaysTooMany: 'You have sent events again ten times in this hour. Please wait and try again.',
} as const;

/** `paused`: the receiver asked for a pause until `pausedUntil`. `suspended`: nothing is sent until the owner resumes the webhook. */
export const WEBHOOK_STATES = ['active', 'paused', 'suspended'] as const;
export type WebhookState = (typeof WEBHOOK_STATES)[number];
/**
 * `gone`: the receiver responded with 410. `failing`: no delivery succeeded for `WEBHOOK.failingDays`. `token-ended`: the token that created it
 * was deleted or has expired. `not-me`: its owner has taken the account back from a thief who had changed its address.
 */
export const SUSPENSION_REASONS = ['gone', 'failing', 'token-ended', 'not-me'] as const;
export type SuspensionReason = (typeof SUSPENSION_REASONS)[number];

export type WebhookView = Readonly<{
  id: string;
  url: string;
  /** Types of events. `post.*` means all types that begin with `post.`, `*` all types. */
  types: readonly string[];
  state: WebhookState;
  suspendedBecause: SuspensionReason | null;
  pausedUntil: string | null;
  lastSuccessAt: string | null;
  /** Since when deliveries have failed; null: the last delivery arrived, or there was none. */
  failingSince: string | null;
  addedAt: string;
  /** The API token that created the webhook. The webhook ends with this token. Null: it belongs to its owner and does not end. */
  tokenId: string | null;
  /** The scopes of its token: the webhook gets only events that these scopes may read. Null: it gets all events. */
  scopes: readonly ApiScope[] | null;
  /**
   * An API token created the webhook before webhooks stored the scopes of their token. So the webhook gets all events
   * and outlives that token. It continues until its owner takes it over or deletes it.
   */
  asksOwner: boolean;
}>;
/** Standard Webhooks: `whsec_` and 32 bytes as base64. Shown only once. */
export type CreatedWebhookView = WebhookView & Readonly<{ secret: string }>;
/** Until `oldUntil`, deliveries are also signed with the old secret. */
export type RotatedSecretView = Readonly<{ secret: string; oldUntil: string }>;
/** The response of the receiver. `status` null: there was none, and `error` says why. */
export type WebhookTestView = Readonly<{
  delivered: boolean;
  status: number | null;
  /** The first kilobyte of the body of the response. */
  answer: string | null;
  error: string | null;
  /** One of `blocked`, `unreachable`, `timeout`, `reset`, `redirected` and `unreadable`; null: the receiver responded. */
  errorCode: string | null;
  tookMs: number;
}>;

/** `failed`: it is not tried again automatically. */
export const DELIVERY_STATES = ['waiting', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];
export type DeliveryView = Readonly<{
  eventId: string;
  type: string;
  state: DeliveryState;
  attempts: number;
  lastStatus: number | null;
  lastAnswer: string | null;
  lastError: string | null;
  /** One of `blocked`, `unreachable`, `timeout`, `reset`, `redirected` and `unreadable`; null: the receiver responded. */
  lastErrorCode: string | null;
  /** The time of the next try; null: there is none, or only after the webhook is resumed. */
  nextAt: string | null;
  /** When the event happened. */
  at: string;
}>;
/** `last`: the newest event that is sent; null: there is none. `more`: there may be later events; continue after `last`. */
export type ReplayView = Readonly<{ deliveries: number; last: string | null; more: boolean }>;

export type CreateWebhookRequest = Readonly<{ url: string; types: readonly string[] }>;
/** Fields that are left out stay unchanged. `resume` resumes sending, and begins with the events that were kept. */
export type ChangeWebhookRequest = Readonly<{ url?: string; types?: readonly string[]; resume?: true }>;
/** The id of an event of `GET /events`. All later events of the webhook's types are sent, even those that arrived. */
export type ReplayRequest = Readonly<{ after: string }>;

const EXTERNAL = '/api/external/webhooks';
const OWN = '/api/webhook-endpoints';
const SCOPE = { scope: 'webhooks:write' } as const;

/**
 * The webhook keeps the scopes of its token and ends with that token. A type of events requires `events:read` or the
 * scope that reads its subject, otherwise 403 `external.scope-missing`; `*` means all events that the token may receive.
 * 201. 422 `external.address-not-allowed`, `external.webhook-limit` for the eleventh. No request is sent to the URL.
 */
export const createExternalWebhook: ExternalCall<CreateWebhookRequest, CreatedWebhookView> = {
  method: 'POST',
  path: EXTERNAL,
  ...SCOPE,
};
/** The newest first. */
export const listExternalWebhooks: ExternalCall<void, readonly WebhookView[]> = {
  method: 'GET',
  path: EXTERNAL,
  ...SCOPE,
};
/** 404 `external.webhook-not-found` for a webhook of another user, here and below. */
export const showExternalWebhook: ExternalCall<void, WebhookView> = {
  method: 'GET',
  path: `${EXTERNAL}/:id`,
  ...SCOPE,
};
/** 403 `external.webhook-of-others`, here and below except for deletion: only the token that created a webhook may change it. */
export const changeExternalWebhook: ExternalCall<ChangeWebhookRequest, WebhookView> = {
  method: 'PATCH',
  path: `${EXTERNAL}/:id`,
  ...SCOPE,
};
/** 204. Waiting deliveries are not sent any more. */
export const deleteExternalWebhook: ExternalCall<void, void> = {
  method: 'DELETE',
  path: `${EXTERNAL}/:id`,
  ...SCOPE,
};
export const rotateExternalWebhook: ExternalCall<void, RotatedSecretView> = {
  method: 'POST',
  path: `${EXTERNAL}/:id/rotate`,
  ...SCOPE,
};
/** Sends `webhook.test` now, in any state, and returns the receiver's response: 200 even when the receiver refused. */
export const testExternalWebhook: ExternalCall<void, WebhookTestView> = {
  method: 'POST',
  path: `${EXTERNAL}/:id/test`,
  ...SCOPE,
};
/** The newest first; `?state=` `&limit=` (25, 100 at most) `&cursor=`. */
export const listExternalDeliveries: ExternalCall<void, ExternalPage<DeliveryView>> = {
  method: 'GET',
  path: `${EXTERNAL}/:id/deliveries`,
  ...SCOPE,
};
/** Makes the delivery due now, starting with the first attempt. 404 `external.delivery-not-found`, 409 `external.webhook-suspended`. */
export const redeliverExternal: ExternalCall<void, DeliveryView> = {
  method: 'POST',
  path: `${EXTERNAL}/:id/deliveries/:eventId/redeliver`,
  ...SCOPE,
};
/** 404 `external.event-not-found`, 409 `external.webhook-suspended`, 503 `external.feed-behind`. */
export const replayExternal: ExternalCall<ReplayRequest, ReplayView> = {
  method: 'POST',
  path: `${EXTERNAL}/:id/replay`,
  ...SCOPE,
};

// The same calls for the screens of the signed-in owner. (`/api/webhooks` is for calls of the platforms.)
// Four of them need a sign-in within the last `SIGN_IN.freshMinutes`, otherwise 403 `identity.not-fresh`: the calls
// that create a webhook, change its URL or events, take it over, and rotate its secret.
export const createWebhook: Call<CreateWebhookRequest, CreatedWebhookView> = { method: 'POST', path: OWN };
export const listWebhooks: Call<void, readonly WebhookView[]> = { method: 'GET', path: OWN };
export const showWebhook: Call<void, WebhookView> = { method: 'GET', path: `${OWN}/:id` };
export const changeWebhook: Call<ChangeWebhookRequest, WebhookView> = { method: 'PATCH', path: `${OWN}/:id` };
export const deleteWebhook: Call<void, void> = { method: 'DELETE', path: `${OWN}/:id` };
/**
 * The owner takes over the webhook of a token: it gets all events and no longer ends with the token. This resumes a webhook whose token has
 * ended.
 */
export const takeOverWebhook: Call<void, WebhookView> = { method: 'POST', path: `${OWN}/:id/take-over` };
export const rotateWebhook: Call<void, RotatedSecretView> = { method: 'POST', path: `${OWN}/:id/rotate` };
export const testWebhook: Call<void, WebhookTestView> = { method: 'POST', path: `${OWN}/:id/test` };
export const listDeliveries: Call<void, ExternalPage<DeliveryView>> = {
  method: 'GET',
  path: `${OWN}/:id/deliveries`,
};
export const redeliver: Call<void, DeliveryView> = {
  method: 'POST',
  path: `${OWN}/:id/deliveries/:eventId/redeliver`,
};
export const replay: Call<ReplayRequest, ReplayView> = { method: 'POST', path: `${OWN}/:id/replay` };
