import { isSameJson } from '@posthorn/event-sourcing';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { Move } from '#infrastructure/effects/attempt/move.ts';
import type { CommentId } from './comment-id.ts';
import { eventOf, eventsOfStory } from './comment-shapes.ts';
import type { ReplyDeliveryEvent } from './reply-events.ts';
import { replyStory, type SentReply } from './reply-moves.ts';
import type { Reply } from './reply.ts';

/**
 * What the intent of an attempt records in addition to its move. `refs`: the references with which the attempt sends.
 * `keptRefs`: the references that the stream had when the worker loaded the reply. `fingerprint`: the digest of what is sent.
 */
export type ReplyIntent = Readonly<{ refs: JsonObject; keptRefs: JsonObject | null; fingerprint: string }>;

/** Translates moves into events of this comment. */
export const replyEvents = (
  of: CommentId,
  reply: Reply,
  moves: readonly Move<SentReply>[],
  now: Date,
  intent?: ReplyIntent,
): ReplyDeliveryEvent[] => moves.flatMap((move) => eventsOfMove(of, reply, move, now, intent));

function eventsOfMove(
  of: CommentId,
  reply: Reply,
  move: Move<SentReply>,
  now: Date,
  intent: ReplyIntent | undefined,
): ReplyDeliveryEvent[] {
  const { replyId, kind } = reply;
  const recorded = (also: Readonly<Record<string, unknown>> = {}) =>
    eventsOfStory(replyStory, of, move, { replyId, ...also });
  switch (move.kind) {
    case 'started': {
      if (!intent) return [];
      const { fingerprint, refs, keptRefs } = intent;
      const isKept = isSameJson(reply.prepared, refs);
      // Another process has stored references since then. Look-ups and repetitions rely on the stored references.
      if (!isKept && !isSameJson(reply.prepared, keptRefs)) return [];
      const started = recorded({ fingerprint });
      return isKept ? started : [eventOf(of, 'ReplyPrepared', { replyId, refs }), ...started];
    }
    case 'done':
      return recorded({ kind });
    case 'doneAgain': {
      const { remoteId } = move.result;
      // A reply that a person confirmed has no remote id. The found reply may be that reply.
      const isDuplicate = remoteId !== null && reply.sent?.remoteId != null && !isSentAs(reply, remoteId);
      return isDuplicate ? recorded() : [];
    }
    case 'cancelled':
      return recorded({ asDraft: false, cancelledAt: now.toISOString() });
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
      return recorded();
  }
}

/** Returns whether this id belongs to the sent reply, or to a known copy of it. */
export const isSentAs = ({ sent, duplicates }: Reply, remoteId: string): boolean =>
  sent?.remoteId === remoteId || duplicates.some((copy) => copy.remoteId === remoteId);
