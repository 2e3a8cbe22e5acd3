import type { Request } from 'express';
import type { TokenHolder } from './token-reader.ts';

/** The user and the session of a request. `isFresh`: they signed in within `SIGN_IN.freshMinutes`. */
export type SignedIn = Readonly<{ userId: string; sessionId: string; isFresh: boolean }>;

/**
 * `requestId` is set by the edge, `signedIn` by the guard. Below `/api/external` and at `/mcp` there is `tokenHolder` in its place, and where
 * refusals are explained.
 */
export type EdgeRequest = Request & {
  requestId?: string;
  signedIn?: SignedIn;
  tokenHolder?: TokenHolder;
  problemsAt?: string;
};
