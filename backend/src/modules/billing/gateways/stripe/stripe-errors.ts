import { BILLING_TEXT } from '@posthorn/contracts/billing/billing-text';
import { RequestRefused } from '#infrastructure/http/errors/request-refused.ts';
import { failureOf, isOfStripe } from './stripe-failure.ts';

export class StripeNotConfigured extends RequestRefused {
  constructor() {
    super('billing.not-configured', BILLING_TEXT.notConfigured);
  }
}

/** Stripe cannot be asked now, or did not answer in time. */
export class StripeUnavailable extends RequestRefused {
  /** @param waitMs when to come back */
  constructor(waitMs = 5_000) {
    const seconds = String(Math.max(1, Math.ceil(waitMs / 1000)));
    super('billing.unavailable', BILLING_TEXT.unavailable, { 'retry-after': seconds });
  }
}

/** In Stripe's words, where it has some for the person. */
export class StripeRefused extends RequestRefused {
  constructor(words: string | null) {
    super('billing.refused', words ?? BILLING_TEXT.refused);
  }
}

/** What a request answers when a question to Stripe failed. Whoever asked for it finds the error of the SDK in the log. */
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
      return isOfStripe(error) ? new StripeUnavailable() : error;
  }
}
