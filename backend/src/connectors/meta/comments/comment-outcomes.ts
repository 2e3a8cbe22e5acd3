import type { Outcomes } from '../../kit/outcomes-of.ts';
import type { PlatformError } from '../../kit/platform-error.ts';
import { unknown } from '../../kit/outcomes.ts';

/**
 * Outcomes of the final call of a reply on any of Meta's APIs. The Graph API has returned an error for replies that it had
 * published (400, code 20, subcode 1772107: github.com/brightbeanxyz/brightbean-studio/issues/140). So only an error about the
 * token, a permission or a rate limit proves that there is no reply. After other errors, a look-up searches for the reply.
 * `permitted`: the outcomes of calls that need a permission.
 */
export const replyOutcomes = (
  ApiError: abstract new (...given: never[]) => PlatformError,
  permitted: Outcomes,
): Outcomes => ({
  ...permitted,
  callOutcome: (error, now) => {
    const outcome = permitted.callOutcome(error, now);
    const isUnpermitted = outcome.kind === 'refused' && outcome.reason === 'permission-missing';
    const isThrottle =
      outcome.kind === 'postponed' && (outcome.reason === 'rate-limit' || outcome.reason === 'blocked');
    if (!(error instanceof ApiError) || isUnpermitted || isThrottle) return outcome;
    const isFinal = outcome.kind === 'refused' && !outcome.retryable;
    return unknown(isFinal ? 'refused' : 'server-error', error.platformMessage);
  },
});
