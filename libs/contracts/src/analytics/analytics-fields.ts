import type { FieldSentences } from '../shared/field-sentences.ts';
import { ANALYTICS_TEXT } from './analytics-words.ts';

/** Messages for refused fields of requests about figures, by code. */
export const ANALYTICS_FIELDS = {
  'analytics.account-unknown': ANALYTICS_TEXT.account,
  'analytics.platform-unknown': ANALYTICS_TEXT.platform,
  'analytics.age-not-valid': ANALYTICS_TEXT.age,
  'analytics.export-not-valid': ANALYTICS_TEXT.exportKind,
  'analytics.ids-not-valid': ANALYTICS_TEXT.ids,
} as const satisfies FieldSentences<'analytics'>;
