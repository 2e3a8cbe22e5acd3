import type { Platform } from '@posthorn/contracts/shared/platform';
import type { Event } from '@posthorn/event-sourcing';

type OfComment = Readonly<{ commentId: number; ownerId: string; platform: Platform }>;

/** Events about comments and replies that analytics read. `kind`: whether a person or the model wrote the reply. Times are in ISO format. */
export type AnsweredCommentEvent =
  | Event<
      'CommentReceived',
      number,
      OfComment & Readonly<{ accountId: number; createdAt: string; isBacklog: boolean }>
    >
  | Event<'ReplySent', number, OfComment & Readonly<{ kind: 'manual' | 'ai'; sentAt: string }>>
  | Event<'OwnReplySeen', number, OfComment & Readonly<{ createdAt: string }>>
  | Event<'CommentDeleted' | 'CommentRemoved' | 'CommentHidden' | 'CommentUnhidden', number, OfComment>;

type OnAccount = OfComment & Readonly<{ accountId: number }>;
type OfReply = OnAccount & Readonly<{ replyId: string; attemptId: string | null }>;
/** The events about comments that other programs receive. */
export type CommentStepEvent =
  | Event<'CommentReceived', number, OnAccount & Readonly<{ postId?: number; isBacklog: boolean }>>
  | Event<
      'ReplySent',
      number,
      OfReply & Readonly<{ kind: 'manual' | 'ai'; remoteId: string | null; permalink: string | null }>
    >
  | Event<'ReplyFailed', number, OfReply & Readonly<{ reason: string; retryAt: string | null }>>;
