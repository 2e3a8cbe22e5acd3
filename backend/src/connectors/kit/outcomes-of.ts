import type { Postponed, Refused, Unknown } from '../contract/outcome.ts';
import { callWithoutAnswer, NothingHappened, refused, unknown, withoutAnswer } from './outcomes.ts';

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
type Judge<Of> = (error: Of, now: Date) => Refused | Postponed | undefined;

/**
 * Returns the outcomes for a platform whose client throws `Answer` for an error response.
 * @param refusal the outcome that such an error proves; undefined: the server failed, and the outcome is unknown
 * @param wordsOf the text that people see for an error that `refusal` does not know
 */
export function outcomesOf<Of extends ErrorWithMessage>(
  Answer: abstract new (...given: never[]) => Of,
  refusal: Judge<Of>,
  wordsOf: (error: Of) => string | null = ({ platformMessage }) => platformMessage,
): Outcomes {
  const stepOutcome = (error: unknown, now: Date): Refused | Postponed => {
    if (error instanceof NothingHappened) return stepOutcome(error.cause, now);
    if (error instanceof Answer) return refusal(error, now) ?? refused('server', wordsOf(error), true);
    const outcome = withoutAnswer(error, now);
    if (!outcome) throw error;
    return outcome;
  };
  const callOutcome = (error: unknown, now: Date): Refused | Postponed | Unknown => {
    if (error instanceof NothingHappened) return stepOutcome(error.cause, now);
    if (error instanceof Answer) return refusal(error, now) ?? unknown('server-error', wordsOf(error));
    const outcome = callWithoutAnswer(error, now);
    if (!outcome) throw error;
    return outcome;
  };
  return { stepOutcome, callOutcome };
}

/** Returns `others`, except that errors which `known` recognizes become its refusals. */
export const refusing = (known: (error: unknown) => Refused | null, others: Outcomes): Outcomes => ({
  stepOutcome: (error, now) => known(error) ?? others.stepOutcome(error, now),
  callOutcome: (error, now) => known(error) ?? others.callOutcome(error, now),
});
