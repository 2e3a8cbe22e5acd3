import type { Move } from '#infrastructure/effects/attempt/move.ts';
import type { TryingEvent } from './reply-events.ts';

/** The reply on its platform; `remoteId` is null when only a person saw it. */
export type SentReply = Readonly<{ remoteId: string | null; permalink: string | null }>;

/** An event about a reply as a move. */
export function replyMoveOf(event: TryingEvent): Move<SentReply> {
  switch (event.type) {
    case 'ReplyRequested': {
      const { requestedAt: at, notBefore } = event.data;
      return { kind: 'asked', at, nextAt: notBefore ?? at, lookUntil: null, atOwnRisk: false };
    }
    case 'ReplyPrepared':
      return { kind: 'prepared' };
    case 'ReplyAttemptStarted': {
      const { attemptId, number, startedAt, startBy, deadline } = event.data;
      return { kind: 'started', attemptId, number, startedAt, startBy, deadline };
    }
    case 'ReplyAttemptNotStarted': {
      const { attemptId, reason, nextAt } = event.data;
      return { kind: 'notStarted', attemptId, reason, nextAt };
    }
    case 'ReplyAccepted': {
      const { attemptId, handle, acceptedAt: at, nextAt } = event.data;
      return { kind: 'accepted', attemptId, handle, at, nextAt };
    }
    case 'ReplySent': {
      const { attemptId, remoteId, permalink, evidence, sentAt: at } = event.data;
      return { kind: 'done', attemptId, result: { remoteId, permalink }, evidence, at };
    }
    case 'ReplyDuplicateDetected': {
      const { attemptId, remoteId, permalink, evidence, detectedAt: at } = event.data;
      return { kind: 'doneAgain', attemptId, result: { remoteId, permalink }, evidence, at };
    }
    case 'ReplyFailed': {
      const { attemptId, reason, words, retryAt } = event.data;
      return { kind: 'failed', attemptId, reason, words, retryAt };
    }
    case 'ReplyUnknown': {
      const { attemptId, cause, words, nextAt, lookUntil } = event.data;
      return { kind: 'unknown', attemptId, cause, words, nextAt, lookUntil };
    }
    case 'ReplyLookedUp': {
      const { attemptId, result, words, lookedUpAt: at, nextAt } = event.data;
      return { kind: 'lookedUp', attemptId, result, words, at, nextAt };
    }
    case 'ReplyPostponed': {
      const { attemptId, reason, words, until } = event.data;
      return { kind: 'postponed', attemptId, reason, words, until };
    }
    case 'ReplyRetryRequested': {
      const { requestedAt: at, nextAt, lookUntil, atOwnRisk } = event.data;
      return { kind: 'asked', at, nextAt, lookUntil, atOwnRisk };
    }
    case 'ReplyResumed':
      return { kind: 'resumed', at: event.data.resumedAt };
    case 'ReplyCancelled':
      return { kind: 'cancelled', reason: event.data.reason };
  }
}
