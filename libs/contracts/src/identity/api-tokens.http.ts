import type { Call } from '../shared/call.ts';
import type { SaidPart } from '../shared/said.ts';
import { notFreshText } from './sign-in-text.ts';

/** What a token may do with calls below `/api/external`. */
export const API_SCOPES = [
  'posts:read',
  'posts:write',
  'drafts:read',
  'drafts:write',
  'media:write',
  'accounts:read',
  'comments:read',
  'comments:write',
  'events:read',
  'webhooks:write',
] as const;
export type ApiScope = (typeof API_SCOPES)[number];

export const API_TOKEN = { nameMax: 60, perUser: 20, newAnHour: 10, daysMax: 3650 } as const;
export const API_TOKEN_TEXT = {
  nameRequired: 'Name is required',
  nameMax: `Maximum ${String(API_TOKEN.nameMax)} characters`,
  nameOneLine: 'A name must be one line of text.',
  scopesNotValid: 'Please choose at least one of the available permissions.',
  daysNotValid: `Please choose from 1 to ${String(API_TOKEN.daysMax)} days.`,
  limitReached: `You already have ${String(API_TOKEN.perUser)} API tokens. Please delete one that you no longer use.`,
  tooMany: 'You have created many API tokens in the last hour. Please wait and try again.',
  notFresh: notFreshText('To create an API token'),
  notFound: 'This API token does not exist.',
  mailNotSent: 'We could not send the email about a new API token. Please try again in a minute.',
} as const;

/** A token as its owner sees it after its creation. */
export type ApiTokenView = Readonly<{
  id: string;
  name: string;
  /** The code of `name` in `DEVICE_NAMES`, when the name is no longer known. */
  nameSaid?: SaidPart;
  /** The first four and the last four characters of the token. */
  tokenPreview: string;
  scopes: readonly ApiScope[];
  /** The time of the last use, to the minute; null: never used. */
  lastUsedAt: string | null;
  /** Null: there is no end date. After this date the token no longer works. */
  expiresAt: string | null;
  createdAt: string;
}>;
/** `token`: only this response contains it. */
export type CreatedApiTokenView = ApiTokenView & Readonly<{ token: string }>;

/** Without `scopes`, the token has all scopes. Without `expiresInDays`, it has no end date. */
export type CreateApiTokenRequest = Readonly<{
  name: string;
  scopes?: readonly ApiScope[];
  expiresInDays?: number;
}>;

/**
 * 403 `identity.not-fresh` if the sign-in is older than `SIGN_IN.freshMinutes`. 422 `identity.api-token-limit` for the 21st token.
 * 429 `identity.api-tokens-too-many` for the eleventh in an hour. 503 `identity.mail-not-sent` if the mail about the token cannot be sent.
 */
export const createApiToken: Call<CreateApiTokenRequest, CreatedApiTokenView> = {
  method: 'POST',
  path: '/api/tokens',
};
/** The newest first. */
export const listApiTokens: Call<void, readonly ApiTokenView[]> = { method: 'GET', path: '/api/tokens' };
/** The token has stopped working when the response arrives. 404 for a token of another user. */
export const deleteApiToken: Call<void, void> = { method: 'DELETE', path: '/api/tokens/:id' };
