import type { NoAutoReply } from '@posthorn/contracts/inbox/auto-reply-reasons';
import type { ReplyKind } from '@posthorn/contracts/inbox/comments.http';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import { isSameJson } from '@posthorn/event-sourcing';
import { askForRetry } from '#infrastructure/effects/attempt/ask-for-retry.ts';
import type { EffectContext } from '#infrastructure/effects/attempt/context.ts';
import { resume } from '#infrastructure/effects/attempt/rules.ts';
import * as errors from './inbox.errors.ts';
import type { CommentEvent } from './comment-events.ts';
import type { CommentId } from './comment-id.ts';
import { eventOf } from './comment-shapes.ts';
import { isAnswered, type Comment } from './comment.ts';
import { replyEvents } from './events-of-reply-moves.ts';
import { moderationEvents } from './moderation.ts';
import { isFailedOrCancelled, isUnsent, type Reply } from './reply.ts';
import { VISIBLE } from '../judging/plain-text.ts';

/**
 * `forTextMac`: digest of the words that the model read; null: a person read the current words.
 * `isByKey`: `replyId` follows from an Idempotency-Key, which is valid for one text only.
 */
export type NewReply = Readonly<{
  replyId: string;
  kind: ReplyKind;
  aiAssisted: boolean;
  text: string;
  forTextMac: string | null;
  notBefore: string | null;
  isByKey?: boolean;
}>;

/**
 * Allows one reply at most. The same `replyId` again is the same reply.
 * @throws ReplyIsBlank, CommentIsGone
 * @throws AlreadyReplied when a reply was sent, or another is open
 * @throws ReplyKeyReused when the key was used for other words
 * @throws ReplyWasCancelled when the reply with this id was cancelled
 * @throws ReplyIsStale when the comment was edited after the model had read it
 */
export function requestReply(comment: Comment, id: CommentId, newReply: NewReply, now: Date): CommentEvent[] {
  const { replyId, kind, aiAssisted, text, notBefore } = newReply;
  // A reply that was cancelled as a draft may be sent with the same id.
  const known =
    comment.draft?.replyId === replyId
      ? undefined
      : repliesOf(comment).find((reply) => reply.replyId === replyId);
  if (known && newReply.isByKey && known.text !== text) throw new errors.ReplyKeyReused();
  if (known && kind === 'manual' && known.effect.status === 'cancelled') throw new errors.ReplyWasCancelled();
  if (known) return [];
  const { textMac } = unanswered(comment);
  if (!VISIBLE.test(text)) throw new errors.ReplyIsBlank();
  if (newReply.forTextMac !== null && newReply.forTextMac !== textMac) throw new errors.ReplyIsStale();
  const requestedAt = now.toISOString();
  return [
    eventOf(id, 'ReplyRequested', {
      replyId,
      kind,
      aiAssisted,
      text,
      forTextMac: textMac,
      requestedAt,
      notBefore,
    }),
  ];
}

/** `reasons`: codes of the checks that kept it from being sent automatically. */
export type DraftWritten = Readonly<{
  replyId: string;
  text: string;
  model: string;
  promptVersion: string;
  forTextMac: string;
  reasons: readonly string[];
}>;

/**
 * A draft replaces the one before it.
 * @throws CommentIsGone, AlreadyReplied as `requestReply`
 */
export function draftReply(comment: Comment, id: CommentId, draft: DraftWritten, now: Date): CommentEvent[] {
  const { replyId } = draft;
  if (comment.draft?.replyId === replyId || repliesOf(comment).some((reply) => reply.replyId === replyId))
    return [];
  unanswered(comment);
  return [eventOf(id, 'AiReplyDrafted', { ...draft, draftedAt: now.toISOString() })];
}

/** Records it once. */
export const skipReply = ({ skipped }: Comment, id: CommentId, reason: string, now: Date): CommentEvent[] =>
  skipped === null ? [eventOf(id, 'AiReplySkipped', { reason, at: now.toISOString() })] : [];

/**
 * The owner cancels the reply or discards the draft. No event when that was done already.
 * @throws ReplyHasLeft when the reply is being sent, was sent or is in doubt
 */
export function cancelReplyOrDraft(comment: Comment, id: CommentId, now: Date): CommentEvent[] {
  const { reply, draft } = comment;
  if (reply && isUnsent(reply)) return [cancel(id, reply, 'taken-back', false, now)];
  if (draft) return [eventOf(id, 'AiReplyDraftDiscarded', { replyId: draft.replyId, at: now.toISOString() })];
  if (reply && !isFailedOrCancelled(reply)) throw new errors.ReplyHasLeft();
  return [];
}

/**
 * The owner stops the automatic reply to this one comment. No event where none is coming.
 * @throws AutoReplyWasSent once its first attempt was recorded
 */
export function stopAutoReply(comment: Comment, id: CommentId, now: Date): CommentEvent[] {
  const { reply, draft, gone } = comment;
  if (reply?.kind === 'ai' && isUnsent(reply)) return [cancel(id, reply, 'taken-back', false, now)];
  if (reply?.kind === 'ai' && !isFailedOrCancelled(reply)) throw new errors.AutoReplyWasSent();
  const isOver = reply !== null || draft !== null || gone !== null || isAnswered(comment);
  return isOver ? [] : skipReply(comment, id, 'stopped' satisfies NoAutoReply, now);
}

