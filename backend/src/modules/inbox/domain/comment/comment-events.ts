import type { Event } from '@posthorn/event-sourcing';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { CommentId } from './comment-id.ts';
import type { ModerationEvent } from './moderation-events.ts';
import type { ReplyEvent } from './reply-events.ts';

/** The author of the comment. */
type CommentAuthor = Readonly<{
  remoteId: string;
  /** Without `@`. */
  handle: string;
  name: string | null;
  isBot: boolean;
}>;

/** How Posthorn read the comment. */
type SightingSource = 'webhook' | 'news' | 'thread' | 'one';

/**
 * `authorMac`, `textMac`: keyed digests that are equal for the same author and the same text. `isBacklog`: the comment was already old
 * when Posthorn first saw it, so it counts as read.
 */
export type CommentReceived = Event<
  'CommentReceived',
  1,
  CommentId &
    Readonly<{
      postId?: number;
      postRemoteId: string;
      /** Identifies the comment, independent of `source`. API calls about the comment use `remoteId` instead. */
      key: string;
      remoteId: string;
      /** What a call about the comment needs besides `remoteId`. */
      remoteRefs: JsonObject;
      parentRemoteId: string | null;
      author: CommentAuthor;
      authorMac: string;
      text: string;
      textMac: string;
      createdAt: string;
      editedAt: string | null;
      seenAt: string;
      source: SightingSource;
      permalink: string | null;
      isBacklog: boolean;
    }>
>;
type CommentEdited = Event<
  'CommentEdited',
  1,
  CommentId &
    Readonly<{
      text: string;
      textMac: string;
      /** Null: the platform does not report the time. */
      editedAt: string | null;
      seenAt: string;
    }>
>;
/** The comment was deleted on its platform. The product erases its text. */
type CommentDeleted = Event<
  'CommentDeleted',
  1,
  CommentId & Readonly<{ by: 'platform' | 'owner'; seenAt: string }>
>;
/** The platform does not allow Posthorn to keep the text any longer. The product erases the text; the comment stays. */
type CommentExpired = Event<'CommentExpired', 1, CommentId & Readonly<{ expiredAt: string }>>;
/** The platform still shows the comment unchanged, so Posthorn may keep its text for longer. */
type CommentSeenAgain = Event<'CommentSeenAgain', 1, CommentId & Readonly<{ seenAt: string }>>;
type CommentMarkedRead = Event<'CommentMarkedRead', 1, CommentId & Readonly<{ at: string }>>;
type CommentMarkedNew = Event<'CommentMarkedNew', 1, CommentId & Readonly<{ at: string }>>;
/** A model judged the comment. Judgements by word lists have no event: the product computes them on each use. */
type CommentSentimentJudged = Event<
  'CommentSentimentJudged',
  1,
  CommentId &
    Readonly<{ label: 'positive' | 'neutral' | 'negative'; model: string; textMac: string; at: string }>
>;
/** The owner replied on the platform itself. `remoteId` and `text` are empty if a person only reported the reply. */
export type OwnReplySeen = Event<
  'OwnReplySeen',
  1,
  CommentId &
    Readonly<{
      remoteId: string;
      text: string;
      createdAt: string;
      permalink: string | null;
      seenAt: string;
    }>
>;

export type CommentEvent =
  | CommentReceived
  | CommentEdited
  | CommentDeleted
  | CommentExpired
  | CommentSeenAgain
  | CommentMarkedRead
  | CommentMarkedNew
  | CommentSentimentJudged
  | OwnReplySeen
  | ReplyEvent
  | ModerationEvent;
