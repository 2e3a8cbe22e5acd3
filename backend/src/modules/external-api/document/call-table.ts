import type { CallRow } from './call-row.ts';
import { ACCOUNT_CALLS } from './calls/account-calls.ts';
import { COMMENT_CALLS } from './calls/comment-calls.ts';
import { DRAFT_CALLS } from './calls/draft-calls.ts';
import { EVENT_CALLS } from './calls/event-calls.ts';
import { MEDIA_CALLS } from './calls/media-calls.ts';
import { POST_CALLS } from './calls/post-calls.ts';
import { TARGET_CALLS } from './calls/target-calls.ts';
import { DOCUMENT_CALLS, TOKEN_CALLS } from './calls/token-calls.ts';
import { WEBHOOK_CALLS } from './calls/webhook-calls.ts';

/** Every call below `/api/external`, by the name of its contract, in the order of the document. */
export const CALL_TABLE: Readonly<Record<string, CallRow>> = {
  ...TOKEN_CALLS,
  ...ACCOUNT_CALLS,
  ...POST_CALLS,
  ...DRAFT_CALLS,
  ...TARGET_CALLS,
  ...MEDIA_CALLS,
  ...COMMENT_CALLS,
  ...EVENT_CALLS,
  ...WEBHOOK_CALLS,
  ...DOCUMENT_CALLS,
};
