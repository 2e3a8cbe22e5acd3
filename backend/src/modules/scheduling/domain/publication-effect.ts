import type { Effect } from '#infrastructure/effects/attempt/effect.ts';
import type { Move } from '#infrastructure/effects/attempt/move.ts';
import { isDuplicate, mayBeThereTwice } from './copies.ts';
import type { Circumstances } from './circumstances.ts';
import { fact } from './fact.ts';
import type { NotStartedReason, PublicationEvent, UnknownCause } from './publication-events.ts';
import type { Attempt, Publication } from './publication.ts';

/** The post on its platform. */
export type Copied = Readonly<{ remoteId: string | null; permalink: string | null }>;

/** A publication as an effect: all that trying knows, and nothing of posts. */
export const effectOf = (publication: Publication): Effect => ({
  status: publication.status === 'posted' ? 'done' : publication.status,
  attempt: publication.attempt && attemptOf(publication.attempt),
  unclear: publication.unclear,
  // That the time is over is told as such, whatever the last failure was.
  lastReason: null,
  lastWords: publication.lastWords,
  tries: publication.tries,
  unused: publication.unused,
  facts: publication.facts,
  askedAt: publication.askedAgainAt,
  waitsFor: publication.waitsFor,
  nextAt: publication.nextAt,
  accepted: publication.accepted,
  absences: publication.absences,
  lookUpFailed: publication.lookUpFailed,
});

/** Without what was sent. */
const attemptOf = ({ attemptId, number, startedAt, startBy, deadline, repeats }: Attempt) => ({
  ...{ attemptId, number, startedAt, startBy, deadline, repeats },
});

/** A fact about a publication as a move. */
export function moveOf(event: PublicationEvent): Move<Copied> {
  switch (event.type) {
    case 'PublishPrepared':
      return { kind: 'prepared' };
    case 'PublishAttemptStarted': {
      const { attemptId, number, startedAt, startBy, deadline } = event.data;
      return { kind: 'started', attemptId, number, startedAt, startBy, deadline };
    }
    case 'PublishAttemptNotStarted': {
      const { attemptId, reason, nextAt } = event.data;
      return { kind: 'notStarted', attemptId, reason, nextAt };
    }
    case 'PublishAccepted': {
      const { attemptId, handle, acceptedAt: at, nextAt } = event.data;
      return { kind: 'accepted', attemptId, handle, at, nextAt };
    }
    case 'PlatformPublished': {
      const { attemptId, remoteId, permalink, evidence, publishedAt: at } = event.data;
      return { kind: 'done', attemptId, result: { remoteId, permalink }, evidence, at };
    }
    case 'DuplicateDetected': {
      const { attemptId, remoteId, permalink, evidence, detectedAt: at } = event.data;
      return { kind: 'doneAgain', attemptId, result: { remoteId, permalink }, evidence, at };
    }
    case 'PlatformPublishFailed': {
      const { attemptId, reason, words, retryable, retryAt } = event.data;
      return { kind: 'failed', attemptId, reason, words, retryAt: retryable ? retryAt : null };
    }
    case 'PlatformPublishUnknown': {
      const { attemptId, cause, words, nextAt, lookUntil = null } = event.data;
      return { kind: 'unknown', attemptId, cause, words, nextAt, lookUntil };
    }
    case 'PublishLookedUp': {
      const { attemptId, result, words, lookedUpAt: at, nextAt } = event.data;
      return { kind: 'lookedUp', attemptId, result, words, at, nextAt };
    }
    case 'PublishPostponed': {
      const { attemptId, reason, words, until } = event.data;
      return { kind: 'postponed', attemptId, reason, words, until };
    }
    case 'PublishRetryRequested': {
      const { requestedAt: at, nextAt = at, lookUntil = null, atOwnRisk = false } = event.data;
      return { kind: 'asked', at, nextAt, lookUntil, atOwnRisk };
    }
    case 'PublicationResumed': {
      const { nextAt } = event.data;
      return nextAt === null ? { kind: 'told' } : { kind: 'resumed', at: nextAt };
    }
    case 'PublicationCancelled':
      return { kind: 'cancelled', reason: event.data.reason };
    case 'DuplicateSearchEnded':
    case 'PublicationWarned':
    case 'RemoteDeletionRequested':
    case 'RemoteDeletionAttempted':
    case 'RemotePostDeleted':
    case 'RemoteDeletionFailed':
    case 'RemoteDeletionPostponed':
      return { kind: 'told' };
  }
}

