import type { CanHide, CanReply } from '@posthorn/contracts/inbox/comments.http';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { RepeatRule } from '#infrastructure/effects/attempt/effect.ts';
import type { AccountAccess, SaveRefs } from './account-access.ts';
import type { MetricsSnapshot } from './metrics.ts';
import type { CallOutcome, LookUpOutcome, Postponed, PrepareOutcome, Refused, Unknown } from './outcome.ts';
import type { PublishRefs } from './publication.ts';

/** The author of a comment, as the platform describes them. */
type CommentAuthor = Readonly<{
  /** The author's permanent id. On a platform without permanent ids, this may change with the author's name. */
  remoteId: string;
  /** Without `@`. */
  handle: string;
  name: string | null;
  /** The platform says that the author is a program. */
  isBot: boolean;
}>;

/** The part of an author that shows whether the author is a connected account. */
export type AuthorId = Pick<CommentAuthor, 'remoteId' | 'handle'>;

/**
 * A comment as its platform shows it now. Texts are plain: without markup, character references, or a name that the platform put
 * in front.
 */
export type RemoteComment = Readonly<{
  /** Identifies the comment, independent of the call and the server that returned it. Posthorn records one comment for each key. */
  key: string;
  /** The id of the comment in calls to the platform. */
  remoteId: string;
  /** The post that the comment is under: the id that the connector returned when it published the post. */
  postRemoteId: string;
  /** The comment to which this comment replies; null directly under the post. */
  parentRemoteId: string | null;
  author: CommentAuthor;
  /** Whether the account that read the comment also wrote it. */
  isOwn: boolean;
  text: string;
  /** ISO instants, UTC. */
  createdAt: string;
  editedAt: string | null;
  permalink: string | null;
  /** Hidden on the platform; null if the platform does not say. */
  hidden: boolean | null;
  /** Further data that a reply needs and that cannot be read later: `cid` and root, visibility, mentions. No secrets. */
  refs: JsonObject;
}>;

/** The fields of a recorded comment that calls about the comment need. */
export type KnownComment = Pick<
  RemoteComment,
  'key' | 'remoteId' | 'postRemoteId' | 'parentRemoteId' | 'permalink' | 'refs'
> &
  Readonly<{ author: AuthorId }>;

/** A published post whose comments Posthorn reads. */
export type WatchedPost = Readonly<{
  remoteId: string;
  permalink: string | null;
  /** The platform's number of comments when the thread was last read; null: never read. */
  count: number | null;
  /** ISO. */
  publishedAt: string;
}>;

/** The position at which the last poll of a list ended, in the platform's own format. */
export type ReadCursor = JsonObject;

/** New comments on an account. The reader records all of them before it stores `cursor`. */
type NewsRead = Readonly<{
  kind: 'read';
  comments: readonly RemoteComment[];
  /** Keys of comments that the platform reports as deleted. */
  gone: readonly string[];
  /** Posts whose number of comments changed, with the new number. The reader reads their threads. */
  moved: readonly Readonly<{ remoteId: string; count: number }>[];
  /** Figures of posts by remote id, if the response with the comment counts contains all figures of a post. */
  snapshots?: readonly (readonly [string, MetricsSnapshot])[];
  cursor: ReadCursor;
  /** There are more, older comments: the reader immediately continues from `cursor`. */
  more: boolean;
  costUsd?: ReadingCost;
  /** The number of requests that were sent, if it depends on the server. */
  calls?: number;
}>;

/** One page of a thread, including the account's own comments. */
type ThreadRead = Readonly<{
  kind: 'read';
  comments: readonly RemoteComment[];
  /** Where the next page begins; null: this was the last page. A comment that was on no page does not exist, unless `isPartial` is set. */
  next: string | null;
  /** The platform lists no older comments, so a comment that was on no page may still exist. */
  isPartial?: true;
  costUsd?: ReadingCost;
}>;

/** The maximum that the platform charges the operator for this call, in US dollars; absent: nothing. */
type ReadingCost = number;

/** Nothing could be read. The comments may still exist. */
type NotRead = Refused | Postponed;
export type NewsOutcome = NewsRead | NotRead;
/** `post-gone`: the post no longer exists on the platform, nor do its comments. */
export type ThreadOutcome = ThreadRead | Readonly<{ kind: 'post-gone' }> | NotRead;
/** `cannot-tell`: the platform did not show whether the comment exists, or has no call that reads one comment. */
export type CommentOutcome =
  | Readonly<{ kind: 'there'; comment: RemoteComment; costUsd?: ReadingCost }>
  | Readonly<{ kind: 'gone' }>
  | Readonly<{ kind: 'cannot-tell' }>
  | NotRead;

/** A reply to one comment, before it is sent. */
export type OutgoingReply = Readonly<{
  /** UUID; every attempt uses the same one. */
  replyId: string;
  accountId: number;
  ownerId: string;
  text: string;
  comment: KnownComment;
}>;

