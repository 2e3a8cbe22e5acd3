import { type Circumstances, giveUpAt, iso } from './circumstances.ts';
import { type Copy, isDuplicate, mayBeThereTwice } from './copies.ts';
import { fact } from './fact.ts';
import { decisiveAt } from './look-up-times.ts';
import { type CallOutcome, RECONNECT, type Refusal } from './platform-answers.ts';
import type {
  NotStartedReason,
  PlatformPublished,
  PlatformPublishFailed,
  PlatformPublishUnknown,
  PublicationEvent,
  UnknownCause,
} from './publication-events.ts';
import type { Attempt, Publication } from './publication.ts';
import { retryWait, unusedWait } from './publishing-times.ts';
import { isLong, isLongest } from './story.ts';

/**
 * What a call's outcome makes of the attempt. A post that is there is there, whoever learns it and however late; any
 * other outcome counts only while nobody has settled this attempt.
 */
export function settle(
  publication: Publication,
  attemptId: string,
  outcome: CallOutcome,
  c: Circumstances,
): PublicationEvent[] {
  if (outcome.kind === 'published') return published(publication, attemptId, outcome, 'answer', c);
  const { attempt, status } = publication;
  if (attempt?.attemptId !== attemptId || (status !== 'attempting' && status !== 'unknown')) return [];
  switch (outcome.kind) {
    case 'refused':
      // "Duplicate" is a hint that an earlier attempt went through, so it is looked up before anybody is told "failed".
      if (outcome.reason === 'duplicate')
        return unknown(publication, attempt, { cause: 'duplicate', words: outcome.words }, c);
      // The one before this may be there all the same.
      if (attempt.repeats)
        return unknown(publication, attempt, { cause: attempt.repeats, words: outcome.words }, c);
      return outcome.reason === RECONNECT
        ? [waitForReconnect(publication, attemptId, outcome, c)]
        : [failure(publication, attemptId, outcome, c)];
    case 'postponed': {
      const { reason, words } = outcome;
      if (isLongest(publication, c.times) && !attempt.repeats)
        return [failure(publication, attemptId, { reason, words, retryable: false }, c)];
      // As long as it asks to; and longer each time that it asks again.
      const wait = c.now.getTime() + unusedWait(publication.unused + 1, c.random, c.times);
      const until = Math.min(Math.max(Date.parse(outcome.until), wait), giveUpAt(publication, c));
      return [fact(c, 'PublishPostponed', { attemptId, reason, words, until: iso(until) })];
    }
    case 'accepted':
      return [
        fact(c, 'PublishAccepted', {
          attemptId,
          handle: outcome.handle,
          acceptedAt: c.now.toISOString(),
          nextAt: iso(c.now.getTime() + c.times.firstPoll),
        }),
      ];
    case 'unknown':
      return unknown(publication, attempt, outcome, c);
  }
}

/** The worker of this attempt has gone: whether its call went out, nobody here knows. */
export function loseWorker(publication: Publication, c: Circumstances): PublicationEvent[] {
  const { attempt, status } = publication;
  if (status !== 'attempting' || !attempt || Date.parse(attempt.deadline) > c.now.getTime()) return [];
  return unknown(publication, attempt, { cause: 'lost-worker', words: null }, c);
}

/**
 * The worker of this attempt knows that its call was not made. Whoever found the attempt without an outcome meanwhile
 * could only call it unknown; this is the proof. It is tried again, and no try is used.
 */
export function notStarted(
  publication: Publication,
  attemptId: string,
  reason: NotStartedReason,
  c: Circumstances,
): PublicationEvent[] {
  const { attempt, status } = publication;
  if (attempt?.attemptId !== attemptId || (status !== 'attempting' && status !== 'unknown')) return [];
  if (isLongest(publication, c.times) && !attempt.repeats)
    return [failure(publication, attemptId, { reason: 'not-started', words: null, retryable: false }, c)];
  const wait = Math.max(c.times.firstLookUp, unusedWait(publication.unused + 1, c.random, c.times));
  const nextAt = iso(Math.min(c.now.getTime() + wait, giveUpAt(publication, c)));
  return [fact(c, 'PublishAttemptNotStarted', { attemptId, reason, nextAt })];
}

