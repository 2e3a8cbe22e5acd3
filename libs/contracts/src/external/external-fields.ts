import type { FieldLimits, FieldSentences } from '../shared/field-sentences.ts';
import { WEBHOOK, WEBHOOK_TEXT } from './webhooks.http.ts';

/** Messages for refused fields of webhooks, by code. */
export const EXTERNAL_FIELDS = {
  'external.url-missing': WEBHOOK_TEXT.urlRequired,
  'external.url-too-long': WEBHOOK_TEXT.urlMax,
  'external.types-missing': WEBHOOK_TEXT.typesRequired,
  'external.types-not-valid': WEBHOOK_TEXT.typesNotValid,
  'external.state-not-valid': WEBHOOK_TEXT.stateNotValid,
  'external.resume-not-valid': WEBHOOK_TEXT.resumeNotValid,
  'external.after-missing': WEBHOOK_TEXT.afterRequired,
  'external.page-not-found': WEBHOOK_TEXT.cursorNotValid,
  'external.page-size-not-valid': WEBHOOK_TEXT.limitNotValid,
} as const satisfies FieldSentences<'external'>;

export const EXTERNAL_FIELD_LIMITS: FieldLimits<typeof EXTERNAL_FIELDS> = {
  'external.url-too-long': { max: WEBHOOK.urlMax },
};