/** What the intent of an attempt tells beside its move. */
export type Sent = Readonly<{ contentHash: string; fingerprint: string }>;

/** Moves as facts of this publication. */
export const factsOf = (
  publication: Publication,
  moves: readonly Move<Copied>[],
  c: Circumstances,
  sent?: Sent,
): PublicationEvent[] => moves.flatMap((move) => factOf(publication, move, c, sent));

function factOf(
  publication: Publication,
  move: Move<Copied>,
  c: Circumstances,
  sent: Sent | undefined,
): PublicationEvent[] {
  switch (move.kind) {
    case 'started': {
      const { attemptId, number, startedAt, startBy, deadline } = move;
      if (!sent) throw new Error('An intent tells what is about to be sent.');
      return [fact(c, 'PublishAttemptStarted', { attemptId, ...sent, number, startedAt, startBy, deadline })];
    }
    case 'notStarted': {
      const { attemptId, nextAt } = move;
      return [
        fact(c, 'PublishAttemptNotStarted', { attemptId, reason: move.reason as NotStartedReason, nextAt }),
      ];
    }
    case 'accepted': {
      const { attemptId, handle, at: acceptedAt, nextAt } = move;
      return [fact(c, 'PublishAccepted', { attemptId, handle, acceptedAt, nextAt })];
    }
    case 'done':
    case 'doneAgain':
      return published(publication, move, c);
    case 'failed': {
      const { attemptId, reason, words, retryAt } = move;
      const retryable = retryAt !== null;
      return [fact(c, 'PlatformPublishFailed', { attemptId, reason, words, retryable, retryAt })];
    }
    case 'unknown': {
      const { attemptId, words, nextAt, lookUntil } = move;
      const cause = move.cause as UnknownCause;
      const until = lookUntil === null ? {} : { lookUntil };
      return [fact(c, 'PlatformPublishUnknown', { attemptId, cause, words, nextAt, ...until })];
    }
    case 'lookedUp': {
      const { attemptId, result, words, at: lookedUpAt, nextAt } = move;
      return [fact(c, 'PublishLookedUp', { attemptId, result, words, lookedUpAt, nextAt })];
    }
    case 'postponed': {
      const { attemptId, reason, words, until } = move;
      return [fact(c, 'PublishPostponed', { attemptId, reason, words, until })];
    }
    case 'asked': {
      const { at: requestedAt, nextAt, lookUntil, atOwnRisk } = move;
      return [
        fact(c, 'PublishRetryRequested', {
          requestedAt,
          ...(atOwnRisk && { atOwnRisk }),
          ...(lookUntil !== null && { lookUntil }),
          ...(nextAt !== requestedAt && { nextAt }),
        }),
      ];
    }
    case 'cancelled':
      return [fact(c, 'PublicationCancelled', { reason: move.reason })];
    case 'resumed':
      return [fact(c, 'PublicationResumed', { resumedAt: move.at, nextAt: move.at })];
    case 'prepared':
    case 'told':
      return [];
  }
}

/** The first news of a post publishes the target, a later one may tell of a second copy. */
function published(
  publication: Publication,
  { attemptId, result, evidence, at, kind }: Extract<Move<Copied>, { kind: 'done' | 'doneAgain' }>,
  c: Circumstances,
): PublicationEvent[] {
  const { remoteId, permalink } = result;
  if (kind === 'doneAgain') {
    if (remoteId === null) return [];
    const copy = { attemptId, remoteId, permalink, evidence };
    return isDuplicate(publication, copy) ? [fact(c, 'DuplicateDetected', { ...copy, detectedAt: at })] : [];
  }
  const again = remoteId !== null && c.listsPosts && mayBeThereTwice(publication, remoteId);
  const lookAgainAt = new Date(Date.parse(at) + c.times.lookAgain).toISOString();
  return [
    fact(c, 'PlatformPublished', {
      ...{ attemptId, remoteId, permalink, evidence, publishedAt: at },
      ...(again && { lookAgainAt }),
    }),
  ];
}
