import type { Platform } from '@posthorn/contracts/shared/platform';
import type { EventMeta, Position } from '@posthorn/event-sourcing/event-store';
import type { Event } from '@posthorn/event-sourcing';
import { Command, Query } from '@nestjs/cqrs';
import type { Finding } from '#infrastructure/operations/finding.ts';

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

// For the History of posts: History shows, the inbox knows. The inbox hears of posts by Scheduling's door, and neither door names the
// other, so the two make no circle.

/** A post as one account published it. */
export type PublishedPost = Readonly<{ accountId: number; remoteId: string }>;

/** One event of a comment, decrypted, with the inbox's sentence about it. */
export type CommentStep = Readonly<{
  id: string;
  stream: string;
  revision: bigint;
  position: Position;
  type: string;
  meta: EventMeta;
  commentId: number;
  accountId: number;
  platform: Platform;
  /** Who wrote the comment; null once that is erased. */
  author: string | null;
  /** What the comment or the reply says; null where the step says nothing, or its words are erased. */
  words: string | null;
  attempt: number | null;
  fingerprint: string | null;
  remoteId: string | null;
  permalink: string | null;
  summary: string;
  data: Readonly<Record<string, unknown>>;
}>;

/**
 * What happened to comments under a post, in log order. Looked at are the `read` newest of `total` comments; they had `steps`
 * steps, of which the newest are told.
 */
export type CommentSteps = Readonly<{
  told: readonly CommentStep[];
  steps: number;
  read: number;
  total: number;
}>;

/** `until`: only what had happened by then. Marks of reading, and looks that found nothing new, are no steps. */
export class StepsOfCommentsUnder extends Query<CommentSteps> {
  constructor(
    readonly ownerId: string,
    readonly posts: readonly PublishedPost[],
    readonly until: Date | null,
  ) {
    super();
  }
}

/** Names of the streams of all comments of this owner under a post, oldest first. */
export class StreamsOfCommentsUnder extends Query<readonly string[]> {
  constructor(
    readonly ownerId: string,
    readonly posts: readonly PublishedPost[],
  ) {
    super();
  }
}

/**
 * Looks at figures that money was taken for. `day`: of which purse (UTC), to give some of it back. `isUnset`: a look costs, and nothing may be
 * spent. `usedUpUntil`: ISO; null: all fit that were wanted, or none is ever paid for.
 */
export type MoneyTaken = Readonly<{
  taken: number;
  day: string;
  isUnset: boolean;
  usedUpUntil: string | null;
}>;

/**
 * Takes money for looks before they are made, as many of those wanted as fit into what is left of today: comments and figures share one
 * purse, of which figures get half at most. What is not given back is spent.
 */
export class TakeReadingMoney extends Command<MoneyTaken> {
  constructor(
    readonly platform: Platform,
    /** Of one look, in US dollars. */
    readonly usdEach: number,
    readonly wanted: number,
  ) {
    super();
  }
}

/** What was taken on this day and is not needed: a call was not made, or cost less. */
export class GiveBackReadingMoney extends Command<void> {
  constructor(
    readonly platform: Platform,
    readonly day: string,
    readonly usd: number,
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
