import type { ErrorSentences } from '../shared/error-sentences.ts';
import { EXTERNAL_EVENT_TEXT } from './events.http.ts';
import { EXTERNAL_TEXT } from './external.http.ts';
import { EXTERNAL_POST_TEXT } from './posts.http.ts';
import { WEBHOOK_TEXT } from './webhooks.http.ts';

/** Error messages about the external API and webhooks, by error code. */
export const EXTERNAL_ERRORS = {
  'external.cursor-not-valid': WEBHOOK_TEXT.cursorNotValid,
  'external.cursor-not-valid/event': EXTERNAL_EVENT_TEXT.cursorNotValid,
  'external.token-not-valid': EXTERNAL_TEXT.tokenNotValid,
  'external.scope-missing': ({ scope = '' }) => EXTERNAL_TEXT.scopeMissing(String(scope)),
  'external.browser': EXTERNAL_TEXT.browser,
  'external.webhook-of-others': WEBHOOK_TEXT.ofOthers,
  'external.webhook-not-found': WEBHOOK_TEXT.notFound,
  'external.delivery-not-found': WEBHOOK_TEXT.deliveryNotFound,
  'external.event-not-found': WEBHOOK_TEXT.eventNotFound,
  'external.webhook-token-ended': WEBHOOK_TEXT.tokenEnded,
  'external.webhook-suspended': WEBHOOK_TEXT.suspended,
  'external.cursor-gone': EXTERNAL_EVENT_TEXT.cursorGone,
  'external.platform-not-connected': ({ platform = '' }) => EXTERNAL_POST_TEXT.notConnected(String(platform)),
  'external.address-not-allowed': WEBHOOK_TEXT.addressNotAllowed,
  'external.address-not-allowed/file': 'This address cannot be used. Please use a public https address.',
  'external.webhook-limit': WEBHOOK_TEXT.limitReached,
  'external.streams-too-many': EXTERNAL_EVENT_TEXT.tooManyStreams,
  'external.webhook-tests-too-many': WEBHOOK_TEXT.tooMany,
  'external.feed-behind': EXTERNAL_EVENT_TEXT.behind,
} as const satisfies ErrorSentences<'external'>;
