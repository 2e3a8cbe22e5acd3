import type { CanHide, CanReply } from '@posthorn/contracts/inbox/comments.http';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { RepeatRule } from '#infrastructure/effects/attempt/effect.ts';
import type { AccountAccess, SaveRefs } from './account-access.ts';
import type { Look } from './metrics.ts';
import type { CallOutcome, LookUpOutcome, Postponed, PrepareOutcome, Refused, Unknown } from './outcome.ts';
import type { PublishRefs } from './publication.ts';

/** Who wrote a comment, as their platform names them. */
type CommentAuthor = Readonly<{
  /** Stays the same when they rename themselves, where the platform has such an id. */
  remoteId: string;
  /** Without `@`. */
  handle: string;
  name: string | null;
  /** The platform says that a program writes there. */
  isBot: boolean;
}>;

/** A comment as its platform shows it now. Texts are plain: no markup, no entities, no name that the platform put in front. */
export type RemoteComment = Readonly<{
  /** The same for one comment by whichever way and of whichever server it is read: it is recorded once by this. */
  key: string;
  /** What calls about it name it by. */
  remoteId: string;
  /** Of the post that it is under, as the connector's publishing answered it. */
  postRemoteId: string;
  /** The comment that it answers; null directly under the post. */
  parentRemoteId: string | null;
  author: CommentAuthor;
  /** Written by the very account that it was read with. */
  isOwn: boolean;
  text: string;
  /** ISO instants, UTC. */
  createdAt: string;
  editedAt: string | null;
  permalink: string | null;
  /** Hidden on the platform; null where it does not say. */
  hidden: boolean | null;
  /** What a reply needs besides, and what would be lost otherwise: `cid` and root, visibility, who is named. No secrets. */
  refs: JsonObject;
}>;

/** A comment that was recorded, as calls about it need it. */
export type KnownComment = Pick<
  RemoteComment,
  'key' | 'remoteId' | 'postRemoteId' | 'parentRemoteId' | 'permalink' | 'refs'
> &
  Readonly<{ author: Pick<CommentAuthor, 'remoteId' | 'handle'> }>;

/** A published post whose comments are followed. */
export type WatchedPost = Readonly<{
  remoteId: string;
  permalink: string | null;
  /** How many comments the platform counted when its thread was last read; null: never. */
  count: number | null;
  /** ISO. */
  publishedAt: string;
}>;

/** Where a listing was left: what its platform needs to go on from there. */
export type ReadCursor = JsonObject;

/** What is new on an account. All of it is to be recorded before `cursor` is kept. */
type NewsRead = Readonly<{
  kind: 'read';
  comments: readonly RemoteComment[];
  /** Keys of comments that the platform says are gone. */
  gone: readonly string[];
  /** Posts whose thread is to be read because their count has moved, with the count as it is now. */
  moved: readonly Readonly<{ remoteId: string; count: number }>[];
  /** Figures of posts by remote id, where the answer that counts comments holds all that the platform tells of a post. */
  looks?: readonly (readonly [string, Look])[];
  cursor: ReadCursor;
  /** There is more, older than what was read: read on from `cursor` at once. */
  more: boolean;
  costUsd?: ReadingCost;
}>;

/** One page of a thread, its own account's comments included. */
type ThreadRead = Readonly<{
  kind: 'read';
  comments: readonly RemoteComment[];
  /** Where the next page begins; null: this was the last one, and what none of the pages had is not there. */
  next: string | null;
  /** The platform lists no older ones: what none of the pages had may be there all the same. */
  isPartial?: true;
  costUsd?: ReadingCost;
}>;

/** What the platform charges the operator for this reading at most, in US dollars; absent: nothing. */
type ReadingCost = number;

/** Nothing could be read; nothing is proved by it. */
type NotRead = Refused | Postponed;
export type NewsOutcome = NewsRead | NotRead;
/** `post-gone`: the post is not on the platform any more, nor what was under it. */
export type ThreadOutcome = ThreadRead | Readonly<{ kind: 'post-gone' }> | NotRead;
/** `cannot-tell`: this platform has no way to ask for one comment. */
export type CommentOutcome =
  | Readonly<{ kind: 'there'; comment: RemoteComment; costUsd?: ReadingCost }>
  | Readonly<{ kind: 'gone' }>
  | Readonly<{ kind: 'cannot-tell' }>
  | NotRead;

