import { OutgoingError } from '#infrastructure/outgoing/outgoing-error.ts';
import type { Postponed, Refused, Unknown } from '../contract/outcome.ts';
import { callWithoutAnswer, refused, throttledBy, unknown, withoutAnswer } from '../outcomes.ts';
import { PinterestError } from './client.ts';

/** What a step that is safe to repeat came to. @throws what is no error of the platform or the network */
export function stepOutcome(error: unknown, now: Date): Refused | Postponed {
  if (error instanceof PinterestError) return refusal(error, now) ?? refused('server', error.words, true);
  const outcome = withoutAnswer(error, now);
  if (!outcome) throw error;
  return outcome;
}

/** The same for the call that publishes: an answer that is no refusal leaves it open. */
export function callOutcome(error: unknown, now: Date): Refused | Postponed | Unknown {
  if (error instanceof PinterestError) return refusal(error, now) ?? unknown('server-error', error.words);
  const outcome = callWithoutAnswer(error, now);
  if (!outcome) throw error;
  return outcome;
}

/** Also said by those that do not know the question. */
export const knowsNothingOf = (error: unknown): boolean =>
  error instanceof PinterestError && (error.status === 404 || error.status === 405);

export const isMissing = (error: unknown): boolean =>
  error instanceof PinterestError && error.status === 404 && error.spoken;

/** The permission for this is missing, or the account has none to give. */
export const isDenied = (error: unknown): boolean =>
  error instanceof PinterestError && error.status === 403 && error.spoken;

/** May be better in a moment; for steps that are safe to repeat. */
export const isPassing = (error: unknown): boolean =>
  error instanceof OutgoingError
    ? error.failure !== 'blocked'
    : error instanceof PinterestError && error.status >= 500;

/** Undefined: the server failed, and nobody knows how far it came. */
function refusal(
  { status, words, headers, spoken }: PinterestError,
  now: Date,
): Refused | Postponed | undefined {
  if (status === 429 || status === 425) return throttledBy(headers, words, now);
  if (status === 408 || status >= 500) return undefined;
  if (!spoken) return refused('server', words, true);
  if (status === 404) return refused('not-found', words, false);
  if (status === 413) return refused('media-rejected', words, false);
  return refused('rejected', words, false);
}
