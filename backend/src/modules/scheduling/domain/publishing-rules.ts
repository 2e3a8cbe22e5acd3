import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import { PublishingIsElsewhere, TargetCannotBeRetried, TargetIsNotUnknown } from './publication-errors.ts';
import type { PublicationEvent, Target } from './publication-events.ts';
import { isSameJson, preparedFor } from './preparation.ts';
import { isSettled, type Publication } from './publication.ts';
import { isLongest, roomIn } from './story.ts';
import { giveUpAt, type Circumstances } from './circumstances.ts';
import { fact } from './fact.ts';
import { decisiveAt, lateCallIsOverAt, lookUpAgainAt } from './look-up-times.ts';
import { ACCOUNT_IS_GONE, RECONNECT } from './platform-answers.ts';

/** What is to be done with a target now. */
export type Step =
  | Readonly<{ kind: 'nothing' }>
  | Readonly<{ kind: 'wait'; until: string }>
  /** `reconnect`: see whether its account has been connected again. */
  | Readonly<{
      kind: 'attempt' | 'reconnect' | 'look-up' | 'poll' | 'look-again' | 'lost-worker' | 'give-up';
    }>;

/** The streams' own answer, whatever a row of the due table says. */
export function nextStep(publication: Publication, c: Circumstances): Step {
  const { status, nextAt } = publication;
  const late = c.now.getTime() >= giveUpAt(publication, c);
  switch (status) {
    case 'posted':
      if (publication.lookAgainAt === null) return { kind: 'nothing' };
      return waitOr(publication.lookAgainAt, c) ?? { kind: 'look-again' };
    case 'failed':
    case 'cancelled':
      return { kind: 'nothing' };
    case 'scheduled':
    case 'retrying':
      if (publication.waitsFor === RECONNECT) return { kind: late ? 'give-up' : 'reconnect' };
      return waitOr(nextAt ?? c.due, c) ?? { kind: late ? 'give-up' : 'attempt' };
    case 'attempting':
      return waitOr(nextAt, c) ?? { kind: 'lost-worker' };
    case 'accepted':
      return waitOr(nextAt, c) ?? { kind: 'poll' };
    case 'unknown':
      if (nextAt === null) return { kind: 'nothing' };
      return waitOr(nextAt, c) ?? { kind: mayRepeatAsIs(publication, c) ? 'attempt' : 'look-up' };
  }
}

const waitOr = (at: string | null, { now }: Circumstances): Step | null =>
  at !== null && Date.parse(at) > now.getTime() ? { kind: 'wait', until: at } : null;

/** Harmless by construction: the platform sees the same record under the same key. */
const mayRepeatAsIs = (publication: Publication, c: Circumstances): boolean =>
  c.rule === 'always' &&
  !isLongest(publication, c.times) &&
  publication.tries < c.times.tries &&
  c.now.getTime() < giveUpAt(publication, c);

/**
 * Keeps what must outlive a crash, before it is used. `over`: what the preparer last knew to be kept.
 * @throws PublishingIsElsewhere when somebody else has kept something since, or the target is not to be attempted now
 */
export function prepare(
  publication: Publication,
  { contentHash, refs, over }: Readonly<{ contentHash: string; refs: JsonObject; over: JsonObject | null }>,
  c: Circumstances,
): PublicationEvent[] {
  if (nextStep(publication, c).kind !== 'attempt') throw new PublishingIsElsewhere();
  const kept = preparedFor(publication, contentHash);
  if (isSameJson(kept, refs)) return [];
  if (!isSameJson(kept, over)) throw new PublishingIsElsewhere();
  return [fact(c, 'PublishPrepared', { contentHash, refs })];
}

/**
 * The intent: the stream's exact revision gives it one winner. `refs` are what is about to be sent with; look-ups and
 * repetitions go by the stream, so they must be those that it keeps.
 * @throws PublishingIsElsewhere when this target is not to be attempted now, or not with these references
 */
export function startAttempt(
  publication: Publication,
  {
    refs,
    ...attempt
  }: Readonly<{ attemptId: string; contentHash: string; refs: JsonObject; fingerprint: string }>,
  c: Circumstances,
): PublicationEvent[] {
  if (nextStep(publication, c).kind !== 'attempt') throw new PublishingIsElsewhere();
  if (!isSameJson(preparedFor(publication, attempt.contentHash), refs)) throw new PublishingIsElsewhere();
  const after = (millis: number) => new Date(c.now.getTime() + millis).toISOString();
  return [
    fact(c, 'PublishAttemptStarted', {
      ...attempt,
      number: (publication.attempt?.number ?? 0) + 1,
      startedAt: c.now.toISOString(),
      startBy: after(c.times.startWithin),
      deadline: after(c.times.callWithin),
    }),
  ];
}

