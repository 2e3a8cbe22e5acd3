import type { Effect } from '#infrastructure/effects/attempt/effect.ts';
import { evolve, type Move } from '#infrastructure/effects/attempt/move.ts';
import type { PublicationEvent } from './publication-events.ts';

/** How far trying to publish has come: an effect, whose success is a post. */
export type Trying = Omit<Effect, 'status'> &
  Readonly<{ status: Exclude<Effect['status'], 'done'> | 'posted' }>;

/** The post on its platform; `remoteId` is null when only a person saw it. */
export type Copied = Readonly<{ remoteId: string | null; permalink: string | null }>;

/** All that the rules of trying know of a publication, and nothing of posts. */
export function effectOf({ status, ...rest }: Trying): Effect {
  const { attempt, unclear, lastWords, tries, unused, eventCount } = rest;
  const { requestedAt, waitsFor, nextAt, accepted, absences, lookUpFailed } = rest;
  return {
    status: status === 'posted' ? 'done' : status,
    // That the time is over is told as such, whatever the last failure was.
    lastReason: null,
    attempt,
    unclear,
    lastWords,
    tries,
    unused,
    eventCount,
    requestedAt,
    waitsFor,
    nextAt,
    accepted,
    absences,
    lookUpFailed,
  };
}

/** What one event makes of the trying. */
export function tryingAfter(before: Trying, event: PublicationEvent): Trying {
  const { status, ...rest } = evolve(effectOf(before), moveOf(event));
  return { ...rest, status: status === 'done' ? 'posted' : status };
}

/** An event about a publication as a move. */
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
      return nextAt === null ? { kind: 'other' } : { kind: 'resumed', at: nextAt };
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
    case 'CoverRequested':
    case 'CoverAttempted':
    case 'CoverSet':
    case 'CoverFailed':
    case 'CoverPostponed':
      return { kind: 'other' };
  }
}
