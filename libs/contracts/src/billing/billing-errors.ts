import type { ErrorSentences } from '../shared/error-sentences.ts';
import { BILLING_TEXT } from './billing-text.ts';

/** Error messages about payments, by error code. */
export const BILLING_ERRORS = {
  'billing.signature': BILLING_TEXT.notSigned,
  'billing.no-customer': BILLING_TEXT.noCustomer,
  'billing.busy': BILLING_TEXT.busy,
  'billing.payment-needed': BILLING_TEXT.paymentNeeded,
  'billing.refused': BILLING_TEXT.refused,
  'billing.not-configured': BILLING_TEXT.notConfigured,
  'billing.unavailable': BILLING_TEXT.unavailable,
} as const satisfies ErrorSentences<'billing'>;
