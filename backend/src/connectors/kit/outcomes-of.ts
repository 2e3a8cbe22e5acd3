import type { Postponed, Refused, Unknown } from '../contract/outcome.ts';
import {
  callOutcomeWithoutResponse,
  CallHadNoEffect,
  refused,
  unknown,
  stepOutcomeWithoutResponse,
} from './outcomes.ts';

/**
 * How errors become outcomes. Both functions rethrow an error that comes neither from the platform nor from the network: such an
 * error is a bug.
 */
export type Outcomes = Readonly<{
  /** For a step that is safe to repeat. */
  stepOutcome: (error: unknown, now: Date) => Refused | Postponed;
  /** For a call that changes data on the platform: after an error response that is not a refusal, the outcome is unknown. */
  callOutcome: (error: unknown, now: Date) => Refused | Postponed | Unknown;
}>;

type ErrorWithMessage = Error & Readonly<{ platformMessage: string | null }>;
type RefusalFromError<Failure> = (error: Failure, now: Date) => Refused | Postponed | undefined;

/**
 * Returns the outcomes for a platform whose client throws `ResponseError` for an error response.
 * @param refusal the outcome that such an error proves; undefined: the server failed. A step is then refused as retryable, and the outcome of
 * a call is unknown.
 * @param wordsOf the text that people see for an error that `refusal` does not know
 */
export function outcomesOf<Failure extends ErrorWithMessage>(
  ResponseError: abstract new (...given: never[]) => Failure,
  refusal: RefusalFromError<Failure>,
  wordsOf: (error: Failure) => string | null = ({ platformMessage }) => platformMessage,
): Outcomes {
  const stepOutcome = (error: unknown, now: Date): Refused | Postponed => {
    if (error instanceof CallHadNoEffect) return stepOutcome(error.cause, now);
    if (error instanceof ResponseError) return refusal(error, now) ?? refused('server', wordsOf(error), true);
    const outcome = stepOutcomeWithoutResponse(error, now);
    if (!outcome) throw error;
    return outcome;
  };
  const callOutcome = (error: unknown, now: Date): Refused | Postponed | Unknown => {
    if (error instanceof CallHadNoEffect) return stepOutcome(error.cause, now);
    if (error instanceof ResponseError) return refusal(error, now) ?? unknown('server-error', wordsOf(error));
    const outcome = callOutcomeWithoutResponse(error, now);
    if (!outcome) throw error;
    return outcome;
  };
  return { stepOutcome, callOutcome };
}

/** Returns functions like `others`, but `known` first decides whether an error is a refusal. */
export const withKnownRefusals = (known: (error: unknown) => Refused | null, others: Outcomes): Outcomes => ({
  stepOutcome: (error, now) => known(error) ?? others.stepOutcome(error, now),
  callOutcome: (error, now) => known(error) ?? others.callOutcome(error, now),
});
