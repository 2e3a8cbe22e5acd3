import type { Request } from 'express';
import type { TokenHolder } from './token-reader.ts';

/** The user and the session of a request. `isFresh`: they signed in within `SIGN_IN.freshMinutes`. */
export type SignedIn = Readonly<{ userId: string; sessionId: string; isFresh: boolean }>;

/**
 * The edge sets `requestId`, and the guard `signedIn`. Below `/api/external` and at `/mcp`, requests have `tokenHolder` instead, and `problemsAt`, the URL that
 * explains errors.
 */
export type EdgeRequest = Request & {
  requestId?: string;
  signedIn?: SignedIn;
  tokenHolder?: TokenHolder;
  problemsAt?: string;
};
