import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import { textOf } from '../kit/json.ts';
import { tokenOf } from '../kit/as-account.ts';
import type { LongLivedTokens } from '../meta/tokens/long-lived-token.ts';
import { ThreadsError, type ThreadsClient } from './client.ts';

export type ThreadsSession = Readonly<{ token: string; userId: string }>;

export const sessionOf = (stored: JsonObject): ThreadsSession => ({
  token: tokenOf(stored),
  userId: textOf(stored['userId']) ?? 'me',
});

const TIMEOUT_MS = 15_000;

export const threadsTokens = (client: ThreadsClient): LongLivedTokens => ({
  name: 'threads',
  grant: 'th',
  requestToken: (path, fields) =>
    client.send({ path: `/${path}`, fields, versioned: false, request: { timeoutMs: TIMEOUT_MS } }),
  check: (token) => client.send({ path: '/me', fields: { fields: 'id', access_token: token } }),
  refusal: (error) => (error instanceof ThreadsError ? error.platformMessage : undefined),
});
