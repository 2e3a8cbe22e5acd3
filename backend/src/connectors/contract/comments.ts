import type { CanHide, CanReply } from '@posthorn/contracts/inbox/comments.http';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { RepeatRule } from '#infrastructure/effects/attempt/effect.ts';
import type { AccountAccess, SaveRefs } from './account-access.ts';
import type { MetricsSnapshot } from './metrics.ts';
import type { CallOutcome, LookUpOutcome, Postponed, PrepareOutcome, Refused, Unknown } from './outcome.ts';
import type { PublishRefs } from './publication.ts';

/** The author of a comment, as the platform names them. */
type CommentAuthor = Readonly<{
  /** Does not change when the author changes their name, where the platform has such an id. */
  remoteId: string;
  /** Without `@`. */
  handle: string;
  name: string | null;
  /** The platform says that the author is a program. */
  isBot: boolean;
}>;

/** A comment as its platform shows it now. Texts are plain: no markup, no entities, no name that the platform put in front. */
export type RemoteComment = Readonly<{
  /** The same for one comment, however and from whichever server it is read. A comment is recorded once by this key. */
  key: string;
  /** The id by which calls to the platform name the comment. */
  remoteId: string;
  /** The post that the comment is under, by the id that the connector returned when it published the post. */
  postRemoteId: string;
  /** The comment that this one answers; null directly under the post. */
  parentRemoteId: string | null;
  author: CommentAuthor;
  /** Written by the account with which it was read. */
  isOwn: boolean;
  text: string;
  /** ISO instants, UTC. */
  createdAt: string;
  editedAt: string | null;
  permalink: string | null;
  /** Hidden on the platform; null where it does not say. */
  hidden: boolean | null;
  /** What else a reply needs and could not be read later: `cid` and root, visibility, mentions. No secrets. */
  refs: JsonObject;
}>;

/** A recorded comment, as calls about it need it. */
export type KnownComment = Pick<
  RemoteComment,
  'key' | 'remoteId' | 'postRemoteId' | 'parentRemoteId' | 'permalink' | 'refs'
> &
  Readonly<{ author: Pick<CommentAuthor, 'remoteId' | 'handle'> }>;

/** A published post whose comments Posthorn reads. */
export type WatchedPost = Readonly<{
  remoteId: string;
  permalink: string | null;
  /** The platform's number of comments when the thread was last read; null: never read. */
  count: number | null;
  /** ISO. */
  publishedAt: string;
}>;

/** The position at which the last reading of a list ended, in the platform's own form. */
export type ReadCursor = JsonObject;

/** New comments on an account. The reader records all of them before it stores `cursor`. */
type NewsRead = Readonly<{
  kind: 'read';
  comments: readonly RemoteComment[];
  /** Keys of comments that the platform reports as deleted. */
  gone: readonly string[];
  /** Posts whose number of comments changed, with the new number. The reader reads their threads. */
  moved: readonly Readonly<{ remoteId: string; count: number }>[];
  /** Figures of posts by remote id, where the answer that counts comments holds all figures of a post. */
  snapshots?: readonly (readonly [string, MetricsSnapshot])[];
  cursor: ReadCursor;
  /** There are more comments, older than these: read on from `cursor` at once. */
  more: boolean;
  costUsd?: ReadingCost;
}>;

/** One page of a thread, with the comments of the account itself. */
type ThreadRead = Readonly<{
  kind: 'read';
  comments: readonly RemoteComment[];
  /** Where the next page begins; null: this was the last one, and a comment that no page had does not exist. */
  next: string | null;
  /** The platform lists no older comments, so a comment that no page had may still exist. */
  isPartial?: true;
  costUsd?: ReadingCost;
}>;

/** The most that the platform charges the operator for this reading, in US dollars; absent: nothing. */
type ReadingCost = number;

/** Nothing could be read. The comments may still exist. */
type NotRead = Refused | Postponed;
export type NewsOutcome = NewsRead | NotRead;
/** `post-gone`: the platform deleted the post and all that was under it. */
export type ThreadOutcome = ThreadRead | Readonly<{ kind: 'post-gone' }> | NotRead;
/** The last variant: the platform has no call that reads one comment. */
export type CommentOutcome =
  | Readonly<{ kind: 'there'; comment: RemoteComment; costUsd?: ReadingCost }>
  | Readonly<{ kind: 'gone' }>
  | Readonly<{ kind: 'cannot-tell' }>
  | NotRead;

/** The reply to one comment that is to be sent. */
export type OutgoingReply = Readonly<{
  /** UUID; the same for every attempt. */
  replyId: string;
  accountId: number;
  ownerId: string;
  text: string;
  comment: KnownComment;
}>;

