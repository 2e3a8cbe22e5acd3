import { HOUR_MS } from '@posthorn/contracts/shared/durations';
import type { Platform } from '@posthorn/contracts/shared/platform';
import type { Move } from '#infrastructure/effects/attempt/move.ts';
import type { CommentEvent, CommentReceived, OwnReplySeen } from './comment-events.ts';
import type { CommentId } from './comment-id.ts';
import { eventOf } from './comment-shapes.ts';
import { isAnswered, type Comment } from './comment.ts';
import { replyEvents } from './events-of-reply-moves.ts';
import type { SentReply } from './reply-moves.ts';
import { isUnsent, mayBePublished, type Reply } from './reply.ts';
import { isKeptOnlyOnce } from './retention.ts';
import { isSentAs } from './events-of-reply-moves.ts';

/** A comment as one reading showed it at `seenAt`. `hidden`: null if the platform does not report it. */
export type CommentSnapshot = Omit<CommentReceived['data'], keyof CommentId> &
  Readonly<{ hidden: boolean | null }>;

/**
 * Records a snapshot of a comment. Snapshots may come in any order. Records nothing for a deleted or expired comment: its text is erased.
 * @param keptFor milliseconds after the last sighting until the platform requires erasure; null: the platform never requires it
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
    return [received, ...(hidden === true ? [hiddenOnPlatform(id, sighting)] : [])];
  }
  if (comment.gone !== null || comment.isExpired) return [];
  const edited = editedBy(comment, id, sighting);
  const moderated = visibilityEvents(comment, id, sighting);
  if (edited.length + moderated.length > 0) return [...edited, ...moderated];
  const { seenAt } = sighting;
  return isDueForRecording(seen, seenAt, keptFor) ? [eventOf(id, 'CommentSeenAgain', { seenAt })] : [];
}

/** Returns whether the product records another sighting: at most four in one retention period, and none without such a period. */
export const isDueForRecording = (
  { lastSeenAt }: Readonly<{ lastSeenAt: string }>,
  seenAt: string,
  keptFor: number | null,
): boolean => keptFor !== null && Date.parse(seenAt) - Date.parse(lastSeenAt) >= keptFor / 4;

/** For this time after a deletion, in milliseconds, lists of a platform may still show the comment. */
const LISTED_AFTER_DELETION = HOUR_MS;

/**
 * Returns whether the recorded deletion was an error: a list shows the comment again. The words of the old recording are erased for ever, so
 * the caller records the comment under a new number. True also for a row of an earlier release, whose time of deletion only the stream contains.
 */
export const hasReturned = (
  { gone, goneAt, isExpired }: Pick<Comment, 'gone' | 'goneAt' | 'isExpired'>,
  platform: Platform,
  { source, seenAt }: Pick<CommentSnapshot, 'source' | 'seenAt'>,
): boolean =>
  gone === 'platform' &&
  !isExpired &&
  !isKeptOnlyOnce(platform) &&
  (source === 'news' || source === 'thread') &&
  (goneAt == null || Date.parse(seenAt) - Date.parse(goneAt) >= LISTED_AFTER_DELETION);

/** Returns whether a comment that has returned needs no attention, because its owner had read or answered it. */
export const wasHandled = ({ status, reply, isBacklog }: Comment): boolean =>
  isBacklog || status !== 'new' || reply !== null;

/** Records that the comment was deleted on its platform, and cancels a reply that was not yet sent. */
export function recordCommentGone(
  comment: Comment,
  id: CommentId,
  { by, seenAt }: Readonly<{ by: 'platform' | 'owner'; seenAt: string }>,
): CommentEvent[] {
  if (!comment.seen || comment.gone !== null) return [];
  return [eventOf(id, 'CommentDeleted', { by, seenAt }), ...cancelUnsentReply(comment, id, seenAt)];
}

/** Cancels the reply to a deleted comment if the reply was not yet sent. */
export const cancelUnsentReply = ({ reply }: Comment, id: CommentId, at: string): CommentEvent[] =>
  reply && isUnsent(reply) ? [cancelled(id, reply, 'comment-gone', at)] : [];

/** Records that the platform does not allow Posthorn to keep the text any longer. */
export function expireComment(comment: Comment, id: CommentId, now: Date): CommentEvent[] {
  if (!comment.seen || comment.gone !== null || comment.isExpired) return [];
  return [eventOf(id, 'CommentExpired', { expiredAt: now.toISOString() })];
}

/** A reply of the owner as the platform shows it. */
export type OwnReplyOnPlatform = Omit<OwnReplySeen['data'], keyof CommentId>;

/** The maximum difference between our clock and the clock of a platform, in milliseconds. */
const CLOCK_DIFFERENCE_MAX = 5 * 60_000;

