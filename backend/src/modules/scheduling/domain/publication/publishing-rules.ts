import { isSameJson } from '@posthorn/event-sourcing';
import type { PublicationReason } from '@posthorn/contracts/shared/publication-reasons';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import { askForRetry } from '#infrastructure/effects/attempt/ask-for-retry.ts';
import { giveUpAt } from '#infrastructure/effects/attempt/retry-waits.ts';
import { nextStep } from '#infrastructure/effects/attempt/rules.ts';
import type { PublishingContext } from './publishing-context.ts';
import { eventAbout } from './event-about.ts';
import { preparedFor } from './preparation.ts';
import { eventsOf } from './events-of-moves.ts';
import { PublishingIsElsewhere, TargetCannotBeRetried, OutcomeIsKnown } from './publication-errors.ts';
import type { PublicationEvent, Target } from './publication-events.ts';
import { effectOf } from './publication-moves.ts';
import { isSettled, type Publication } from './publication.ts';

/**
 * Stores references before the worker uses them, so that they survive a crash. `keptRefs`: the references
 * that the worker last read.
 * @throws PublishingIsElsewhere when another worker has stored other references since then, or no attempt is due now
 */
export function storePrepared(
  publication: Publication,
  {
    contentHash,
    refs,
    keptRefs,
  }: Readonly<{ contentHash: string; refs: JsonObject; keptRefs: JsonObject | null }>,
  context: PublishingContext,
): PublicationEvent[] {
  if (nextStep(effectOf(publication), context).kind !== 'attempt') throw new PublishingIsElsewhere();
  const kept = preparedFor(publication, contentHash);
  if (isSameJson(kept, refs)) return [];
  if (!isSameJson(kept, keptRefs)) throw new PublishingIsElsewhere();
  return [eventAbout(context, 'PublishPrepared', { contentHash, refs })];
}

/**
 * How a person requests to send the target again. `isLookedUp`: the platform supports look-ups, and a look-up
 * was just made.
 */
export type RetryRequest = Readonly<{ atOwnRisk: boolean; isLookedUp: boolean }>;

/**
 * A person requests to send the target again. If the post may exist, look-ups come first, or the target waits
 * until a late call can no longer arrive. A person who accepts the risk skips both.
 * @throws TargetCannotBeRetried unless it failed, was cancelled or is unknown
 */
export function requestRetry(
  publication: Publication,
  request: RetryRequest,
  context: PublishingContext,
): PublicationEvent[] {
  const moves = askForRetry(effectOf(publication), request, context);
  if (moves === null) throw new TargetCannotBeRetried();
  return eventsOf(publication, moves, context);
}

/** In these states, no call to the platform is running. */
const CONFIRMABLE: ReadonlySet<Publication['status']> = new Set([
  'unknown',
  'scheduled',
  'retrying',
  'failed',
]);

/**
 * A person confirms that the post exists: its outcome is unknown, or a restored log does not contain that it
 * was sent.
 * @throws OutcomeIsKnown when the target is posted, was cancelled, or is being sent now
 */
export function confirmPublished(
  publication: Publication,
  permalink: string | null,
  target: Target,
  now: Date,
): PublicationEvent[] {
  if (!CONFIRMABLE.has(publication.status)) throw new OutcomeIsKnown();
  return [
    eventAbout({ target }, 'PlatformPublished', {
      attemptId: publication.attempt?.attemptId ?? null,
      remoteId: null,
      permalink,
      publishedAt: now.toISOString(),
      evidence: 'person',
    }),
  ];
}

/**
 * Cancels a target. Adds nothing when the target has ended. @throws PublishingIsElsewhere when an attempt has
 * started or may have published
 */
export function cancel(
  publication: Publication,
  target: Target,
  reason: PublicationReason,
): PublicationEvent[] {
  if (isSettled(publication)) return [];
  const { status } = publication;
  if (status === 'attempting' || status === 'accepted' || status === 'unknown')
    throw new PublishingIsElsewhere();
  return [eventAbout({ target }, 'PublicationCancelled', { reason })];
}

/**
 * The owner undid the removal that cancelled the target. The target continues, as if the owner had requested
 * a retry. After the time for tries, the target stays cancelled, because an undo must not send an old post. The owner
 * can still request a retry.
 */
export function undoCancel(
  publication: Publication,
  { target, firstDueAt, now, times }: Pick<PublishingContext, 'target' | 'firstDueAt' | 'now' | 'times'>,
): PublicationEvent[] {
  const { status, attempt, unclear } = publication;
  if (status !== 'cancelled') return [];
  if (now.getTime() >= giveUpAt(publication, { firstDueAt, times })) return [];
  const requestedAt = now.toISOString();
  // After an attempt with an unknown outcome, the target must still wait until the call can no longer arrive.
  const waitUntil =
    attempt && unclear !== null ? Date.parse(attempt.deadline) + times.lateCall : now.getTime();
  const dueAt = new Date(waitUntil).toISOString();
  return [
    eventAbout({ target }, 'PublishRetryRequested', {
      requestedAt,
      ...(waitUntil > now.getTime() && { nextAt: dueAt }),
    }),
  ];
}
