import { BILLING_TEXT } from '@posthorn/contracts/billing/billing-text';
import { RequestRefused } from '#infrastructure/http/errors/request-refused.ts';
import { failureOf, isStripeError } from './stripe-failure.ts';

export class StripeNotConfigured extends RequestRefused {
  constructor() {
    super('billing.not-configured', BILLING_TEXT.notConfigured);
  }
}

/** Stripe cannot be reached, or did not respond in time. */
export class StripeUnavailable extends RequestRefused {
  /** @param waitMs how long the client should wait */
  constructor(waitMs = 5_000) {
    const seconds = String(Math.max(1, Math.ceil(waitMs / 1000)));
    super('billing.unavailable', BILLING_TEXT.unavailable, { 'retry-after': seconds });
  }
}

/** Contains Stripe's text for the customer, if there is one. */
export class StripeRefused extends RequestRefused {
  constructor(words: string | null) {
    super('billing.refused', words ?? BILLING_TEXT.refused);
  }
}

/** Translates an error of a call to Stripe into an error response. Returns errors unchanged that do not come from Stripe. */
export function refusalOf(error: unknown): unknown {
  if (error instanceof RequestRefused) return error;
  const failure = failureOf(error);
  switch (failure.kind) {
    case 'busy':
      return new StripeUnavailable(failure.waitMs);
    case 'refused':
      return new StripeRefused(failure.words);
    case 'unsent':
    case 'unclear':
    case 'gone':
    case 'key':
      return isStripeError(error) ? new StripeUnavailable() : error;
  }
}
