import type { ReplyKind } from '@posthorn/contracts/inbox/comments.http';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import { isSameJson } from '@posthorn/event-sourcing';
import { askForRetry } from '#infrastructure/effects/attempt/asked-by-a-person.ts';
import type { EffectContext } from '#infrastructure/effects/attempt/context.ts';
import { resume } from '#infrastructure/effects/attempt/rules.ts';
import * as errors from './inbox.errors.ts';
import type { CommentEvent } from './comment-events.ts';
import type { CommentId } from './comment-id.ts';
import { eventOf } from './comment-shapes.ts';
import { isAnswered, type Comment } from './comment.ts';
import { replyEvents } from './events-of-reply-moves.ts';
import { moderationEvents } from './moderation.ts';
import { hasComeToNothing, hasNotLeft, type Reply } from './reply.ts';
import { VISIBLE } from '../judging/plain-text.ts';

/**
 * `forTextMac`: the words that a model read; null: a person looked at those that stand there now. `isByKey`: `replyId` follows from an
 * Idempotency-Key, which is good for one text only.
 */
export type ReplyWish = Readonly<{
  replyId: string;
  kind: ReplyKind;
  aiAssisted: boolean;
  text: string;
  forTextMac: string | null;
  notBefore: string | null;
  isByKey?: boolean;
}>;

/**
 * One reply at most. The same `replyId` again is the same reply.
 * @throws ReplyIsBlank, CommentIsGone
 * @throws AlreadyReplied when one was sent, or another is open
 * @throws ReplyKeyReused when its key was used for other words
 * @throws ReplyWasCancelled when that very one was taken back since
 * @throws ReplyIsStale when the model read other words than those that stand there now
 */
export function requestReply(comment: Comment, id: CommentId, wish: ReplyWish, now: Date): CommentEvent[] {
  const { replyId, kind, aiAssisted, text, notBefore } = wish;
  // A reply that was taken back as a draft may be sent as it is.
  const known =
    comment.draft?.replyId === replyId
      ? undefined
      : repliesOf(comment).find((reply) => reply.replyId === replyId);
  if (known && wish.isByKey && known.text !== text) throw new errors.ReplyKeyReused();
  if (known && kind === 'manual' && known.effect.status === 'cancelled') throw new errors.ReplyWasCancelled();
  if (known) return [];
  const { textMac } = unanswered(comment);
  if (!VISIBLE.test(text)) throw new errors.ReplyIsBlank();
  if (wish.forTextMac !== null && wish.forTextMac !== textMac) throw new errors.ReplyIsStale();
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

/** `reasons`: codes of what kept it from being sent by itself. */
export type DraftWritten = Readonly<{
  replyId: string;
  text: string;
  model: string;
  promptVersion: string;
  forTextMac: string;
  reasons: readonly string[];
}>;

/**
 * A draft takes the place of the one before it.
 * @throws CommentIsGone, AlreadyReplied as `requestReply`
 */
export function draftReply(comment: Comment, id: CommentId, draft: DraftWritten, now: Date): CommentEvent[] {
  const { replyId } = draft;
  if (comment.draft?.replyId === replyId || repliesOf(comment).some((reply) => reply.replyId === replyId))
    return [];
  unanswered(comment);
  return [eventOf(id, 'AiReplyDrafted', { ...draft, draftedAt: now.toISOString() })];
}

/** Told once. */
export const skipReply = ({ skipped }: Comment, id: CommentId, reason: string, now: Date): CommentEvent[] =>
  skipped === null ? [eventOf(id, 'AiReplySkipped', { reason, at: now.toISOString() })] : [];

/**
 * Its owner takes the reply back, or discards the draft. Nothing when that was done already.
 * @throws ReplyHasLeft when it is on its way, there or in doubt
 */
export function takeBack(comment: Comment, id: CommentId, now: Date): CommentEvent[] {
  const { reply, draft } = comment;
  if (reply && hasNotLeft(reply)) return [cancel(id, reply, 'taken-back', false, now)];
  if (draft) return [eventOf(id, 'AiReplyDraftDiscarded', { replyId: draft.replyId, at: now.toISOString() })];
  if (reply && !hasComeToNothing(reply)) throw new errors.ReplyHasLeft();
  return [];
}

/** Nobody may send it by itself any more: a reply of the model that has not left becomes a draft. */
export const turnIntoDraft = (
  { reply }: Comment,
  id: CommentId,
  reason: string,
  now: Date,
): CommentEvent[] =>
  reply?.kind === 'ai' && hasNotLeft(reply) ? [cancel(id, reply, reason, true, now)] : [];

/**
 * Keeps what must outlive a crash, before it is used. `keptRefs`: what the preparer last knew to be kept.
 * @returns nothing where somebody else has kept something since, or it is not to be sent now
 */
export function keepPrepared(
  { reply }: Comment,
  id: CommentId,
  { replyId, refs, keptRefs }: Readonly<{ replyId: string; refs: JsonObject; keptRefs: JsonObject | null }>,
): CommentEvent[] {
  if (reply?.replyId !== replyId || hasComeToNothing(reply)) return [];
  if (isSameJson(reply.prepared, refs) || !isSameJson(reply.prepared, keptRefs)) return [];
  return [eventOf(id, 'ReplyPrepared', { replyId, refs })];
}

/**
 * A person wants a failed or unknown reply sent again, by the rule of posts.
 * @param wish.isLookedFor its platform has just been asked, and can tell
 * @throws ReplyCannotBeRetried unless the last one failed or is unknown
 * @throws CommentIsGone, and AlreadyReplied when the comment was answered otherwise
 */
export function retryReply(
  comment: Comment,
  id: CommentId,
  wish: Readonly<{ atOwnRisk: boolean; isLookedFor: boolean }>,
  c: EffectContext,
): CommentEvent[] {
  const { reply } = comment;
  if (!reply || reply.effect.status === 'cancelled') throw new errors.ReplyCannotBeRetried();
  if (comment.gone !== null) throw new errors.CommentIsGone();
  if (isAnswered(comment)) throw new errors.AlreadyReplied();
  const asked = askForRetry(reply.effect, wish, c);
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
 * @throws ReplyIsNotUnknown when it is known to be there, was taken back, or is being sent now
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
 * A person says that the comment is answered: a reply of ours is there, or one that they wrote on the platform's own page. Nobody knows
 * the words of such a one, nor its name there.
 * @param told.isTakenFromHere the platform takes replies to it from here, so that none is written elsewhere unseen
 * @throws what `confirmReply` does; CommentIsGone and AlreadyReplied as `requestReply`
 */
export function confirmAnswer(
  comment: Comment,
  id: CommentId,
  told: Readonly<{ permalink: string | null; isTakenFromHere: boolean }>,
  now: Date,
): CommentEvent[] {
  const { permalink, isTakenFromHere } = told;
  const hasReply = comment.reply !== null && comment.reply.effect.status !== 'cancelled';
  if (hasReply || isTakenFromHere) return confirmReply(comment, id, permalink, now);
  unanswered(comment);
  const at = now.toISOString();
  return [eventOf(id, 'OwnReplySeen', { remoteId: '', text: '', createdAt: at, permalink, seenAt: at })];
}

/** The account was connected again: what waited for it goes on. */
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
  if (reply && !hasComeToNothing(reply)) throw new errors.AlreadyReplied();
  return seen;
}

const cancel = (id: CommentId, { replyId }: Reply, reason: string, asDraft: boolean, now: Date) =>
  eventOf(id, 'ReplyCancelled', { replyId, reason, asDraft, cancelledAt: now.toISOString() });