/** What is to be sent as an answer to one comment. */
export type OutgoingReply = Readonly<{
  /** UUID; the same for every attempt. */
  replyId: string;
  accountId: number;
  ownerId: string;
  text: string;
  comment: KnownComment;
}>;

/** What came of hiding, showing or removing a comment. A comment that is gone counts as done. */
export type ModerationOutcome = Readonly<{ kind: 'done' }> | Refused | Postponed | Unknown;

/** What can be done with one comment through the platform's interface. */
export type CommentAbilities = Readonly<{
  reply: CanReply;
  /** Why it is not `send`, as a sentence; null otherwise. */
  whyNot: string | null;
  /** Where `reply` is `open`: the page on which a person writes it. */
  openUrl: string | null;
  hide: CanHide;
  remove: boolean;
}>;

/**
 * Comments of one platform: how they are read, answered and moderated. Nothing here decides what a comment means; everything read is
 * handed on as it is there.
 */
export type CommentConnector = Readonly<{
  /** Where `news` comes from, so that the pace of reading can follow the platform's limits. */
  pace: ReadingPace;
  /** Why accounts with these credentials cannot read comments, as a sentence; null: they can. Absent: all can. */
  unreadable?(credentials: JsonObject): string | null;
  /**
   * What is new on the account, newest first by pages of the platform until `cursor` is met; absent where the platform lists nothing for
   * a whole account, so that threads are read by the age of their posts.
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
  /** Asks for one comment, to tell what was deleted from what a list leaves out. */
  one(access: AccountAccess, comment: KnownComment, signal: AbortSignal): Promise<CommentOutcome>;

  /** Pure: what the interface allows with this comment. */
  can(comment: KnownComment): CommentAbilities;
  /** How long a reply may be there, counted as the platform counts it. */
  replyLength(text: string, comment: KnownComment): Readonly<{ used: number; max: number }>;
  /** How the final call of a reply may be repeated after an unknown outcome. */
  replyRule: Exclude<RepeatRule, 'idempotent'>;
  /** How late the platform may show a reply that it has, in seconds. */
  replyVisibilitySeconds: number;
  /** Something on their side keeps a call that arrives late, after it was repeated, from making a second reply. */
  lateReplyIsHarmless: boolean;
  /** Before the intent; safe to repeat, continues from `refs`. References are saved before the step that uses them. */
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
  /** What became of an attempt that began at `armedAt` (ISO). */
  lookUpReply(
    access: AccountAccess,
    reply: OutgoingReply,
    refs: PublishRefs,
    armedAt: string,
  ): Promise<LookUpOutcome>;
  /** Hides the comment on the platform or shows it again. Safe to repeat. Absent where `can` never answers `platform`. */
  hide?(
    access: AccountAccess,
    comment: KnownComment,
    hidden: boolean,
    signal: AbortSignal,
  ): Promise<ModerationOutcome>;
  /** Takes the comment off the platform for good. Safe to repeat. Absent where `can` never answers `remove`. */
  remove?(access: AccountAccess, comment: KnownComment, signal: AbortSignal): Promise<ModerationOutcome>;
}>;

/**
 * `listing`: one list of an account shows new comments. `counts`: a list of own posts shows how many comments each has.
 * `threads`: neither, each post is looked at by its age. `calls`: how often an account may be asked in a day at most, where the
 * platform is that narrow. `host`: what one server takes of this installation, from all accounts that live there together; the counts of
 * `countsAtOnce` posts are one call.
 */
export type ReadingPace = Readonly<{
  source: 'listing' | 'counts' | 'threads';
  /** Seconds between two readings of a source at its fastest. */
  fastest: number;
  calls?: Readonly<{ perDay: number; scope: 'app' | 'account' }>;
  host?: Readonly<{ calls: number; perSeconds: number; countsAtOnce: number }>;
}>;
