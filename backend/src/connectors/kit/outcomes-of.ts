import type { Postponed, Refused, Unknown } from '../contract/outcome.ts';
import { callWithoutAnswer, NothingHappened, refused, unknown, withoutAnswer } from './outcomes.ts';

/** What errors of a platform come to. Each throws what is no error of the platform or the network: that is a bug of ours. */
export type Outcomes = Readonly<{
  /** Of a step that is safe to repeat. */
  stepOutcome: (error: unknown, now: Date) => Refused | Postponed;
  /** Of a call that changes something there: an answer that is no refusal leaves it open. */
  callOutcome: (error: unknown, now: Date) => Refused | Postponed | Unknown;
}>;

type Told = Error & Readonly<{ words: string | null }>;
type Judge<Of> = (error: Of, now: Date) => Refused | Postponed | undefined;

/**
 * The outcomes of a platform whose client throws `Answer`.
 * @param refusal what such an answer says for sure; undefined: the server failed, and the outcome is unknown
 * @param wordsOf what people read of an answer that says nothing for sure
 */
export function outcomesOf<Of extends Told>(
  Answer: abstract new (...given: never[]) => Of,
  refusal: Judge<Of>,
  wordsOf: (error: Of) => string | null = ({ words }) => words,
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

/** The same for calls of which some errors are known to refuse in another way. */
export const refusing = (known: (error: unknown) => Refused | null, others: Outcomes): Outcomes => ({
  stepOutcome: (error, now) => known(error) ?? others.stepOutcome(error, now),
  callOutcome: (error, now) => known(error) ?? others.callOutcome(error, now),
});