/** Automatic replies are not allowed any more: a reply of the model that has not left becomes a draft. */
export const turnIntoDraft = (
  { reply }: Comment,
  id: CommentId,
  reason: string,
  now: Date,
): CommentEvent[] => (reply?.kind === 'ai' && isUnsent(reply) ? [cancel(id, reply, reason, true, now)] : []);

/**
 * Stores references that must survive a crash, before they are used. `keptRefs`: the stored references that the preparer last read.
 * @returns nothing where another process has stored references since, or where the reply is not to be sent now
 */
export function storePrepared(
  { reply }: Comment,
  id: CommentId,
  { replyId, refs, keptRefs }: Readonly<{ replyId: string; refs: JsonObject; keptRefs: JsonObject | null }>,
): CommentEvent[] {
  if (reply?.replyId !== replyId || isFailedOrCancelled(reply)) return [];
  if (isSameJson(reply.prepared, refs) || !isSameJson(reply.prepared, keptRefs)) return [];
  return [eventOf(id, 'ReplyPrepared', { replyId, refs })];
}

/**
 * A person wants a failed or unknown reply sent again. The rules for posts apply.
 * @param request.isLookedUp the platform was just asked, and its answer is reliable
 * @throws ReplyCannotBeRetried unless the last one failed or is unknown
 * @throws CommentIsGone, and AlreadyReplied when the comment was answered otherwise
 */
export function retryReply(
  comment: Comment,
  id: CommentId,
  request: Readonly<{ atOwnRisk: boolean; isLookedUp: boolean }>,
  c: EffectContext,
): CommentEvent[] {
  const { reply } = comment;
  if (!reply || reply.effect.status === 'cancelled') throw new errors.ReplyCannotBeRetried();
  if (comment.gone !== null) throw new errors.CommentIsGone();
  if (isAnswered(comment)) throw new errors.AlreadyReplied();
  const asked = askForRetry(reply.effect, request, c);
  if (asked === null) throw new errors.ReplyCannotBeRetried();
  return replyEvents(id, reply, asked, c.now);
}

const CONFIRMABLE: ReadonlySet<Reply['effect']['status']> = new Set([
  'unknown',
  'scheduled',
  'retrying',
  'failed',
]);

/**
 * A person saw the reply on the platform.
 * @throws ReplyIsNotUnknown when the reply is known to be there, was cancelled, or is being sent now
 */
export function confirmReply(
  { reply }: Comment,
  id: CommentId,
  permalink: string | null,
  now: Date,
): CommentEvent[] {
  if (!reply || !CONFIRMABLE.has(reply.effect.status)) throw new errors.ReplyIsNotUnknown();
  const { replyId, kind, effect } = reply;
  const attemptId = effect.attempt?.attemptId ?? null;
  const sentAt = now.toISOString();
  return [
    eventOf(id, 'ReplySent', {
      replyId,
      kind,
      attemptId,
      remoteId: null,
      permalink,
      sentAt,
      evidence: 'person',
    }),
  ];
}

/**
 * The owner reports that the comment was answered, by a reply from here or by one on the platform's own page. Posthorn knows neither the
 * text nor the id of a reply on the platform's page.
 * @param isTakenFromHere Posthorn can send replies to this comment, so that the owner need not write them on the platform
 * @throws what `confirmReply` does; CommentIsGone and AlreadyReplied as `requestReply`
 */
export function confirmAnswer(
  comment: Comment,
  id: CommentId,
  confirmation: Readonly<{ permalink: string | null; isTakenFromHere: boolean }>,
  now: Date,
): CommentEvent[] {
  const { permalink, isTakenFromHere } = confirmation;
  const hasReply = comment.reply !== null && comment.reply.effect.status !== 'cancelled';
  if (hasReply || isTakenFromHere) return confirmReply(comment, id, permalink, now);
  unanswered(comment);
  const at = now.toISOString();
  return [eventOf(id, 'OwnReplySeen', { remoteId: '', text: '', createdAt: at, permalink, seenAt: at })];
}

/** The account was connected again, so waiting work continues. */
export function resumeWaiting({ reply, moderation }: Comment, id: CommentId, now: Date): CommentEvent[] {
  return [
    ...(reply ? replyEvents(id, reply, resume(reply.effect, now), now) : []),
    ...(moderation ? moderationEvents(id, moderation, resume(moderation.effect, now)) : []),
  ];
}

const repliesOf = ({ reply, earlier }: Comment): readonly Reply[] => (reply ? [reply, ...earlier] : earlier);

function unanswered(comment: Comment): NonNullable<Comment['seen']> {
  const { seen, gone, reply } = comment;
  if (isAnswered(comment)) throw new errors.AlreadyReplied();
  if (!seen || gone !== null) throw new errors.CommentIsGone();
  if (reply && !isFailedOrCancelled(reply)) throw new errors.AlreadyReplied();
  return seen;
}

const cancel = (id: CommentId, { replyId }: Reply, reason: string, asDraft: boolean, now: Date) =>
  eventOf(id, 'ReplyCancelled', { replyId, reason, asDraft, cancelledAt: now.toISOString() });
