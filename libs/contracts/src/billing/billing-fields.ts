import type { FieldSentences } from '../shared/field-sentences.ts';
import { BILLING_TEXT } from './billing-text.ts';

/** Messages for refused fields of payments, by code. */
export const BILLING_FIELDS = {
  'billing.flow-unknown': BILLING_TEXT.unknownFlow,
} as const satisfies FieldSentences<'billing'>;
