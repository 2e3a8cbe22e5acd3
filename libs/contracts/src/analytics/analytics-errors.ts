import type { ErrorSentences } from '../shared/error-sentences.ts';
import { ANALYTICS_TEXT } from './analytics-words.ts';

/** Error messages about figures, by error code. */
export const ANALYTICS_ERRORS = {
  'analytics.needs-premium': ANALYTICS_TEXT.needsPremium,
  'analytics.post-not-found': ANALYTICS_TEXT.postNotFound,
  'analytics.not-published': ANALYTICS_TEXT.notPublished,
  'analytics.export-runs': ANALYTICS_TEXT.exportRuns,
  'analytics.period-not-valid': ANALYTICS_TEXT.period,
} as const satisfies ErrorSentences<'analytics'>;
