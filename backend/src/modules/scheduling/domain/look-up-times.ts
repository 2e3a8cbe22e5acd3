import { type Circumstances, giveUpAt, iso } from './circumstances.ts';
import type { Attempt, Publication } from './publication.ts';

/** When to ask again after a look-up that proved nothing. Null: not any more, a person decides. */
export function failedLookUpAgainAt(
  publication: Publication,
  outcome: Readonly<{ until?: string }>,
  c: Circumstances,
): string | null {
  const { attempt } = publication;
  if (!attempt) return null;
  const since = c.now.getTime() - Date.parse(attempt.startedAt);
  const wait = Math.min(c.times.longestLookUp, Math.max(c.times.firstLookUp, since / 2));
  return notTooLate(publication, attempt, notBefore(outcome, c, wait), c);
}

/** When to ask again about an unknown one that the platform has and is still working on. Null: a person decides. */
export function pendingAgainAt(
  publication: Publication,
  outcome: Readonly<{ until?: string }>,
  c: Circumstances,
): string | null {
  const { attempt } = publication;
  if (!attempt) return null;
  return notTooLate(publication, attempt, notBefore(outcome, c, pollWait(attempt.startedAt, c)), c);
}

/** When to ask an accepted publication's platform again. */
export const pollAgainAt = (
  { accepted }: Publication,
  outcome: Readonly<{ until?: string }>,
  c: Circumstances,
): string => iso(notBefore(outcome, c, pollWait(accepted?.at ?? c.now.toISOString(), c)));

/** Twice as long each time. */
const pollWait = (since: string, { now, times }: Circumstances): number =>
  Math.min(times.longestPoll, now.getTime() - Date.parse(since) + times.firstPoll);

const notBefore = ({ until }: Readonly<{ until?: string }>, { now }: Circumstances, wait: number): number =>
  Math.max(until === undefined ? 0 : Date.parse(until), now.getTime() + wait);

function notTooLate(publication: Publication, attempt: Attempt, at: number, c: Circumstances): string | null {
  const lastAt = Math.max(giveUpAt(publication, c), decisiveAt(attempt, c) + c.times.longestLookUp);
  return at > lastAt ? null : iso(at);
}

/** By then our side has long closed the connection, and a call that was held up on its way has arrived or never will. */
export const lateCallIsOverAt = (
  { deadline }: Attempt,
  { isHarmlessWhenLate, times }: Circumstances,
): number => Date.parse(deadline) + (isHarmlessWhenLate ? 0 : times.lateCall);

/** From then on a negative look-up decides: what was to arrive is there, and shows. */
export const decisiveAt = (attempt: Attempt, c: Circumstances): number =>
  lateCallIsOverAt(attempt, c) + Math.min(c.visibility, c.times.visibility);

/**
 * When to ask again after a negative answer: soon at first, because most posts are found at once; then seldom; and once more
 * when a negative answer decides. Null: a person decides.
 */
export function lookUpAgainAt(publication: Publication, attempt: Attempt, c: Circumstances): string | null {
  if (c.rule === 'never') return null;
  const now = c.now.getTime();
  const decisive = decisiveAt(attempt, c);
  if (now >= decisive) return iso(now + c.times.firstLookUp);
  const since = Math.max(c.times.firstLookUp, now - Date.parse(attempt.startedAt));
  return iso(Math.min(decisive, now + 3 * since));
}
