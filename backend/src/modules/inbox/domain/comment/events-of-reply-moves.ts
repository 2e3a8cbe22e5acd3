import { isSameJson } from '@posthorn/event-sourcing';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { Move } from '#infrastructure/effects/attempt/move.ts';
import type { CommentId } from './comment-id.ts';
import { eventOf, eventsTold } from './comment-shapes.ts';
import type { TryingEvent } from './reply-events.ts';
import { replyStory, type SentReply } from './reply-moves.ts';
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
  const told = (also: Readonly<Record<string, unknown>> = {}) =>
    eventsTold(replyStory, of, move, { replyId, ...also });
  switch (move.kind) {
    case 'started': {
      if (!intent) return [];
      const { fingerprint, refs, keptRefs } = intent;
      const isKept = isSameJson(reply.prepared, refs);
      // Look-ups and repetitions go by the stream: somebody else has kept something since.
      if (!isKept && !isSameJson(reply.prepared, keptRefs)) return [];
      const started = told({ fingerprint });
      return isKept ? started : [eventOf(of, 'ReplyPrepared', { replyId, refs }), ...started];
    }
    case 'done':
      return told({ kind });
    case 'doneAgain': {
      const { remoteId } = move.result;
      // One whose id nobody knows, because a person saw it, may be this very one.
      const isNews = remoteId !== null && reply.sent?.remoteId != null && !knows(reply, remoteId);
      return isNews ? told() : [];
    }
    case 'cancelled':
      return told({ asDraft: false, cancelledAt: now.toISOString() });
    case 'asked':
    case 'notStarted':
    case 'accepted':
    case 'failed':
    case 'unknown':
    case 'lookedUp':
    case 'postponed':
    case 'resumed':
    case 'prepared':
    case 'other':
      return told();
  }
}

/** Whether this is the sent reply, or a copy of it that is known. */
export const knows = ({ sent, duplicates }: Reply, remoteId: string): boolean =>
  sent?.remoteId === remoteId || duplicates.some((copy) => copy.remoteId === remoteId);
