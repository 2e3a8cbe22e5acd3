import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import { giveUpAt as lastTryAt } from '#infrastructure/effects/attempt/context.ts';
import { askForRetry } from '#infrastructure/effects/attempt/look-up.ts';
import * as trying from '#infrastructure/effects/attempt/rules.ts';
import type { Circumstances } from './circumstances.ts';
import { fact } from './fact.ts';
import { isSameJson, preparedFor } from './preparation.ts';
import { factsOf } from './publication-facts.ts';
import { PublishingIsElsewhere, TargetCannotBeRetried, TargetIsNotUnknown } from './publication-errors.ts';
import type { PublicationEvent, Target } from './publication-events.ts';
import { effectOf } from './publication-moves.ts';
import { isSettled, type Publication } from './publication.ts';

/** What is to be done with a target now. */
export type Step = trying.Step | Readonly<{ kind: 'look-again' }>;

/** The streams' own answer, whatever a row of the due table says. */
export function nextStep(publication: Publication, c: Circumstances): Step {
  const { status, lookAgainAt } = publication;
  if (status !== 'posted' || lookAgainAt === null) return trying.nextStep(effectOf(publication), c);
  return Date.parse(lookAgainAt) > c.now.getTime()
    ? { kind: 'wait', until: lookAgainAt }
    : { kind: 'look-again' };
}

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
    attemptId,
    refs,
    ...sent
  }: Readonly<{ attemptId: string; contentHash: string; refs: JsonObject; fingerprint: string }>,
  c: Circumstances,
): PublicationEvent[] {
  const started = trying.start(effectOf(publication), attemptId, c);
  if (started.length === 0 || !isSameJson(preparedFor(publication, sent.contentHash), refs))
    throw new PublishingIsElsewhere();
  return factsOf(publication, started, c, sent);
}

/**
 * Moves the next try without using one. Told when the target is a minute later by it than was known, and again each time that
 * it is twice as late as was told; otherwise the row of the due table moves alone.
 */
export const postpone = (
  publication: Publication,
  wait: Readonly<{ reason: string; words: string | null; until: string }>,
  c: Circumstances,
): PublicationEvent[] => factsOf(publication, trying.postpone(effectOf(publication), wait, c), c);

/** The time for trying is over. */
export const giveUp = (publication: Publication, c: Circumstances): PublicationEvent[] =>
  factsOf(publication, trying.giveUp(effectOf(publication), c), c);

/** The account that was to be connected again was disconnected instead. */
export const loseAccount = (publication: Publication, c: Circumstances): PublicationEvent[] =>
  factsOf(publication, trying.loseAccount(effectOf(publication), c), c);

/** After this instant an unpublished target fails, in milliseconds. */
export const giveUpAt = (publication: Publication, c: Circumstances): number =>
  lastTryAt(effectOf(publication), c);

/** How a person wants it sent again. `isLookedFor`: its platform has just been asked, and can tell. */
export type RetryWish = Readonly<{ atOwnRisk: boolean; isLookedFor: boolean }>;

/**
 * A person wants it sent again. What may be there is looked for by the same rule as without the wish, or waits until a late
 * call can no longer arrive, unless the person takes the risk.
 * @throws TargetCannotBeRetried unless it failed or is unknown
 */
export function requestRetry(
  publication: Publication,
  wish: RetryWish,
  c: Circumstances,
): PublicationEvent[] {
  const asked = askForRetry(effectOf(publication), wish, c);
  if (asked === null) throw new TargetCannotBeRetried();
  return factsOf(publication, asked, c);
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
