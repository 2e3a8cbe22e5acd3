import type { Event } from '@posthorn/event-sourcing';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { CommentId } from './comment-id.ts';
import type { ModerationEvent } from './moderation-events.ts';
import type { ReplyEvent } from './reply-events.ts';

/** Who wrote it. */
type CommentAuthor = Readonly<{
  remoteId: string;
  /** Without `@`. */
  handle: string;
  name: string | null;
  isBot: boolean;
}>;

/** Which way it came in. */
type SightingSource = 'webhook' | 'news' | 'thread' | 'one';

/**
 * `authorMac`, `textMac`: keyed digests, by which the same author and the same words are known again. `isBacklog`: it was
 * old when it was first seen, and enters as read.
 */
export type CommentReceived = Event<
  'CommentReceived',
  1,
  CommentId &
    Readonly<{
      postId?: number;
      postRemoteId: string;
      /** The same by whichever way it is read; calls about it name it by `remoteId`. */
      key: string;
      remoteId: string;
      /** What a call about it needs besides. */
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
      /** Null where the platform does not say. */
      editedAt: string | null;
      seenAt: string;
    }>
>;
/** It is not on its platform any more. Its words are erased. */
type CommentDeleted = Event<
  'CommentDeleted',
  1,
  CommentId & Readonly<{ by: 'platform' | 'owner'; seenAt: string }>
>;
/** Its platform allows its words to be kept no longer. They are erased; the comment is still there. */
type CommentExpired = Event<'CommentExpired', 1, CommentId & Readonly<{ expiredAt: string }>>;
/** Nothing new: its platform still shows it, so its words may be kept on. */
type CommentSeenAgain = Event<'CommentSeenAgain', 1, CommentId & Readonly<{ seenAt: string }>>;
type CommentMarkedRead = Event<'CommentMarkedRead', 1, CommentId & Readonly<{ at: string }>>;
type CommentMarkedNew = Event<'CommentMarkedNew', 1, CommentId & Readonly<{ at: string }>>;
/** A model judged it. What a list of words judges is reckoned anew each time, and is no event. */
type CommentSentimentJudged = Event<
  'CommentSentimentJudged',
  1,
  CommentId &
    Readonly<{ label: 'positive' | 'neutral' | 'negative'; model: string; textMac: string; at: string }>
>;
/** Its owner answered it on the platform itself. `remoteId` and `text` are empty where only a person has said so. */
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
