import type { ReplyKind } from '@posthorn/contracts/inbox/comments.http';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import { NEW_EFFECT, type Effect } from '#infrastructure/effects/attempt/effect.ts';
import { evolve } from '#infrastructure/effects/attempt/move.ts';
import type { ReplyDeliveryEvent } from './reply-events.ts';
import { replyMoveOf, type SentReply } from './reply-moves.ts';

/** A reply to a comment, and its state. */
export type Reply = Readonly<{
  replyId: string;
  kind: ReplyKind;
  aiAssisted: boolean;
  text: string;
  /** Digest of the comment's text to which the reply was written. */
  forTextMac: string;
  requestedAt: string;
  notBefore: string | null;
  effect: Effect;
  /**
   * Until when Posthorn looks for a reply of unknown outcome on its platform; null: Posthorn does not look, or the time is not known.
   * Missing in states that an earlier version of the product computed.
   */
  lookUntil?: string | null;
  prepared: JsonObject | null;
  /** The reply on its platform. */
  sent: (SentReply & Readonly<{ sentAt: string }>) | null;
  /** Further copies of the reply on its platform. */
  duplicates: readonly SentReply[];
}>;

/** Applies one event to a reply. An event about a reply that was not requested changes nothing. */
export function replyAfter(before: Reply | null, event: ReplyDeliveryEvent): Reply | null {
  if (event.type === 'ReplyRequested') {
    const { replyId, kind, aiAssisted, text, forTextMac, requestedAt, notBefore } = event.data;
    return {
      replyId,
      kind,
      aiAssisted,
      text,
      forTextMac,
      requestedAt,
      notBefore,
      effect: evolve(NEW_EFFECT, replyMoveOf(event)),
      prepared: null,
      sent: null,
      duplicates: [],
    };
  }
  if (before?.replyId !== event.data.replyId) return before;
  const effect = evolve(before.effect, replyMoveOf(event));
  const reply = { ...before, effect, lookUntil: lookUntilAfter(before, event) };
  if (event.type === 'ReplyPrepared') return { ...reply, prepared: event.data.refs };
  if (event.type === 'ReplySent') {
    const { remoteId, permalink, sentAt } = event.data;
    return { ...reply, sent: { remoteId, permalink, sentAt } };
  }
  if (event.type === 'ReplyDuplicateDetected') {
    const { remoteId, permalink } = event.data;
    return { ...reply, duplicates: [...reply.duplicates, { remoteId, permalink }] };
  }
  return reply;
}

/** Returns `lookUntil` after the event. `nextAt` cannot replace this field, because most look-ups record no event. */
function lookUntilAfter({ lookUntil = null }: Reply, { type, data }: ReplyDeliveryEvent): string | null {
  if (type === 'ReplyUnknown' || type === 'ReplyRetryRequested') return data.lookUntil;
  const isKept = type === 'ReplyPrepared' || (type === 'ReplyLookedUp' && data.nextAt !== null);
  return isKept ? lookUntil : null;
}

/** Returns whether the reply waits for an attempt, so it can still be cancelled. */
export const isUnsent = ({ effect: { status } }: Reply): boolean =>
  status === 'scheduled' || status === 'retrying';

/** Returns whether the reply failed or was cancelled, so that another one may be requested. */
export const isFailedOrCancelled = ({ effect: { status } }: Reply): boolean =>
  status === 'failed' || status === 'cancelled';

/** Returns whether the reply may be on the platform, without proof: an attempt started, and the reply is not done. */
export const mayBePublished = ({ effect }: Reply): boolean =>
  effect.attempt !== null && effect.status !== 'done';