/** The outcome of hiding, showing or removing a comment. A deleted comment counts as done. */
export type ModerationOutcome = Readonly<{ kind: 'done' }> | Refused | Postponed | Unknown;

/** What the platform's API allows for one comment. */
export type CommentAbilities = Readonly<{
  reply: CanReply;
  /** The reason why `reply` is not `send`, as a sentence; null otherwise. */
  whyNot: string | null;
  /** Where `reply` is `open`: the page on which a person writes the reply. */
  openUrl: string | null;
  hide: CanHide;
  remove: boolean;
}>;

/**
 * How Posthorn reads, answers and moderates comments of one platform. A connector does not interpret comments: it returns them as the
 * platform shows them.
 */
export type CommentConnector = Readonly<{
  /** How `news` reads and how often, so that reading stays within the platform's limits. */
  pace: ReadingPace;
  /** The reason why accounts with these credentials cannot read comments, as a sentence; null: they can. Absent: all accounts can. */
  unreadable?(credentials: JsonObject): string | null;
  /**
   * What is new on the account, newest first, page by page until `cursor` is reached. Absent where the platform has no list for a whole
   * account: then threads are read by the age of their posts.
   */
  news?(
    access: AccountAccess,
    asked: Readonly<{ cursor: ReadCursor | null; posts: readonly WatchedPost[]; since: string }>,
    signal: AbortSignal,
  ): Promise<NewsOutcome>;
  /** One page of all comments under a post. */
  thread(
    access: AccountAccess,
    post: WatchedPost,
    after: string | null,
    signal: AbortSignal,
  ): Promise<ThreadOutcome>;
  /** Reads one comment, to distinguish a deleted comment from one that a list left out. */
  one(access: AccountAccess, comment: KnownComment, signal: AbortSignal): Promise<CommentOutcome>;

  /** Pure: what the API allows for this comment. */
  can(comment: KnownComment): CommentAbilities;
  /** The length of a reply and its maximum, counted as the platform counts. */
  replyLength(text: string, comment: KnownComment): Readonly<{ used: number; max: number }>;
  /** How the final call of a reply may be repeated after an unknown outcome. */
  replyRule: Exclude<RepeatRule, 'idempotent'>;
  /** The longest delay before the platform shows a reply that it has, in seconds. */
  replyVisibilitySeconds: number;
  /** The platform ensures that a call that arrives late, after it was repeated, makes no second reply. */
  lateReplyIsHarmless: boolean;
  /** Runs before the intent. Safe to repeat; continues from `refs`. Each reference is saved before the step that uses it. */
  prepareReply(
    access: AccountAccess,
    reply: OutgoingReply,
    refs: PublishRefs | null,
    save: SaveRefs,
    signal: AbortSignal,
  ): Promise<PrepareOutcome>;
  /** The irreversible call, made once. `published` names the remote id of the reply as `RemoteComment.remoteId` would. */
  reply(
    access: AccountAccess,
    reply: OutgoingReply,
    refs: PublishRefs,
    signal: AbortSignal,
  ): Promise<CallOutcome>;
  /** Finds out the outcome of an attempt that began at `armedAt` (ISO). */
  lookUpReply(
    access: AccountAccess,
    reply: OutgoingReply,
    refs: PublishRefs,
    armedAt: string,
  ): Promise<LookUpOutcome>;
  /** Hides the comment on the platform or shows it again. Safe to repeat. Absent where `can` never returns `platform`. */
  hide?(
    access: AccountAccess,
    comment: KnownComment,
    hidden: boolean,
    signal: AbortSignal,
  ): Promise<ModerationOutcome>;
  /** Removes the comment from the platform permanently. Safe to repeat. Absent where `can` never returns `remove`. */
  remove?(access: AccountAccess, comment: KnownComment, signal: AbortSignal): Promise<ModerationOutcome>;
}>;

/**
 * `listing`: one list of an account shows new comments. `counts`: a list of own posts shows how many comments each has.
 * `threads`: neither exists, so each post is checked by its age. `calls`: the most calls a day for one account, where the platform's
 * limit is that narrow. `host`: the requests that one server accepts from this installation, for all accounts there together. One call
 * reads the counts of `countsAtOnce` posts.
 */
export type ReadingPace = Readonly<{
  source: 'listing' | 'counts' | 'threads';
  /** The shortest time between two readings of a source, in seconds. */
  fastest: number;
  calls?: Readonly<{ perDay: number; scope: 'app' | 'account' }>;
  host?: Readonly<{ calls: number; perSeconds: number; countsAtOnce: number }>;
}>;
