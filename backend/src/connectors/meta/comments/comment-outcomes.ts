import type { Outcomes } from '../../kit/outcomes-of.ts';
import type { PlatformError } from '../../kit/platform-error.ts';
import { unknown } from '../../kit/outcomes.ts';

/**
 * Of the final call of a reply on any of Meta's graphs. The Graph API has refused replies that it had made all the same (400, code 20,
 * subcode 1772107: github.com/brightbeanxyz/brightbean-studio/issues/140). So only a token, a permission and a throttle prove that there
 * is none; after every other refusal it is looked for.
 */
export const replyOutcomes = (
  Answer: abstract new (...given: never[]) => PlatformError,
  permitted: Outcomes,
): Outcomes => ({
  ...permitted,
  callOutcome: (error, now) => {
    const outcome = permitted.callOutcome(error, now);
    const isUnpermitted = outcome.kind === 'refused' && outcome.reason === 'permission-missing';
    const isThrottle =
      outcome.kind === 'postponed' && (outcome.reason === 'rate-limit' || outcome.reason === 'blocked');
    if (!(error instanceof Answer) || isUnpermitted || isThrottle) return outcome;
    const isFinal = outcome.kind === 'refused' && !outcome.retryable;
    return unknown(isFinal ? 'refused' : 'server-error', error.words);
  },
});