/** The outcome of hiding, showing or removing a comment. A comment that was already deleted counts as `done`. */
export type ModerationOutcome = Readonly<{ kind: 'done' }> | Refused | Postponed | Unknown;

/** What the platform's API allows for one comment. */
export type CommentAbilities = Readonly<{
  reply: CanReply;
  /** The reason why `reply` is not `send`, as a sentence; null otherwise. */
  whyNot: string | null;
  /** If `reply` is `open`: the page on which a person writes the reply. */
  openUrl: string | null;
  hide: CanHide;
  remove: boolean;
}>;

/**
 * How Posthorn reads comments of one platform, replies to them and moderates them. A connector does not interpret comments: it
 * returns them as the platform shows them.
 */
export type CommentConnector = Readonly<{
  /** What `news` reads and how often, so that Posthorn stays within the platform's limits. */
  pace: ReadingPace;
  /** The reason why accounts with these credentials cannot read comments, as a sentence; null: they can. Absent: all accounts can. */
  unreadable?(credentials: JsonObject): string | null;
  /**
   * Reads what is new on the account, page by page, newest first, back to `cursor`. Absent if the platform has no list for a whole
   * account: then the age of a post decides when the reader reads its thread. `since`: how far back the first poll, without a
   * cursor, reads (ISO).
   */
  news?(
    access: AccountAccess,
    request: Readonly<{ cursor: ReadCursor | null; posts: readonly WatchedPost[]; since: string }>,
    signal: AbortSignal,
  ): Promise<NewsOutcome>;
  /** Reads one page of all comments under a post. */
  thread(
    access: AccountAccess,
    post: WatchedPost,
    after: string | null,
    signal: AbortSignal,
  ): Promise<ThreadOutcome>;
  /** Reads one comment, to distinguish a deleted comment from one that a list left out. */
  one(access: AccountAccess, comment: KnownComment, signal: AbortSignal): Promise<CommentOutcome>;

  /** What the API allows for this comment. Makes no request. */
  can(comment: KnownComment): CommentAbilities;
  /** The length of a reply and its maximum, counted as the platform counts. */
  replyLength(text: string, comment: KnownComment): Readonly<{ used: number; max: number }>;
  /** How the final call of a reply may be repeated after an unknown outcome. */
  replyRule: Exclude<RepeatRule, 'idempotent'>;
  /** The longest delay before the platform shows an accepted reply, in seconds. */
  replyVisibilitySeconds: number;
  /** If a call arrives late, after Posthorn repeated it, the platform makes no second reply. */
  lateReplyIsHarmless: boolean;
  /**
   * Runs before the intent is recorded. Safe to repeat; continues from `refs`. Saves each reference before the step that uses the
   * reference.
   */
  prepareReply(
    access: AccountAccess,
    reply: OutgoingReply,
    refs: PublishRefs | null,
    save: SaveRefs,
    signal: AbortSignal,
  ): Promise<PrepareOutcome>;
  /** The irreversible call. `published` contains the remote id of the reply, in the format of `RemoteComment.remoteId`. */
  reply(
    access: AccountAccess,
    reply: OutgoingReply,
    refs: PublishRefs,
    signal: AbortSignal,
  ): Promise<CallOutcome>;
  /** Finds the outcome of an attempt that began at `attemptStartedAt` (ISO). */
  lookUpReply(
    access: AccountAccess,
    reply: OutgoingReply,
    refs: PublishRefs,
    attemptStartedAt: string,
  ): Promise<LookUpOutcome>;
  /** Hides the comment on the platform or shows it again. Safe to repeat. Absent if `can` never returns `hide: 'platform'`. */
  hide?(
    access: AccountAccess,
    comment: KnownComment,
    hidden: boolean,
    signal: AbortSignal,
  ): Promise<ModerationOutcome>;
  /** Removes the comment from the platform permanently. Safe to repeat. Absent if `can` never returns `remove: true`. */
  remove?(access: AccountAccess, comment: KnownComment, signal: AbortSignal): Promise<ModerationOutcome>;
}>;

/**
 * `listing`: one list of an account shows new comments. `counts`: a list of own posts shows how many comments each has. `threads`:
 * neither list exists, so the age of a post decides when the reader reads its thread. `calls`: the maximum number of calls per
 * day, for one account or for the whole app, if the platform's limit is low. `host`: the maximum number of requests that one
 * server accepts from this installation, for all accounts on that server together. One call reads the counts of `countsAtOnce`
 * posts.
 */
export type ReadingPace = Readonly<{
  source: 'listing' | 'counts' | 'threads';
  /** The shortest time between two polls of a source, in seconds. */
  fastest: number;
  calls?: Readonly<{ perDay: number; scope: 'app' | 'account' }>;
  host?: Readonly<{ calls: number; perSeconds: number; countsAtOnce: number }>;
}>;
