import type { Platform } from '@posthorn/contracts/shared/platform';
import type { Event } from '@posthorn/event-sourcing';
import { Query } from '@nestjs/cqrs';
import type { Finding } from '#modules/integrations/public.ts';

/** What an operator should know of the inbox: what reading may cost, and whether the model answers. Asks the model's server. */
export class DiagnoseInbox extends Query<readonly Finding[]> {}

/** A comment came in. `isBacklog`: it was old already. */
export type CommentReceivedEvent = Event<
  'CommentReceived',
  number,
  Readonly<{ commentId: number; accountId: number; ownerId: string; text: string; isBacklog: boolean }>
>;

/**
 * Names the post under which a comment stands, if its owner is to be told of that comment: null when they have seen it already, or
 * when their settings keep it from them.
 */
export class PostOfWelcomeComment extends Query<string | null> {
  constructor(readonly comment: Pick<CommentReceivedEvent['data'], 'commentId' | 'ownerId' | 'text'>) {
    super();
  }
}

/** Comments under a post whose ids are this one or above. `post`: as `PostOfWelcomeComment` names it. */
export type CommentsSince = Readonly<{ post: string; since: number }>;

/** How many of each are still new, in the order in which they are asked for. */
export class CountNewComments extends Query<readonly number[]> {
  constructor(
    readonly ownerId: string,
    readonly asked: readonly CommentsSince[],
  ) {
    super();
  }
}

type OfComment = Readonly<{ commentId: number; ownerId: string; platform: Platform }>;

/** What figures of answering hear of comments, and of who answered them when. `kind`: whether a person sent it. Times are ISO. */
export type AnsweredCommentEvent =
  | Event<'CommentReceived', number, OfComment & Readonly<{ createdAt: string; isBacklog: boolean }>>
  | Event<'ReplySent', number, OfComment & Readonly<{ kind: 'manual' | 'ai'; sentAt: string }>>
  | Event<'OwnReplySeen', number, OfComment & Readonly<{ createdAt: string }>>
  | Event<'CommentDeleted' | 'CommentRemoved' | 'CommentHidden' | 'CommentUnhidden', number, OfComment>;

type OnAccount = OfComment & Readonly<{ accountId: number }>;
type OfReply = OnAccount & Readonly<{ replyId: string; attemptId: string | null }>;
/** What other programs are told of comments. */
export type CommentStepEvent =
  | Event<'CommentReceived', number, OnAccount & Readonly<{ postId?: number; isBacklog: boolean }>>
  | Event<
      'ReplySent',
      number,
      OfReply & Readonly<{ kind: 'manual' | 'ai'; remoteId: string | null; permalink: string | null }>
    >
  | Event<'ReplyFailed', number, OfReply & Readonly<{ reason: string; retryAt: string | null }>>;
