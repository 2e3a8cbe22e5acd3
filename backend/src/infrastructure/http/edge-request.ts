import type { Request } from 'express';

/** Who asks. Set by the session guard of Identity (cookie) or, on `/api/external`, by an API token. */
export type SignedIn = Readonly<{ userId: string; sessionId: string; kind: 'user' | 'apiToken' }>;

/** `requestId` is set by the edge, `signedIn` by the guard. */
export type EdgeRequest = Request & { requestId?: string; signedIn?: SignedIn };
