import { isSameJson } from '@posthorn/event-sourcing';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { Move } from '#infrastructure/effects/attempt/move.ts';
import { isDuplicate, mayBeDuplicated } from './copies.ts';
import type { PublishingContext } from './publishing-context.ts';
import { eventAbout, eventsOfStory } from './event-about.ts';
import { preparedFor } from './preparation.ts';
import type { PublicationEvent } from './publication-events.ts';
import type { UnknownCause } from './reasons.ts';
import { publicationStory, type Copied } from './publication-moves.ts';
import type { Publication } from './publication.ts';
import { resume } from './readiness.ts';

/**
 * The outcome from a platform in the form of the effect rules: `published` becomes `done` with the post as
 * the result.
 */
export const asDone = <Answer extends Readonly<{ kind: string }>>(
  answer: Answer | Published,
): Exclude<Answer, Published> | Readonly<{ kind: 'done'; result: Omit<Published, 'kind'> }> =>
  isPublished(answer) ? { kind: 'done', result: postIn(answer) } : (answer as Exclude<Answer, Published>);

const postIn = ({ remoteId, permalink, limited, awaitsPublicId }: Published): Omit<Published, 'kind'> => ({
  remoteId,
  permalink,
  ...(limited && { limited }),
  ...(awaitsPublicId && { awaitsPublicId }),
});

type Published = Readonly<{
  kind: 'published';
  remoteId: string;
  permalink: string | null;
  limited?: true;
  awaitsPublicId?: true;
}>;
const isPublished = (answer: Readonly<{ kind: string }>): answer is Published => answer.kind === 'published';

/**
 * The data that an intent records in addition to its move. `refs`: the references that the call uses. `keptRefs`: the
 * references that the caller last read from the stream.
 */
export type SentWith = Readonly<{
  contentHash: string;
  refs: JsonObject;
  keptRefs: JsonObject | null;
  fingerprint: string;
}>;

/** The events that record these moves of the publication. */
export const eventsOf = (
  publication: Publication,
  moves: readonly Move<Copied>[],
  context: PublishingContext,
  sent?: SentWith,
): PublicationEvent[] => moves.flatMap((move) => eventsOfMove(publication, move, context, sent));

function eventsOfMove(
  publication: Publication,
  move: Move<Copied>,
  context: PublishingContext,
  sent: SentWith | undefined,
): PublicationEvent[] {
  const recorded = (also: Readonly<Record<string, unknown>> = {}) =>
    eventsOfStory(publicationStory, context.target, move, also);
  switch (move.kind) {
    case 'started':
      return sent ? intent(publication, move, context, sent) : [];
    case 'done':
    case 'doneAgain':
      return published(publication, move, context);
    case 'failed':
      return recorded({ retryable: move.retryAt !== null });
    case 'unknown': {
      const { attemptId, words, dueAt: nextAt, lookUntil } = move;
      const cause = move.cause as UnknownCause;
      const until = lookUntil === null ? {} : { lookUntil };
      return [eventAbout(context, 'PlatformPublishUnknown', { attemptId, cause, words, nextAt, ...until })];
    }
    case 'notStarted':
    case 'accepted':
    case 'lookedUp':
    case 'postponed':
    case 'cancelled':
      return recorded();
    case 'asked': {
      const { at: requestedAt, dueAt, lookUntil, atOwnRisk } = move;
      return [
        eventAbout(context, 'PublishRetryRequested', {
          requestedAt,
          ...(atOwnRisk && { atOwnRisk }),
          ...(lookUntil !== null && { lookUntil }),
          ...(dueAt !== requestedAt && { nextAt: dueAt }),
        }),
      ];
    }
    case 'resumed':
      // A deletion that waits for the same account continues too.
      return resume(publication, context.target, new Date(move.at));
    case 'prepared':
    case 'other':
      return [];
  }
}

/**
 * Look-ups and repetitions read the references from the stream. So an attempt may only use references that
 * the stream contains. Returns no event if another worker has changed them.
 */
function intent(
  publication: Publication,
  { attemptId, number, startedAt, startBy, deadline }: Extract<Move<Copied>, { kind: 'started' }>,
  context: PublishingContext,
  { contentHash, refs, keptRefs, fingerprint }: SentWith,
): PublicationEvent[] {
  const kept = preparedFor(publication, contentHash);
  const isKept = isSameJson(kept, refs);
  if (!isKept && !isSameJson(kept, keptRefs)) return [];
  const started = eventAbout(context, 'PublishAttemptStarted', {
    attemptId,
    number,
    contentHash,
    fingerprint,
    startedAt,
    startBy,
    deadline,
  });
  return isKept ? [started] : [eventAbout(context, 'PublishPrepared', { contentHash, refs }), started];
}

/** The first success publishes the target. A later success may reveal a second copy. */
function published(
  publication: Publication,
  { attemptId, result, evidence, at, kind }: Extract<Move<Copied>, { kind: 'done' | 'doneAgain' }>,
  context: PublishingContext,
): PublicationEvent[] {
  const { remoteId, permalink, limited, awaitsPublicId } = result;
  if (kind === 'doneAgain') {
    if (remoteId === null) return [];
    const copy = { attemptId, remoteId, permalink, evidence };
    return isDuplicate(publication, copy)
      ? [eventAbout(context, 'DuplicateDetected', { ...copy, detectedAt: at })]
      : [];
  }
  const mayHaveCopy = remoteId !== null && context.listsPosts && mayBeDuplicated(publication, remoteId);
  const { lookAgain, publicIdAgain } = context.times;
  const lookAgainAt = new Date(Date.parse(at) + (awaitsPublicId ? publicIdAgain : lookAgain)).toISOString();
  return [
    eventAbout(context, 'PlatformPublished', {
      attemptId,
      remoteId,
      permalink,
      evidence,
      publishedAt: at,
      ...((mayHaveCopy || awaitsPublicId) && { lookAgainAt }),
      ...(limited && { limited }),
      ...(awaitsPublicId && { awaitsPublicId }),
    }),
    ...(context.hasCover && remoteId !== null
      ? [eventAbout(context, 'CoverRequested', { remoteId, requestedAt: at })]
      : []),
  ];
}