/** A preparation that failed uses a try, as an attempt does; one that was refused for want of a login waits for it. */
export function failPreparation(
  publication: Publication,
  refusal: Refusal,
  c: Circumstances,
): PublicationEvent[] {
  if (publication.status !== 'scheduled' && publication.status !== 'retrying') return [];
  return refusal.reason === RECONNECT
    ? [waitForReconnect(publication, null, refusal, c)]
    : [failure(publication, null, refusal, c)];
}

/** Nothing was sent, and no try is used: it goes on with the account, for as long as there is time for trying. */
function waitForReconnect(
  publication: Publication,
  attemptId: string | null,
  refusal: Refusal,
  c: Circumstances,
): PublicationEvent {
  const until = giveUpAt(publication, c);
  // An account that comes and goes all the time is none that can be published to.
  if (until <= c.now.getTime() || isLongest(publication, c.times))
    return failure(publication, attemptId, refusal, c);
  const { words } = refusal;
  return fact(c, 'PublishPostponed', { attemptId, reason: RECONNECT, words, until: iso(until) });
}

/** The post is there: the first news of it publishes the target, a later one may tell of a second copy. */
export function published(
  publication: Publication,
  attemptId: string | null,
  { remoteId, permalink }: Readonly<{ remoteId: string; permalink: string | null }>,
  evidence: PlatformPublished['data']['evidence'],
  c: Circumstances,
): PublicationEvent[] {
  const seen = { attemptId, remoteId, permalink, evidence };
  if (publication.status === 'posted') return isDuplicate(publication, seen) ? [duplicate(seen, c)] : [];
  const publishedAt = c.now.toISOString();
  const again = c.listsPosts && mayBeThereTwice(publication, remoteId);
  const lookAgainAt = iso(c.now.getTime() + c.times.lookAgain);
  return [fact(c, 'PlatformPublished', { ...seen, publishedAt, ...(again && { lookAgainAt }) })];
}

/** The published post is there a second time. */
export const duplicate = (copy: Copy, c: Circumstances): PublicationEvent =>
  fact(c, 'DuplicateDetected', { ...copy, detectedAt: c.now.toISOString() });

/** Nobody here knows whether the call arrived. */
export function unknown(
  publication: Publication,
  attempt: Attempt,
  { cause, words }: Readonly<{ cause: UnknownCause; words: string | null }>,
  c: Circumstances,
): PlatformPublishUnknown[] {
  if (publication.status === 'unknown') return [];
  const { attemptId } = attempt;
  const nextAt = afterUnknown(publication, c);
  const until = c.rule === 'after-negative-check' ? { lookUntil: iso(decisiveAt(attempt, c)) } : {};
  return [fact(c, 'PlatformPublishUnknown', { attemptId, cause, words, nextAt, ...until })];
}

function afterUnknown(publication: Publication, c: Circumstances): string | null {
  if (c.rule === 'never') return null;
  const repeats = c.rule === 'always' && publication.tries < c.times.tries && publication.tries > 1;
  const wait = repeats ? retryWait(publication.tries, c.random, c.times) : c.times.firstLookUp;
  return iso(c.now.getTime() + wait);
}

/** @param at milliseconds: when the next try comes, if there is one; by default after the usual pause */
export function failure(
  publication: Publication,
  attemptId: string | null,
  { reason, words, retryable }: Readonly<{ reason: string; words: string | null; retryable: boolean }>,
  c: Circumstances,
  at?: number,
): PlatformPublishFailed {
  const tries = publication.tries + (attemptId === null ? 1 : 0);
  const retryAt = at ?? c.now.getTime() + retryWait(tries, c.random, c.times);
  const again =
    retryable && !isLong(publication, c.times) && tries < c.times.tries && retryAt < giveUpAt(publication, c);
  return fact(c, 'PlatformPublishFailed', {
    attemptId,
    reason,
    words,
    retryable: again,
    retryAt: again ? iso(retryAt) : null,
  });
}