/**
 * Moves the next try without using one. Told when the target is a minute later by it than was known, and again each time that
 * it is twice as late as was told; otherwise the row of the due table moves alone.
 */
export function postpone(
  publication: Publication,
  { reason, words, until }: Readonly<{ reason: string; words: string | null; until: string }>,
  c: Circumstances,
): PublicationEvent[] {
  if (publication.status !== 'scheduled' && publication.status !== 'retrying') return [];
  const at = Math.min(Date.parse(until), giveUpAt(publication, c));
  if (roomIn(publication, c.times) === 0) return [];
  const since = Date.parse(publication.askedAgainAt ?? c.due);
  const planned = publication.nextAt === null ? since : Date.parse(publication.nextAt);
  const isNews =
    publication.waitsFor === null
      ? at - planned >= c.times.untoldPostponement
      : at - since >= 2 * (planned - since);
  if (!isNews) return [];
  return [fact(c, 'PublishPostponed', { attemptId: null, reason, words, until: new Date(at).toISOString() })];
}

/** The time for trying is over. */
export function giveUp(publication: Publication, c: Circumstances): PublicationEvent[] {
  if (nextStep(publication, c).kind !== 'give-up') return [];
  return [
    fact(c, 'PlatformPublishFailed', {
      attemptId: null,
      reason: publication.waitsFor === RECONNECT ? RECONNECT : 'gave-up',
      words: publication.lastWords,
      retryable: false,
      retryAt: null,
    }),
  ];
}

/** The account that was to be connected again was disconnected instead. */
export function loseAccount(publication: Publication, c: Circumstances): PublicationEvent[] {
  if (nextStep(publication, c).kind !== 'reconnect') return [];
  return [fact(c, 'PlatformPublishFailed', { attemptId: null, ...ACCOUNT_IS_GONE })];
}

/** How a person wants it sent again. `isLookedFor`: its platform has just been asked, and can tell. */
export type RetryWish = Readonly<{ atOwnRisk: boolean; isLookedFor: boolean }>;

/**
 * A person wants it sent again. What may be there is looked for by the same rule as without the wish, or waits until a late
 * call can no longer arrive, unless the person takes the risk.
 * @throws TargetCannotBeRetried unless it failed or is unknown
 */
export function requestRetry(
  publication: Publication,
  { atOwnRisk, isLookedFor }: RetryWish,
  c: Circumstances,
): PublicationEvent[] {
  const { status, attempt, askedAgainAt } = publication;
  if (status !== 'failed' && status !== 'unknown') throw new TargetCannotBeRetried();
  const requestedAt = c.now.toISOString();
  if (status === 'failed' || !attempt || c.rule === 'always')
    return [fact(c, 'PublishRetryRequested', { requestedAt })];
  if (atOwnRisk) return [fact(c, 'PublishRetryRequested', { requestedAt, atOwnRisk })];
  const nextAt = isLookedFor ? lookUpAgainAt(publication, attempt, c) : null;
  if (nextAt !== null) {
    // The wish is known already.
    if (askedAgainAt !== null && askedAgainAt > attempt.startedAt) return [];
    const lookUntil = new Date(Math.max(decisiveAt(attempt, c), Date.parse(nextAt))).toISOString();
    return [fact(c, 'PublishRetryRequested', { requestedAt, lookUntil, nextAt })];
  }
  const overAt = lateCallIsOverAt(attempt, c);
  return [
    fact(c, 'PublishRetryRequested', {
      requestedAt,
      ...(overAt > c.now.getTime() && { nextAt: new Date(overAt).toISOString() }),
    }),
  ];
}

/** Nothing is on its way to the platform in these states. */
const CONFIRMABLE: ReadonlySet<Publication['status']> = new Set([
  'unknown',
  'scheduled',
  'retrying',
  'failed',
]);

/**
 * A person saw the post: where the outcome is unknown, and after a restore where this log does not know that it was sent.
 * @throws TargetIsNotUnknown when it is known to be there, was cancelled, or is being sent now
 */
export function confirmPublished(
  publication: Publication,
  permalink: string | null,
  target: Target,
  now: Date,
): PublicationEvent[] {
  if (!CONFIRMABLE.has(publication.status)) throw new TargetIsNotUnknown();
  return [
    fact({ target }, 'PlatformPublished', {
      attemptId: publication.attempt?.attemptId ?? null,
      remoteId: null,
      permalink,
      publishedAt: now.toISOString(),
      evidence: 'person',
    }),
  ];
}

/** Beats the next attempt or loses to it: an attempt that has begun is not taken back. */
export function cancel(publication: Publication, target: Target, reason: string): PublicationEvent[] {
  if (isSettled(publication)) return [];
  const { status } = publication;
  if (status === 'attempting' || status === 'accepted' || status === 'unknown')
    throw new PublishingIsElsewhere();
  return [fact({ target }, 'PublicationCancelled', { reason })];
}
