import { personal, plain, type EventShapes } from '@posthorn/event-sourcing/event-shape';
import type { Move } from '#infrastructure/effects/attempt/move.ts';
import { idempotentShapes, type MoveEvent } from '#infrastructure/effects/effect-story.ts';
import type { CommentEvent } from './comment-events.ts';
import { wordsSubject, type CommentId } from './comment-id.ts';

/**
 * The comment's own key encrypts the author and the text. Ids and the permalink use the owner's key: people can still open and moderate a
 * comment whose own key is destroyed.
 */
const words = personal((data: CommentId) => wordsSubject(data));
const owner = personal((data: CommentId) => data.ownerId);
const keyFields = { ownerId: plain, platform: plain } as const;

export const commentShapes: EventShapes<CommentEvent> = {
  CommentReceived: {
    schema: 1,
    fields: {
      ...keyFields,
      postRemoteId: owner,
      key: owner,
      remoteId: owner,
      remoteRefs: words,
      parentRemoteId: owner,
      author: words,
      authorMac: owner,
      text: words,
      textMac: words,
      createdAt: plain,
      editedAt: plain,
      seenAt: plain,
      source: plain,
      permalink: owner,
    },
  },
  CommentEdited: {
    schema: 1,
    fields: { ...keyFields, text: words, textMac: words, editedAt: plain, seenAt: plain },
  },
  CommentDeleted: { schema: 1, fields: { ...keyFields, by: plain, seenAt: plain } },
  CommentExpired: { schema: 1, fields: { ...keyFields, expiredAt: plain } },
  CommentSeenAgain: { schema: 1, fields: { ...keyFields, seenAt: plain } },
  CommentMarkedRead: { schema: 1, fields: { ...keyFields, at: plain } },
  CommentMarkedNew: { schema: 1, fields: { ...keyFields, at: plain } },
  CommentSentimentJudged: {
    schema: 1,
    fields: { ...keyFields, label: plain, model: plain, textMac: words, at: plain },
  },
  OwnReplySeen: {
    schema: 1,
    fields: { ...keyFields, remoteId: owner, text: owner, createdAt: plain, permalink: owner, seenAt: plain },
  },
  AiReplyDrafted: {
    schema: 1,
    fields: {
      ...keyFields,
      replyId: plain,
      text: owner,
      model: plain,
      promptVersion: plain,
      forTextMac: words,
      reasons: plain,
      draftedAt: plain,
    },
  },
  AiReplySkipped: { schema: 1, fields: { ...keyFields, reason: plain, at: plain } },
  AiReplyDraftDiscarded: { schema: 1, fields: { ...keyFields, replyId: plain, at: plain } },
  ReplyRequested: {
    schema: 1,
    fields: {
      ...keyFields,
      replyId: plain,
      kind: plain,
      text: owner,
      forTextMac: words,
      requestedAt: plain,
      notBefore: plain,
    },
  },
  ReplyPrepared: { schema: 1, fields: { ...keyFields, replyId: plain, refs: owner } },
  ReplyAttemptStarted: {
    schema: 1,
    fields: {
      ...keyFields,
      replyId: plain,
      attemptId: plain,
      fingerprint: owner,
      startedAt: plain,
      startBy: plain,
      deadline: plain,
    },
  },
  ReplyAttemptNotStarted: {
    schema: 1,
    fields: { ...keyFields, replyId: plain, attemptId: plain, reason: plain, nextAt: plain },
  },
  ReplyAccepted: {
    schema: 1,
    fields: {
      ...keyFields,
      replyId: plain,
      attemptId: plain,
      handle: owner,
      acceptedAt: plain,
      nextAt: plain,
    },
  },
  ReplySent: {
    schema: 1,
    fields: {
      ...keyFields,
      replyId: plain,
      kind: plain,
      attemptId: plain,
      remoteId: owner,
      permalink: owner,
      sentAt: plain,
      evidence: plain,
    },
  },
  ReplyDuplicateDetected: {
    schema: 1,
    fields: {
      ...keyFields,
      replyId: plain,
      attemptId: plain,
      remoteId: owner,
      permalink: owner,
      detectedAt: plain,
      evidence: plain,
    },
  },
  ReplyFailed: {
    schema: 1,
    fields: { ...keyFields, replyId: plain, attemptId: plain, reason: plain, words: owner, retryAt: plain },
  },
  ReplyUnknown: {
    schema: 1,
    fields: {
      ...keyFields,
      replyId: plain,
      attemptId: plain,
      cause: plain,
      words: owner,
      nextAt: plain,
      lookUntil: plain,
    },
  },
  ReplyLookedUp: {
    schema: 1,
    fields: {
      ...keyFields,
      replyId: plain,
      attemptId: plain,
      result: plain,
      words: owner,
      lookedUpAt: plain,
      nextAt: plain,
    },
  },
  ReplyPostponed: {
    schema: 1,
    fields: { ...keyFields, replyId: plain, attemptId: plain, reason: plain, words: owner, until: plain },
  },
  ReplyRetryRequested: {
    schema: 1,
    fields: { ...keyFields, replyId: plain, requestedAt: plain, lookUntil: plain, nextAt: plain },
  },
  ReplyResumed: { schema: 1, fields: { ...keyFields, replyId: plain, resumedAt: plain } },
  ReplyCancelled: {
    schema: 1,
    fields: { ...keyFields, replyId: plain, reason: plain, cancelledAt: plain },
  },
  CommentModerationRequested: {
    schema: 1,
    fields: { ...keyFields, action: plain, requestedAt: plain, nextAt: plain },
  },
  ...idempotentShapes('CommentModeration', keyFields, owner),
  CommentModerationResumed: { schema: 1, fields: { ...keyFields, resumedAt: plain } },
  CommentHidden: { schema: 1, fields: { ...keyFields, where: plain, attemptId: plain, at: plain } },
  CommentUnhidden: { schema: 1, fields: { ...keyFields, where: plain, attemptId: plain, at: plain } },
  CommentRemoved: { schema: 1, fields: { ...keyFields, attemptId: plain, removedAt: plain } },
};

type DataOf<Type extends CommentEvent['type']> = Omit<
  Extract<CommentEvent, { type: Type }>['data'],
  keyof CommentId
>;

/** An event about this comment, in the current version of its shape. */
export const eventOf = <Type extends CommentEvent['type']>(
  { commentId, ownerId, accountId, platform }: CommentId,
  type: Type,
  data: DataOf<Type>,
) =>
  ({
    type,
    schema: commentShapes[type].schema,
    data: { commentId, ownerId, accountId, platform, ...data },
  }) as unknown as Extract<CommentEvent, { type: Type }>;

/** Returns the event for a move. Empty if the story has no event for the move. */
export function eventsOfStory<Type extends CommentEvent['type']>(
  story: Readonly<{ eventOf: (move: Move) => MoveEvent<Type> | null }>,
  of: CommentId,
  move: Move,
  also: Readonly<Record<string, unknown>> = {},
) {
  const event = story.eventOf(move);
  return event ? [eventOf(of, event.type, { ...event.data, ...also } as never)] : [];
}
