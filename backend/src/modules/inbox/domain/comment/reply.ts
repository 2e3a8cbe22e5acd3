import type { ReplyKind } from '@posthorn/contracts/inbox/comments.http';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import { NEW_EFFECT, type Effect } from '#infrastructure/effects/attempt/effect.ts';
import { evolve } from '#infrastructure/effects/attempt/move.ts';
import type { TryingEvent } from './reply-events.ts';
import { replyMoveOf, type SentReply } from './reply-moves.ts';

/** An answer to a comment, and how far it has come. */
export type Reply = Readonly<{
  replyId: string;
  kind: ReplyKind;
  aiAssisted: boolean;
  text: string;
  /** The words of the comment that it answers. */
  forTextMac: string;
  requestedAt: string;
  notBefore: string | null;
  effect: Effect;
  /** Until when an unknown one is looked for; null: nobody looks for it, or nobody knows. Absent in what was folded before it was kept. */
  lookUntil?: string | null;
  prepared: JsonObject | null;
  /** The reply on its platform. */
  sent: (SentReply & Readonly<{ sentAt: string }>) | null;
  /** Further copies of it. */
  duplicates: readonly SentReply[];
}>;

/** What one event makes of a reply. An event about a reply that nobody asked for makes none. */
export function replyAfter(before: Reply | null, event: TryingEvent): Reply | null {
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

/** The next look alone says little: most of them leave no event. */
function lookUntilAfter({ lookUntil = null }: Reply, { type, data }: TryingEvent): string | null {
  if (type === 'ReplyUnknown' || type === 'ReplyRetryRequested') return data.lookUntil;
  const goesOn = type === 'ReplyPrepared' || (type === 'ReplyLookedUp' && data.nextAt !== null);
  return goesOn ? lookUntil : null;
}

/** Nothing of it is on its way, nor can be there: it may still be taken back. */
export const hasNotLeft = ({ effect: { status } }: Reply): boolean =>
  status === 'scheduled' || status === 'retrying';

/** Whether it has come to nothing, so that another one may be asked for. */
export const hasComeToNothing = ({ effect: { status } }: Reply): boolean =>
  status === 'failed' || status === 'cancelled';

/** What may be there although nobody has told: an attempt of it was made. */
export const mayBeThere = ({ effect }: Reply): boolean => effect.attempt !== null && effect.status !== 'done';
