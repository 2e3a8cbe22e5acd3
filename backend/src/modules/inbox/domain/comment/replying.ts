import type { NoAutoReply } from '@posthorn/contracts/inbox/auto-reply-reasons';
import { INBOX_TEXT } from '@posthorn/contracts/inbox/inbox-text';
import type { ReplyKind } from '@posthorn/contracts/inbox/comments.http';
import { PLATFORM_NAMES } from '@posthorn/contracts/shared/platform-names';
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
 * `forTextMac`: digest of the text that the model read; null: a person read the current text.
 * `isByKey`: `replyId` is computed from an Idempotency-Key, which is valid for one text only.
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
 * Requests a reply. A comment has at most one open or sent reply. A repeated request with the same `replyId` adds no event.
 * @throws ReplyIsBlank, CommentIsGone
 * @throws CannotReply when the text of the comment has expired
 * @throws AlreadyReplied when the comment was answered, or another reply is open
 * @throws ReplyKeyReused when the key was used for another text
 * @throws ReplyWasCancelled when a manual request repeats the id of a cancelled reply
 * @throws ReplyIsStale when the comment was edited after the model had read it
 */
export function requestReply(comment: Comment, id: CommentId, newReply: NewReply, now: Date): CommentEvent[] {
  const { replyId, kind, aiAssisted, text, notBefore } = newReply;
  // A cancelled reply that became a draft may be sent with the same id.
  const known =
    comment.draft?.replyId === replyId
      ? undefined
      : repliesOf(comment).find((reply) => reply.replyId === replyId);
  if (known && newReply.isByKey && known.text !== text) throw new errors.ReplyKeyReused();
  if (known && kind === 'manual' && known.effect.status === 'cancelled') throw new errors.ReplyWasCancelled();
  if (known) return [];
  const { textMac } = requireUnanswered(comment);
  requireText(comment, id);
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

/** `reasons`: codes of the checks that prevented automatic sending. */
export type DraftWritten = Readonly<{
  replyId: string;
  text: string;
  model: string;
  promptVersion: string;
  forTextMac: string;
  reasons: readonly string[];
}>;

/**
 * Records a draft, which replaces the earlier draft.
 * @throws CommentIsGone, CannotReply, AlreadyReplied in the same cases as `requestReply`
 */
export function draftReply(comment: Comment, id: CommentId, draft: DraftWritten, now: Date): CommentEvent[] {
  const { replyId } = draft;
  if (comment.draft?.replyId === replyId || repliesOf(comment).some((reply) => reply.replyId === replyId))
    return [];
  requireUnanswered(comment);
  requireText(comment, id);
  return [eventOf(id, 'AiReplyDrafted', { ...draft, draftedAt: now.toISOString() })];
}

/** Records why the comment gets no automatic reply, unless a reason was recorded before. */
export const skipReply = ({ skipped }: Comment, id: CommentId, reason: string, now: Date): CommentEvent[] =>
  skipped === null ? [eventOf(id, 'AiReplySkipped', { reason, at: now.toISOString() })] : [];

/**
 * The owner cancels the reply or discards the draft. Returns no event if neither exists.
 * @throws ReplyCannotBeCancelled when the reply is being sent, was sent, or has an unknown outcome
 */
export function cancelReplyOrDraft(comment: Comment, id: CommentId, now: Date): CommentEvent[] {
  const { reply, draft } = comment;
  if (reply && isUnsent(reply)) return [cancel(id, reply, 'taken-back', false, now)];
  if (draft) return [eventOf(id, 'AiReplyDraftDiscarded', { replyId: draft.replyId, at: now.toISOString() })];
  if (reply && !isFailedOrCancelled(reply)) throw new errors.ReplyCannotBeCancelled();
  return [];
}

/**
 * The owner stops the automatic reply to this one comment. Returns no event if no automatic reply can follow.
 * @throws AutoReplyWasSent when the automatic reply is being sent, was sent, or has an unknown outcome
 */
export function stopAutoReply(comment: Comment, id: CommentId, now: Date): CommentEvent[] {
  const { reply, draft, gone } = comment;
  if (reply?.kind === 'ai' && isUnsent(reply)) return [cancel(id, reply, 'taken-back', false, now)];
  if (reply?.kind === 'ai' && !isFailedOrCancelled(reply)) throw new errors.AutoReplyWasSent();
  const isOver = reply !== null || draft !== null || gone !== null || isAnswered(comment);
  return isOver ? [] : skipReply(comment, id, 'stopped' satisfies NoAutoReply, now);
}

/** Turns an automatic reply that was not yet sent into a draft, because automatic replies are not allowed any more. */
export const turnIntoDraft = ({ reply }: Comment, id: CommentId, reason: string, now: Date): CommentEvent[] =>
  reply?.kind === 'ai' && isUnsent(reply) ? [cancel(id, reply, reason, true, now)] : [];

/**
 * Stores the references of prepared steps, for example upload ids, before the product uses them. So the references survive a crash.
 * `keptRefs`: the stored references that the caller last read.
 * @returns no event if another process has stored references in the meantime, or if the reply is not open any more
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
 * A person requests another attempt for a failed or unknown reply. The rules are those for posts.
 * @param request.isLookedUp Posthorn has just looked the reply up on the platform, and the result is reliable
 * @throws ReplyCannotBeRetried unless the last reply failed or is unknown
 * @throws CommentIsGone when the comment was deleted; CannotReply when its text has expired
 * @throws AlreadyReplied when the comment was answered
 */
export function retryReply(
  comment: Comment,
  id: CommentId,
  request: Readonly<{ atOwnRisk: boolean; isLookedUp: boolean }>,
  context: EffectContext,
): CommentEvent[] {
  const { reply } = comment;
  if (!reply || reply.effect.status === 'cancelled') throw new errors.ReplyCannotBeRetried();
  if (comment.gone !== null) throw new errors.CommentIsGone();
  if (isAnswered(comment)) throw new errors.AlreadyReplied();
  requireText(comment, id);
  const moves = askForRetry(reply.effect, request, context);
  if (moves === null) throw new errors.ReplyCannotBeRetried();
  return replyEvents(id, reply, moves, context.now);
}

const CONFIRMABLE: ReadonlySet<Reply['effect']['status']> = new Set([
  'unknown',
  'scheduled',
  'retrying',
  'failed',
]);

/**
 * Records that a person saw the reply on the platform.
 * @throws ReplyCannotBeConfirmed when there is no reply, or it was sent, was cancelled, or is being sent now
 */
export function confirmReply(
  { reply }: Comment,
  id: CommentId,
  permalink: string | null,
  now: Date,
): CommentEvent[] {
  if (!reply || !CONFIRMABLE.has(reply.effect.status)) throw new errors.ReplyCannotBeConfirmed();
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
 * The owner reports that the comment was answered, with a reply of Posthorn or on the website of the platform. In the second case, Posthorn
 * knows neither the text nor the id of the reply.
 * @param confirmation.canReplyInPosthorn Posthorn can send replies to this comment, so the owner need not write on the platform
 * @throws ReplyCannotBeConfirmed in the same cases as `confirmReply`
 * @throws CommentIsGone, AlreadyReplied in the same cases as `requestReply`
 */
export function confirmAnswer(
  comment: Comment,
  id: CommentId,
  confirmation: Readonly<{ permalink: string | null; canReplyInPosthorn: boolean }>,
  now: Date,
): CommentEvent[] {
  const { permalink, canReplyInPosthorn } = confirmation;
  const hasReply = comment.reply !== null && comment.reply.effect.status !== 'cancelled';
  if (hasReply || canReplyInPosthorn) return confirmReply(comment, id, permalink, now);
  requireUnanswered(comment);
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

function requireUnanswered(comment: Comment): NonNullable<Comment['seen']> {
  const { seen, gone, reply } = comment;
  if (isAnswered(comment)) throw new errors.AlreadyReplied();
  if (!seen || gone !== null) throw new errors.CommentIsGone();
  if (reply && !isFailedOrCancelled(reply)) throw new errors.AlreadyReplied();
  return seen;
}

/** Posthorn does not show the words, and a call about the comment lacks its references. */
function requireText({ isExpired }: Comment, { platform }: CommentId): void {
  if (isExpired) throw new errors.CannotReply(INBOX_TEXT.expired, PLATFORM_NAMES[platform]);
}

const cancel = (id: CommentId, { replyId }: Reply, reason: string, asDraft: boolean, now: Date) =>
  eventOf(id, 'ReplyCancelled', { replyId, reason, asDraft, cancelledAt: now.toISOString() });
