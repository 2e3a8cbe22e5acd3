import { assertNever, type Event, type Stream } from '@posthorn/event-sourcing';
import { eventsOf, personal, plain } from '@posthorn/event-sourcing/event-shape';

/**
 * Automatic replies under one publication. The limits apply to all comments together, so one stream records all replies.
 * Each append fails if the stream has changed since the decision, so simultaneous replies cannot exceed a limit.
 */
type Of = Readonly<{
  postId: number;
  accountId: number;
  ownerId: string;
  commentId: number;
  replyId: string;
}>;
/** Reserves the place for one reply to one person. */
export type AutoReplyReserved = Event<
  'AutoReplyReserved',
  1,
  Of & Readonly<{ authorMac: string; reservedAt: string }>
>;
/** The reply was not sent, so its place is free again. */
export type AutoReplyReleased = Event<'AutoReplyReleased', 1, Of & Readonly<{ releasedAt: string }>>;
export type AutoReplyEvent = AutoReplyReserved | AutoReplyReleased;

type Place = Readonly<{ commentId: number; replyId: string; authorMac: string }>;
export type AutoReplies = Readonly<{ places: readonly Place[] }>;

/** The maximum of automatic replies under one publication. Each person gets at most one. */
export const AUTO_REPLIES_MAX = 50;

/** Returns the stream id of one publication. */
export const autoReplyId = (postId: number, accountId: number): string =>
  `${String(postId)}-${String(accountId)}`;

const owner = personal((data: Of) => data.ownerId);

export const autoReplyStream: Stream<AutoReplies, AutoReplyEvent> = {
  category: 'autoReply',
  initial: { places: [] },
  evolve({ places }, event) {
    const others = places.filter(({ replyId }) => replyId !== event.data.replyId);
    switch (event.type) {
      case 'AutoReplyReserved': {
        const { commentId, replyId, authorMac } = event.data;
        return { places: [...others, { commentId, replyId, authorMac }] };
      }
      case 'AutoReplyReleased':
        return { places: others };
      default:
        return assertNever(event);
    }
  },
  shapes: {
    AutoReplyReserved: {
      schema: 1,
      fields: { ownerId: plain, replyId: plain, authorMac: owner, reservedAt: plain },
    },
    AutoReplyReleased: { schema: 1, fields: { ownerId: plain, replyId: plain, releasedAt: plain } },
  },
};

export const autoReplyEvent = eventsOf<AutoReplyEvent>(autoReplyStream.shapes);

/** Returns the id of the reply that has a place for this comment; null: no reply has one. */
export const replyWithPlace = ({ places }: AutoReplies, commentId: number): string | null =>
  places.find((place) => place.commentId === commentId)?.replyId ?? null;

/** Returns the reason why no place is free; null: a place is free, or this comment already has a place. */
export function whyNoPlace(
  { places }: AutoReplies,
  { commentId, authorMac }: Pick<Place, 'commentId' | 'authorMac'>,
): 'author' | 'publication' | null {
  if (places.some((place) => place.commentId === commentId)) return null;
  if (places.some((place) => place.authorMac === authorMac)) return 'author';
  return places.length >= AUTO_REPLIES_MAX ? 'publication' : null;
}

/** Returns no event if no place is free, or if this comment already has one. `replyWithPlace` of the new state shows which. */
export function reserve(replies: AutoReplies, place: Of & Place, now: Date): AutoReplyReserved[] {
  if (replyWithPlace(replies, place.commentId) !== null || whyNoPlace(replies, place) !== null) return [];
  return [autoReplyEvent('AutoReplyReserved', { ...place, reservedAt: now.toISOString() })];
}

export function release(replies: AutoReplies, of: Omit<Of, 'replyId'>, now: Date): AutoReplyReleased[] {
  const replyId = replyWithPlace(replies, of.commentId);
  if (replyId === null) return [];
  return [autoReplyEvent('AutoReplyReleased', { ...of, replyId, releasedAt: now.toISOString() })];
}
