import type { Postponed, Refused, Unknown } from '../contract/outcome.ts';
import { callWithoutAnswer, refused, throttledBy, unknown, withoutAnswer } from '../outcomes.ts';
import { SnapchatError } from './client.ts';

/** What a step that is safe to repeat came to. @throws what is no error of the platform or the network */
export function stepOutcome(error: unknown, now: Date): Refused | Postponed {
  if (error instanceof SnapchatError) return refusal(error, now) ?? refused('server', error.words, true);
  const outcome = withoutAnswer(error, now);
  if (!outcome) throw error;
  return outcome;
}

/** The same for the call that publishes: an answer that is no refusal leaves it open. */
export function callOutcome(error: unknown, now: Date): Refused | Postponed | Unknown {
  if (error instanceof SnapchatError) return refusal(error, now) ?? unknown('server-error', error.words);
  const outcome = callWithoutAnswer(error, now);
  if (!outcome) throw error;
  return outcome;
}

/** Snapchat says that there is no such thing. */
export const isMissing = (error: unknown): boolean =>
  error instanceof SnapchatError && error.status === 404 && error.spoken;

/** A file lives a day at Snapchat. */
export const missesMedia = ({ status, words }: SnapchatError): boolean =>
  (status === 200 || status === 400 || status === 404) &&
  /media/iu.test(words ?? '') &&
  /not found|expired|does not exist|unknown/iu.test(words ?? '');

/** Undefined: the server failed, and nobody knows how far it came. */
function refusal(error: SnapchatError, now: Date): Refused | Postponed | undefined {
  const { status, words, spoken } = error;
  if (status === 429 || status === 425) return throttledBy(error.headers, words, now);
  if (status === 408 || status >= 500) return undefined;
  if (!spoken) return refused('server', words, true);
  // The app is not on Snapchat's list, or this person has no role on the profile: no login of theirs changes that.
  if (status === 403) return refused('not-allowed', words, false);
  if (missesMedia(error)) return refused('media-lost', words, true);
  if (status === 413) return refused('media-rejected', words, false);
  return refused(status === 404 ? 'not-found' : 'rejected', words, false);
}
