import type { Postponed, Refused, Unknown } from '../../contract/outcome.ts';
import { refused, unknown } from '../../outcomes.ts';
import { lacksPermission } from '../graph-outcomes.ts';

type Told = Error & Readonly<{ code: number | null; words: string | null }>;
/** One of Meta's graphs: the error that its client throws, and what errors come to there. */
type Graph = Readonly<{
  told: new (...args: never[]) => Told;
  step: (error: unknown, now: Date) => Refused | Postponed;
  call: (error: unknown, now: Date) => Refused | Postponed | Unknown;
}>;

/**
 * What calls about comments come to on any of Meta's graphs. A permission that is missing for comments alone ends no login: publishing
 * goes on without it.
 */
export function commentOutcomes({ told, step, call }: Graph) {
  const unpermitted = (error: unknown): Refused | null =>
    error instanceof told && lacksPermission(error.code)
      ? refused('permission-missing', error.words, false)
      : null;
  return {
    readingOutcome: (error: unknown, now: Date) => unpermitted(error) ?? step(error, now),
    /** Of hiding and removing, which may be repeated. */
    moderationOutcome: (error: unknown, now: Date) => unpermitted(error) ?? call(error, now),
    /**
     * Of the final call of a reply. The Graph API has refused replies that it had made all the same (400, code 20, subcode 1772107:
     * github.com/brightbeanxyz/brightbean-studio/issues/140). So only a token, a permission and a throttle prove that there is none; after
     * every other refusal it is looked for.
     */
    replyOutcome: (error: unknown, now: Date): Refused | Postponed | Unknown => {
      const refusal = unpermitted(error);
      if (refusal) return refusal;
      const outcome = call(error, now);
      const isThrottle =
        outcome.kind === 'postponed' && (outcome.reason === 'rate-limit' || outcome.reason === 'blocked');
      if (!(error instanceof told) || isThrottle) return outcome;
      const isFinal = outcome.kind === 'refused' && !outcome.retryable;
      return unknown(isFinal ? 'refused' : 'server-error', error.words);
    },
  };
}
