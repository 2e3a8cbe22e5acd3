import type { Move } from '#infrastructure/effects/attempt/move.ts';
import type { CommentEvent, CommentReceived, OwnReplySeen } from './comment-events.ts';
import type { CommentId } from './comment-id.ts';
import { eventOf } from './comment-shapes.ts';
import { isAnswered, type Comment } from './comment.ts';
import { replyEvents } from './events-of-reply-moves.ts';
import type { SentReply } from './reply-moves.ts';
import { isUnsent, mayBePublished, type Reply } from './reply.ts';
import { isSentAs } from './events-of-reply-moves.ts';

/** A comment as one reading showed it at `seenAt`. `hidden`: null where the platform does not say. */
export type CommentSnapshot = Omit<CommentReceived['data'], keyof CommentId> &
  Readonly<{ hidden: boolean | null }>;

/**
 * Records that a comment was seen, for the first time or again, in any order. A deleted comment stays deleted: its words are erased.
 * @param keptFor milliseconds after the last sighting until the platform requires erasure; null: it never does
 */
export function recordComment(
  comment: Comment,
  id: CommentId,
  sighting: CommentSnapshot,
  keptFor: number | null,
): CommentEvent[] {
  const { seen } = comment;
  const { hidden, ...data } = sighting;
  if (!seen) {
    const received = eventOf(id, 'CommentReceived', data);
    return [received, ...(hidden === true ? [hiddenThere(id, sighting)] : [])];
  }
  if (comment.gone !== null || comment.isExpired) return [];
  const edited = editedBy(comment, id, sighting);
  const moderated = seenHidden(comment, id, sighting);
  if (edited.length + moderated.length > 0) return [...edited, ...moderated];
  const { seenAt } = sighting;
  return isDueForRecording(seen, seenAt, keptFor) ? [eventOf(id, 'CommentSeenAgain', { seenAt })] : [];
}

/** Whether to record another sighting. At most four fall into one retention period. */
export const isDueForRecording = (
  { lastSeenAt }: Readonly<{ lastSeenAt: string }>,
  seenAt: string,
  keptFor: number | null,
): boolean => keptFor !== null && Date.parse(seenAt) - Date.parse(lastSeenAt) >= keptFor / 4;

/** The platform reports the comment as deleted, or the owner deleted it there. A reply that has not left is cancelled. */
export function recordCommentGone(
  comment: Comment,
  id: CommentId,
  { by, seenAt }: Readonly<{ by: 'platform' | 'owner'; seenAt: string }>,
): CommentEvent[] {
  if (!comment.seen || comment.gone !== null) return [];
  return [eventOf(id, 'CommentDeleted', { by, seenAt }), ...cancelUnsentReply(comment, id, seenAt)];
}

/** Cancels the reply to a deleted comment where the reply has not left. */
export const cancelUnsentReply = ({ reply }: Comment, id: CommentId, at: string): CommentEvent[] =>
  reply && isUnsent(reply) ? [cancelled(id, reply, 'comment-gone', at)] : [];

/** The platform does not allow Posthorn to keep the words any longer. */
export function expireComment(comment: Comment, id: CommentId, now: Date): CommentEvent[] {
  if (!comment.seen || comment.gone !== null || comment.isExpired) return [];
  return [eventOf(id, 'CommentExpired', { expiredAt: now.toISOString() })];
}

/** A reply of the owner as the platform shows it. */
export type OwnReplyOnPlatform = Omit<OwnReplySeen['data'], keyof CommentId>;

/** How much clocks may differ at most, in milliseconds. */
const CLOCKS_DIFFER = 5 * 60_000;

/**
 * Handles the owner's own words below the comment. They prove a reply of unknown outcome, or are an answer on the platform itself.
 * Such an answer cancels an automatic reply that has not left.
 */
