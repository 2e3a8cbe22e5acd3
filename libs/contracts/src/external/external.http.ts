import type { DraftView } from '../scheduling/drafts.http.ts';
import type { Call, PlainErrorReply } from '../shared/call.ts';

/** The path of all calls for programs with an API token. */
export const EXTERNAL_PATH = '/api/external';
/** The path on which assistants call tools through the Model Context Protocol (MCP), with API tokens. Each tool makes one call of the API for programs. */
export const MCP_PATH = '/mcp';
export const EXTERNAL_LIMITS = { callsAMinute: 300, failuresAMinute: 30 } as const;

export const EXTERNAL_TEXT = {
  /** The same sentence for unknown, revoked and expired tokens. */
  tokenNotValid: 'This API token is not valid. Send one of yours as "Authorization: Bearer <token>".',
  browser: 'The API is for programs and accepts no requests from other web pages.',
  onlyPosts: 'Tools are called by POST.',
  scopeMissing: (scope: string) => `This API token does not have the permission ${scope}.`,
  tooMany: 'Too many requests with this API token. Please wait and try again.',
  tooManyFailures: 'Too many requests without a valid API token. Please wait and try again.',
} as const;

/**
 * The body of every refusal, a problem by RFC 9457. `code` never changes, and `type` links to its meaning. `message` and `detail` are a
 * sentence for a person. `fields` has a sentence for each invalid part of the request.
 */
export type ExternalProblem = PlainErrorReply &
  Readonly<{
    type: string;
    title: string;
    status: number;
    detail: string;
    /** Only for `external.cursor-gone`: the oldest event; null: there is none. */
    oldest?: string | null;
    /** Only for `scheduling.draft-changed`, `scheduling.draft-gone` and `scheduling.draft-scheduled`: the current draft; null: it no longer exists. */
    draft?: DraftView | null;
    /** For the same codes: the post that was scheduled from the draft; null: none. */
    postId?: number | null;
  }>;

/** OpenAPI 3.1; needs no token. */
export const openApiDocument: Call<void, object> = { method: 'GET', path: '/api/external/openapi.json' };
/** The page that shows the OpenAPI document. Each error code has an anchor on this page. */
export const API_REFERENCE_PATH = '/docs/api';
