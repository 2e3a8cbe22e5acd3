import type { ErrorReply } from '../shared/call.ts';

/** Calls of other programs, with an API token. All of them begin with this. */
export const EXTERNAL_PATH = '/api/external';
export const EXTERNAL_LIMITS = { callsAMinute: 300, failuresAMinute: 30 } as const;

export const EXTERNAL_TEXT = {
  /** One sentence for unknown, revoked and expired. */
  tokenNotValid: 'This API token is not valid. Send one of yours as "Authorization: Bearer <token>".',
  browser: 'The API is for programs, and takes no requests from other web pages.',
  scopeMissing: (scope: string) => `This API token does not have the permission ${scope}.`,
  tooMany: 'Too many requests with this API token. Please wait and try again.',
  tooManyFailures: 'Too many requests without a valid API token. Please wait and try again.',
} as const;

/** The body of every refusal below `EXTERNAL_PATH`: the one that screens get, and the members of RFC 9457 (problem+json). */
export type ExternalProblem = ErrorReply &
  Readonly<{ type: string; title: string; status: number; detail: string }>;
