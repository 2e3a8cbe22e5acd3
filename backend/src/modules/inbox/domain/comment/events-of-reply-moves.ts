import { isSameJson } from '@posthorn/event-sourcing';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { Move } from '#infrastructure/effects/attempt/move.ts';
import type { CommentId } from './comment-id.ts';
import { eventOf } from './comment-shapes.ts';
import type { TryingEvent } from './reply-events.ts';
import type { SentReply } from './reply-moves.ts';
import type { Reply } from './reply.ts';

/**
 * What the intent of an attempt tells beside its move: what is about to be sent with, what the stream was last known to keep, and the
 * digest of what is sent.
 */
export type ReplyIntent = Readonly<{ refs: JsonObject; keptRefs: JsonObject | null; fingerprint: string }>;

/** Moves as events of this comment. */
export const replyEvents = (
  of: CommentId,
  reply: Reply,
  moves: readonly Move<SentReply>[],
  now: Date,
  intent?: ReplyIntent,
): TryingEvent[] => moves.flatMap((move) => eventsOfMove(of, reply, move, now, intent));

function eventsOfMove(
  of: CommentId,
  reply: Reply,
  move: Move<SentReply>,
  now: Date,
  intent: ReplyIntent | undefined,
): TryingEvent[] {
  const { replyId, kind } = reply;
  switch (move.kind) {
    case 'started': {
      if (!intent) return [];
      const { attemptId, number, startedAt, startBy, deadline } = move;
      const { fingerprint, refs, keptRefs } = intent;
      const isKept = isSameJson(reply.prepared, refs);
      // Look-ups and repetitions go by the stream: somebody else has kept something since.
      if (!isKept && !isSameJson(reply.prepared, keptRefs)) return [];
      const started = eventOf(of, 'ReplyAttemptStarted', {
        replyId,
        attemptId,
        number,
        fingerprint,
        startedAt,
        startBy,
        deadline,
      });
      return isKept ? [started] : [eventOf(of, 'ReplyPrepared', { replyId, refs }), started];
    }
    case 'notStarted': {
      const { attemptId, reason, nextAt } = move;
      return [eventOf(of, 'ReplyAttemptNotStarted', { replyId, attemptId, reason, nextAt })];
    }
    case 'accepted': {
      const { attemptId, handle, at: acceptedAt, nextAt } = move;
      return [eventOf(of, 'ReplyAccepted', { replyId, attemptId, handle, acceptedAt, nextAt })];
    }
    case 'done': {
      const { attemptId, result, evidence, at: sentAt } = move;
      const { remoteId, permalink } = result;
      return [eventOf(of, 'ReplySent', { replyId, kind, attemptId, remoteId, permalink, sentAt, evidence })];
    }
    case 'doneAgain': {
      const { attemptId, result, evidence, at: detectedAt } = move;
      const { remoteId, permalink } = result;
      // One whose id nobody knows, because a person saw it, may be this very one.
      if (remoteId === null || reply.sent?.remoteId == null || knows(reply, remoteId)) return [];
      return [
        eventOf(of, 'ReplyDuplicateDetected', {
          replyId,
          attemptId,
          remoteId,
          permalink,
          detectedAt,
          evidence,
        }),
      ];
    }
    case 'failed': {
      const { attemptId, reason, words, retryAt } = move;
      return [eventOf(of, 'ReplyFailed', { replyId, attemptId, reason, words, retryAt })];
    }
    case 'unknown': {
      const { attemptId, cause, words, nextAt, lookUntil } = move;
      return [eventOf(of, 'ReplyUnknown', { replyId, attemptId, cause, words, nextAt, lookUntil })];
    }
    case 'lookedUp': {
      const { attemptId, result, words, at: lookedUpAt, nextAt } = move;
      return [eventOf(of, 'ReplyLookedUp', { replyId, attemptId, result, words, lookedUpAt, nextAt })];
    }
    case 'postponed': {
      const { attemptId, reason, words, until } = move;
      return [eventOf(of, 'ReplyPostponed', { replyId, attemptId, reason, words, until })];
    }
    case 'asked': {
      const { at: requestedAt, nextAt, lookUntil, atOwnRisk } = move;
      return [eventOf(of, 'ReplyRetryRequested', { replyId, requestedAt, nextAt, lookUntil, atOwnRisk })];
    }
    case 'resumed':
      return [eventOf(of, 'ReplyResumed', { replyId, resumedAt: move.at })];
    case 'cancelled': {
      const cancelledAt = now.toISOString();
      return [eventOf(of, 'ReplyCancelled', { replyId, reason: move.reason, asDraft: false, cancelledAt })];
    }
    case 'prepared':
    case 'other':
      return [];
  }
}

/** Whether this is the sent reply, or a copy of it that is known. */
export const knows = ({ sent, duplicates }: Reply, remoteId: string): boolean =>
  sent?.remoteId === remoteId || duplicates.some((copy) => copy.remoteId === remoteId);
