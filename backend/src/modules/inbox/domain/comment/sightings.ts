import type { Move } from '#infrastructure/effects/attempt/move.ts';
import type { CommentEvent, CommentReceived, OwnReplySeen } from './comment-events.ts';
import type { CommentId } from './comment-id.ts';
import { eventOf } from './comment-shapes.ts';
import { isAnswered, type Comment } from './comment.ts';
import { replyEvents } from './events-of-reply-moves.ts';
import type { SentReply } from './reply-moves.ts';
import { hasNotLeft, mayBeThere, type Reply } from './reply.ts';
import { knows } from './events-of-reply-moves.ts';

/** A comment as some way of reading showed it at `seenAt`. `hidden`: null where the platform does not say. */
export type Sighting = Omit<CommentReceived['data'], keyof CommentId> & Readonly<{ hidden: boolean | null }>;

/**
 * A comment was seen, for the first time or again, in any order. What is gone stays so: its words are erased by then.
 * @param keptFor milliseconds after which the platform wants its words to be gone unless it still shows them; null: never
 */
export function see(
  comment: Comment,
  id: CommentId,
  sighting: Sighting,
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
  return isDueAgain(seen, seenAt, keptFor) ? [eventOf(id, 'CommentSeenAgain', { seenAt })] : [];
}

/** Told four times within the time for which words are kept at most. */
export const isDueAgain = (
  { lastSeenAt }: Readonly<{ lastSeenAt: string }>,
  seenAt: string,
  keptFor: number | null,
): boolean => keptFor !== null && Date.parse(seenAt) - Date.parse(lastSeenAt) >= keptFor / 4;

/** Its platform says that it is gone, or its owner took it away there. A reply that has not left is taken back. */
export function seeGone(
  comment: Comment,
  id: CommentId,
  { by, seenAt }: Readonly<{ by: 'platform' | 'owner'; seenAt: string }>,
): CommentEvent[] {
  if (!comment.seen || comment.gone !== null) return [];
  return [eventOf(id, 'CommentDeleted', { by, seenAt }), ...withoutReply(comment, id, seenAt)];
}

/** The reply to a comment that is gone, where it has not left. */
export const withoutReply = ({ reply }: Comment, id: CommentId, at: string): CommentEvent[] =>
  reply && hasNotLeft(reply) ? [cancelled(id, reply, 'comment-gone', at)] : [];

/** Its platform allows its words to be kept no longer. */
export function expire(comment: Comment, id: CommentId, now: Date): CommentEvent[] {
  if (!comment.seen || comment.gone !== null || comment.isExpired) return [];
  return [eventOf(id, 'CommentExpired', { expiredAt: now.toISOString() })];
}

/** A reply of its owner as the platform shows it. */
export type OwnWords = Omit<OwnReplySeen['data'], keyof CommentId>;

/** Clocks differ by so much at most, in milliseconds. */
const CLOCKS_DIFFER = 5 * 60_000;

/**
 * Words of its owner below it: proof of a reply of ours that nobody knew the end of, or an answer that was given on the
 * platform itself. An automatic reply that has not left is taken back by that.
 */
export function seeOwnReply(comment: Comment, id: CommentId, words: OwnWords): CommentEvent[] {
  const { remoteId, permalink, seenAt: at } = words;
  if (isKnownReply(comment, remoteId)) return [];
  const replies = repliesTo(comment);
  const same = replies.filter((reply) => isSame(reply, words));
  // One that only a person saw is this very one.
  if (same.some(({ sent }) => sent !== null && sent.remoteId === null)) return [];
  const ours = same.find(mayBeThere) ?? same.find(({ effect }) => (effect.attempt?.number ?? 0) > 1);
  if (ours) {
    const kind = ours.effect.status === 'done' ? 'doneAgain' : 'done';
    const attemptId = ours.effect.attempt?.attemptId ?? null;
    const result = { remoteId, permalink };
    const move: Move<SentReply> = { kind, attemptId, result, evidence: 'look-up', at };
    return replyEvents(id, ours, [move], new Date(at));
  }
  const automatic = comment.reply?.kind === 'ai' && hasNotLeft(comment.reply) ? comment.reply : null;
  return [
    eventOf(id, 'OwnReplySeen', words),
    ...(automatic ? [cancelled(id, automatic, 'answered-outside', at)] : []),
  ];
}

/** Whether words of its owner are known as an answer to it. */
export const isKnownReply = (comment: Comment, remoteId: string): boolean =>
  comment.answeredOutside.includes(remoteId) || repliesTo(comment).some((reply) => knows(reply, remoteId));

const repliesTo = ({ reply, earlier }: Comment): readonly Reply[] => (reply ? [reply, ...earlier] : earlier);

const isSame = (reply: Reply, { text, createdAt }: OwnWords): boolean =>
  plainOf(reply.text) === plainOf(text) &&
  Date.parse(createdAt) >= Date.parse(reply.requestedAt) - CLOCKS_DIFFER;

/** Platforms change white space and the form of letters. */
const plainOf = (text: string): string => text.normalize('NFC').replace(/\s+/gu, ' ').trim();

function editedBy(comment: Comment, id: CommentId, sighting: Sighting): CommentEvent[] {
  if (!isNewer(comment, sighting)) return [];
  const { text, textMac, editedAt, seenAt } = sighting;
  const { reply } = comment;
  const automatic = reply?.kind === 'ai' && hasNotLeft(reply) ? reply : null;
  return [
    eventOf(id, 'CommentEdited', { text, textMac, editedAt, seenAt }),
    // It answers words that do not stand there any more: a person decides.
    ...(automatic ? [cancelled(id, automatic, 'comment-edited', seenAt, !isAnswered(comment))] : []),
  ];
}

/** Other words, and later ones: what an older reading showed comes in late now and then. */
function isNewer({ seen }: Comment, sighting: Sighting): boolean {
  if (!seen || seen.textMac === sighting.textMac) return false;
  if (seen.editedAt !== null || sighting.editedAt !== null) {
    const [before, now] = [seen.editedAt ?? seen.createdAt, sighting.editedAt ?? sighting.createdAt];
    if (Date.parse(before) !== Date.parse(now)) return Date.parse(now) > Date.parse(before);
  }
  return Date.parse(sighting.seenAt) > Date.parse(seen.textSeenAt);
}

/** It is known that its platform hides it, or shows it. What a person has hidden here since may be hidden there no more. */
export const isKnownAsHidden = (
  { hidden, isHiddenThere }: Pick<Comment, 'hidden' | 'isHiddenThere'>,
  there: boolean,
): boolean => there === isHiddenThere && !(there && hidden === 'here');

/** Somebody hid it there, or showed it again; a wish of ours that is on its way decides by itself. */
function seenHidden(comment: Comment, id: CommentId, sighting: Sighting): CommentEvent[] {
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

const hiddenThere = (id: CommentId, { seenAt: at }: Sighting): CommentEvent =>
  eventOf(id, 'CommentHidden', { where: 'platform', attemptId: null, at });

const cancelled = (
  id: CommentId,
  { replyId }: Reply,
  reason: string,
  cancelledAt: string,
  asDraft = false,
): CommentEvent => eventOf(id, 'ReplyCancelled', { replyId, reason, asDraft, cancelledAt });