export function recordOwnReply(comment: Comment, id: CommentId, words: OwnReplyOnPlatform): CommentEvent[] {
  const { remoteId, permalink, seenAt: at } = words;
  if (isKnownReply(comment, remoteId)) return [];
  const replies = repliesTo(comment);
  const same = replies.filter((reply) => isSame(reply, words));
  // A reply that only a person saw is this one.
  if (same.some(({ sent }) => sent !== null && sent.remoteId === null)) return [];
  const ours = same.find(mayBePublished) ?? same.find(({ effect }) => (effect.attempt?.number ?? 0) > 1);
  if (ours) {
    const kind = ours.effect.status === 'done' ? 'doneAgain' : 'done';
    const attemptId = ours.effect.attempt?.attemptId ?? null;
    const result = { remoteId, permalink };
    const move: Move<SentReply> = { kind, attemptId, result, evidence: 'look-up', at };
    return replyEvents(id, ours, [move], new Date(at));
  }
  const automatic = comment.reply?.kind === 'ai' && isUnsent(comment.reply) ? comment.reply : null;
  return [
    eventOf(id, 'OwnReplySeen', words),
    ...(automatic ? [cancelled(id, automatic, 'answered-outside', at)] : []),
  ];
}

/** Whether these words of the owner are a known answer to the comment. */
export const isKnownReply = (comment: Comment, remoteId: string): boolean =>
  comment.answeredOutside.includes(remoteId) || repliesTo(comment).some((reply) => isSentAs(reply, remoteId));

const repliesTo = ({ reply, earlier }: Comment): readonly Reply[] => (reply ? [reply, ...earlier] : earlier);

const isSame = (reply: Reply, { text, createdAt }: OwnReplyOnPlatform): boolean =>
  plainOf(reply.text) === plainOf(text) &&
  Date.parse(createdAt) >= Date.parse(reply.requestedAt) - CLOCKS_DIFFER;

/** Platforms change white space and the Unicode form of letters. */
const plainOf = (text: string): string => text.normalize('NFC').replace(/\s+/gu, ' ').trim();

function editedBy(comment: Comment, id: CommentId, sighting: CommentSnapshot): CommentEvent[] {
  if (!isNewer(comment, sighting)) return [];
  const { text, textMac, editedAt, seenAt } = sighting;
  const { reply } = comment;
  const automatic = reply?.kind === 'ai' && isUnsent(reply) ? reply : null;
  return [
    eventOf(id, 'CommentEdited', { text, textMac, editedAt, seenAt }),
    // The reply answers words that were edited since, so a person decides.
    ...(automatic ? [cancelled(id, automatic, 'comment-edited', seenAt, !isAnswered(comment))] : []),
  ];
}

/** Whether the words are different and newer. Older readings can arrive late. */
function isNewer({ seen }: Comment, sighting: CommentSnapshot): boolean {
  if (!seen || seen.textMac === sighting.textMac) return false;
  if (seen.editedAt !== null || sighting.editedAt !== null) {
    const [before, now] = [seen.editedAt ?? seen.createdAt, sighting.editedAt ?? sighting.createdAt];
    if (Date.parse(before) !== Date.parse(now)) return Date.parse(now) > Date.parse(before);
  }
  return Date.parse(sighting.seenAt) > Date.parse(seen.textSeenAt);
}

/** Whether Posthorn already knows that the platform hides the comment, or shows it. A comment hidden only here counts as not known. */
export const isKnownAsHidden = (
  { hidden, isHiddenThere }: Pick<Comment, 'hidden' | 'isHiddenThere'>,
  there: boolean,
): boolean => there === isHiddenThere && !(there && hidden === 'here');

/** A person hid it on the platform, or showed it again. A wish that is being carried out takes precedence. */
function seenHidden(comment: Comment, id: CommentId, sighting: CommentSnapshot): CommentEvent[] {
  const { hiddenAt, moderation } = comment;
  const { hidden, seenAt } = sighting;
  const status = moderation?.effect.status ?? 'done';
  const isWished = status !== 'done' && status !== 'failed';
  if (hidden === null || isKnownAsHidden(comment, hidden) || isWished) return [];
  if (hiddenAt !== null && Date.parse(seenAt) <= Date.parse(hiddenAt)) return [];
  return hidden
    ? [hiddenThere(id, sighting)]
    : [eventOf(id, 'CommentUnhidden', { where: 'platform', attemptId: null, at: seenAt })];
}

const hiddenThere = (id: CommentId, { seenAt: at }: CommentSnapshot): CommentEvent =>
  eventOf(id, 'CommentHidden', { where: 'platform', attemptId: null, at });

const cancelled = (
  id: CommentId,
  { replyId }: Reply,
  reason: string,
  cancelledAt: string,
  asDraft = false,
): CommentEvent => eventOf(id, 'ReplyCancelled', { replyId, reason, asDraft, cancelledAt });