/**
 * Records a reply of the owner that the platform shows below the comment. It may prove that our reply of unknown outcome was published.
 * Otherwise the owner answered on the platform itself, which cancels an automatic reply that was not yet sent.
 */
export function recordOwnReply(
  comment: Comment,
  id: CommentId,
  ownReply: OwnReplyOnPlatform,
): CommentEvent[] {
  const { remoteId, permalink, seenAt: at } = ownReply;
  if (isKnownReply(comment, remoteId)) return [];
  const replies = repliesTo(comment);
  const same = replies.filter((reply) => isSame(reply, ownReply));
  // A person confirmed our reply without a remote id. So this is that reply.
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
    eventOf(id, 'OwnReplySeen', ownReply),
    ...(automatic ? [cancelled(id, automatic, 'answered-outside', at)] : []),
  ];
}

/** Returns whether the product already knows this reply of the owner. */
export const isKnownReply = (comment: Comment, remoteId: string): boolean =>
  comment.answeredOutside.includes(remoteId) || repliesTo(comment).some((reply) => isSentAs(reply, remoteId));

const repliesTo = ({ reply, earlier }: Comment): readonly Reply[] => (reply ? [reply, ...earlier] : earlier);

const isSame = (reply: Reply, { text, createdAt }: OwnReplyOnPlatform): boolean =>
  plainOf(reply.text) === plainOf(text) &&
  Date.parse(createdAt) >= Date.parse(reply.requestedAt) - CLOCK_DIFFERENCE_MAX;

/** Ignores white space and the Unicode form of letters, because platforms change both. */
const plainOf = (text: string): string => text.normalize('NFC').replace(/\s+/gu, ' ').trim();

function editedBy(comment: Comment, id: CommentId, sighting: CommentSnapshot): CommentEvent[] {
  if (!isNewer(comment, sighting)) return [];
  const { text, textMac, editedAt, seenAt } = sighting;
  const { reply } = comment;
  const automatic = reply?.kind === 'ai' && isUnsent(reply) ? reply : null;
  return [
    eventOf(id, 'CommentEdited', { text, textMac, editedAt, seenAt }),
    // The automatic reply was written for the text before the edit, so a person decides.
    ...(automatic ? [cancelled(id, automatic, 'comment-edited', seenAt, !isAnswered(comment))] : []),
  ];
}

/** Returns whether the text is different and newer. Older snapshots can arrive late. */
function isNewer({ seen }: Comment, sighting: CommentSnapshot): boolean {
  if (!seen || seen.textMac === sighting.textMac) return false;
  if (seen.editedAt !== null || sighting.editedAt !== null) {
    const [before, after] = [seen.editedAt ?? seen.createdAt, sighting.editedAt ?? sighting.createdAt];
    if (Date.parse(before) !== Date.parse(after)) return Date.parse(after) > Date.parse(before);
  }
  return Date.parse(sighting.seenAt) > Date.parse(seen.textSeenAt);
}

/**
 * Returns whether Posthorn already knows that the platform hides or shows the comment. For a comment that only Posthorn hides, hiding is
 * new.
 */
export const isKnownAsHidden = (
  { hidden, isHiddenThere }: Pick<Comment, 'hidden' | 'isHiddenThere'>,
  isHiddenNow: boolean,
): boolean => isHiddenNow === isHiddenThere && !(isHiddenNow && hidden === 'here');

/** Records that the platform now hides or shows the comment. Records nothing while a requested moderation is in progress. */
function visibilityEvents(comment: Comment, id: CommentId, sighting: CommentSnapshot): CommentEvent[] {
  const { hiddenAt, moderation } = comment;
  const { hidden, seenAt } = sighting;
  const status = moderation?.effect.status ?? 'done';
  const isModerationOpen = status !== 'done' && status !== 'failed';
  if (hidden === null || isKnownAsHidden(comment, hidden) || isModerationOpen) return [];
  if (hiddenAt !== null && Date.parse(seenAt) <= Date.parse(hiddenAt)) return [];
  return hidden
    ? [hiddenOnPlatform(id, sighting)]
    : [eventOf(id, 'CommentUnhidden', { where: 'platform', attemptId: null, at: seenAt })];
}

const hiddenOnPlatform = (id: CommentId, { seenAt: at }: CommentSnapshot): CommentEvent =>
  eventOf(id, 'CommentHidden', { where: 'platform', attemptId: null, at });

const cancelled = (
  id: CommentId,
  { replyId }: Reply,
  reason: string,
  cancelledAt: string,
  asDraft = false,
): CommentEvent => eventOf(id, 'ReplyCancelled', { replyId, reason, asDraft, cancelledAt });
