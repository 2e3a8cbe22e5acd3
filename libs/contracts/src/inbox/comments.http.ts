import type { ActorView } from '../shared/actors.ts';
import type { Call } from '../shared/call.ts';
import type { Platform } from '../shared/platform.ts';
import type { SaidPart } from '../shared/said.ts';

export const COMMENT_STATUSES = ['new', 'ai_reply', 'manual_reply', 'read'] as const;
export type CommentStatus = (typeof COMMENT_STATUSES)[number];
/**
 * The filters of the list. `replied`: answered in any way, as `counts.replied` counts. `hidden`: hidden comments of any status; the
 * other filters leave hidden comments out.
 */
export const COMMENT_FILTERS = [...COMMENT_STATUSES, 'replied', 'hidden'] as const;
export type CommentStatusFilter = (typeof COMMENT_FILTERS)[number];
export type Sentiment = 'positive' | 'neutral' | 'negative';

/** Pages of the list. `limit`: the default number of comments. */
export const COMMENTS_PAGE = {
  limit: 200,
  limitMax: 500,
  /** Bytes of JSON. A page with long comments has fewer comments. */
  bytesMax: 1_000_000,
  searchMax: 200,
  /** Header of a page: the value of `after` for the next page; absent on the last page. */
  cursorHeader: 'x-next-cursor',
} as const;
export const REPLY = { textMax: 10_000 } as const;

/**
 * The state of a reply. `draft`: written by the model, waits for a person. `waiting`: requested, not sent yet. `sending`: being sent.
 * `unknown`: it is not known yet whether it arrived.
 */
export const REPLY_STATES = [
  'draft',
  'waiting',
  'sending',
  'sent',
  'unknown',
  'failed',
  'cancelled',
] as const;
export type ReplyState = (typeof REPLY_STATES)[number];
export type ReplyKind = 'manual' | 'ai';

/** Why a reply waits, failed or is unknown; `words`: the platform's own message. */
export type ReplyProblem = Readonly<{ code: string; message: string; words: string | null }>;

export type ReplyView = Readonly<{
  /** UUID, chosen by the caller who requested the reply, or made by the server. */
  id: string;
  kind: ReplyKind;
  state: ReplyState;
  text: string;
  permalink: string | null;
  /** UTC instant. */
  sentAt: string | null;
  problem: ReplyProblem | null;
  /** The end of the look-ups, or the time of the next try; null: neither is planned. */
  until: string | null;
  /** The comment was edited after this draft was written. */
  stale: boolean;
  /** Why a draft was not sent automatically, as sentences. */
  reasons: readonly string[];
  /** The codes of `reasons`, in the same order: keys of `AUTO_REPLY_REASONS`. */
  reasonCodes: readonly string[];
}>;

/** `open`: replies are possible only on the platform's own page, at `openUrl`. */
export type CanReply = 'send' | 'open' | 'no';
/** `here`: the platform has no way to hide it, so it is hidden in this inbox only. */
export type CanHide = 'platform' | 'here';

export type CommentView = Readonly<{
  id: number;
  /** Null if the comment is under a post that was not published with Posthorn. */
  postId: number | null;
  platform: Platform;
  accountId: number;
  accountName: string;
  /** Name or handle of the comment's author on the platform. */
  commenterUsername: string;
  commenterName: string | null;
  commentText: string;
  status: CommentStatus;
  /** The text of the sent reply; null: none was sent. */
  replyText: string | null;
  sentiment: Sentiment;
  /** UTC instant at which the comment was written. */
  createdAt: string;
  permalink: string | null;
  group: Readonly<{ key: string }> & GroupTitle;
  /** Whether the comment replies to another comment. */
  isReply: boolean;
  edited: boolean;
  /** The comment is no longer on the platform; its text may be erased. */
  gone: boolean;
  hidden: false | 'platform' | 'here';
  /** An unfinished request to hide, show or remove the comment, and why the request waits or failed. */
  moderation: Readonly<{
    action: ModerationAction;
    state: 'requested' | 'failed';
    problem: ReplyProblem | null;
  }> | null;
  blocked: boolean;
  reply: ReplyView | null;
  /**
   * UTC instant at which an automatic reply will be written and sent. An instant in the past: it is being written. Null: none is coming.
   */
  autoReplyAt: string | null;
  /** `replyMax`: how long a reply may be, as its platform counts the text of posts; only where `reply` is `send`. */
  can: Readonly<{ reply: CanReply; hide: CanHide; remove: boolean; replyMax?: number }>;
  /** Why `can.reply` is not `send`, as a sentence. */
  whyNot: string | null;
  /** A key of `WHY_NO_REPLY`; null: `whyNot` has none. */
  whyNotCode: string | null;
  /** Where `can.reply` is `open`: the page on which the reply is written. */
  openUrl: string | null;
}>;

export const MODERATION_ACTIONS = ['hide', 'unhide', 'remove'] as const;
export type ModerationAction = (typeof MODERATION_ACTIONS)[number];

/** Counts leave out hidden comments and blocked authors. Only the groups of the filter `hidden` count hidden comments. */
export type CommentCounts = Readonly<{ new: number; replied: number; total: number }>;
/** The comments of one publication, or of one post that Posthorn does not know. */
export type CommentGroup = GroupTitle &
  Readonly<{
    key: string;
    postId: number | null;
    platform: Platform;
    total: number;
    new: number;
    /** UTC instant of its newest comment. */
    latestAt: string;
  }>;
/** `titleCode`: the title is a general one, because Posthorn has no text of the post. Absent: it is the text of the post. */
export type GroupTitle = Readonly<{ title: string; titleCode?: 'post' | 'other-post' }>;

/** How an account's comments are read. */
export type SourceView = Readonly<{
  accountId: number;
  platform: Platform;
  accountName: string;
  state: 'reading' | 'waiting' | 'behind' | 'off';
  /** UTC instants. */
  lastReadAt: string | null;
  nextReadAt: string | null;
  /** The platform sends webhooks about comments, and a recent poll confirmed this. */
  webhook: boolean;
  /** Why reading is off, waits or is behind, or what is not read; null if everything is read in time. */
  why: string | null;
  /** A key of `WHY_NOT_READ`; null: `why` has none. */
  whyCode: string | null;
  /** What the owner of the account can do in Settings: connect the account again, or allow reading its comments. */
  mend?: 'reconnect' | 'allow';
  /**
   * Whether screens should warn about the state. `trouble`: a person can repair it, or it did not end by itself. `limit`: it is permanent, or
   * lasts until the owner allows more. Null: there is no problem, or it will probably end with the next poll.
   */
  notice: 'trouble' | 'limit' | null;
}>;

export type InboxSummary = Readonly<{
  counts: CommentCounts;
  groups: readonly CommentGroup[];
  sources: readonly SourceView[];
  /** UTC instant at which the server computed this. */
  asOf: string;
}>;

/** One entry of a comment's history. */
export type CommentHistoryEntry = Readonly<{
  id: string;
  type: string;
  at: string;
  actor: ActorView;
  summary: string;
  /** The parts of `summary`, by their codes in `COMMENT_HISTORY`. */
  said: readonly SaidPart[];
  data: Readonly<Record<string, unknown>>;
}>;
export type CommentDetail = CommentView & Readonly<{ history: readonly CommentHistoryEntry[] }>;

/**
 * The newest first; the first 200 without parameters, including hidden ones. `status` is one of `COMMENT_FILTERS`; hidden comments need
 * `hidden`. `q`: words that must all be in the text or the author's name. `limit`: at most 500. `after`: cursor of the previous page.
 * `platform` and `group` also narrow the list. An invalid parameter is 400 with its name in `fields`.
 */
export const listComments: Call<void, readonly CommentView[]> = { method: 'GET', path: '/api/comments' };
/** Accepts the filters of `listComments`; `counts` cover all comments, `groups` only the filtered ones. */
export const summarizeInbox: Call<void, InboxSummary> = { method: 'GET', path: '/api/comments/summary' };
export const getComment: Call<void, CommentDetail> = { method: 'GET', path: '/api/comments/:id' };
/** Sets `read` or `new`. 409 `inbox.already-replied` when the comment has a reply. */
export const markComment: Call<Readonly<{ status: 'read' | 'new' }>, CommentView> = {
  method: 'PATCH',
  path: '/api/comments/:id',
};
/** Selects the new comments that `platform`, `group` and `q` match, and that are not newer than `until`: a `createdAt`. */
export type MarkManyRequest = Readonly<{
  platform?: Platform;
  group?: string;
  q?: string;
  until: string;
  /** Only comments with a smaller id, because a comment may arrive late, with an old `createdAt`. */
  idBelow?: number;
  /** `next` of the previous response. */
  after?: string;
  /** How many comments this request marks: at most 500, which is also the default. */
  limit?: number;
}>;
/** `next`: continues with the older comments; null after the oldest. */
export type MarkedComments = Readonly<{ marked: number; next: string | null }>;
/**
 * Marks the new comments of a list as read, the newest first. Pages of an earlier release send only `ids`: the numbers of 1 to 500 comments.
 */
export const markManyRead: Call<MarkManyRequest, MarkedComments> = {
  method: 'POST',
  path: '/api/comments/read',
};

/** `status` is accepted and ignored. `replyId`: a repeated id means the same reply. `draftId`: the draft of this text. */
export type CommentReplyRequest = Readonly<{
  status?: string;
  replyText: string;
  replyId?: string;
  draftId?: string;
}>;
/**
 * Waits up to 5 s for proof: 200 with `state` `sent`, otherwise 202. 400 for a blank text, 409 `inbox.already-replied` when another reply
 * was sent or is being sent, 422 `inbox.cannot-reply` with `whyNot` if the platform accepts none.
 */
export const replyToComment: Call<CommentReplyRequest, CommentView> = {
  method: 'POST',
  path: '/api/comments/:id/reply',
};
/** Asks the platform about an unknown reply; 429 after 60 in an hour, together with those of posts and of `retryReply`. */
export const checkReply: Call<void, CommentView> = { method: 'POST', path: '/api/comments/:id/reply/check' };
/** Sends a failed reply again. For an unknown reply, the rules of `retryTarget` apply. */
export const retryReply: Call<Readonly<{ atOwnRisk?: boolean }>, CommentView> = {
  method: 'POST',
  path: '/api/comments/:id/reply/retry',
};
/** A person has seen the reply on the platform. If `can.reply` is not `send`, the person wrote the reply on the platform, and the comment counts as replied. */
export const confirmReply: Call<Readonly<{ permalink?: string }>, CommentView> = {
  method: 'POST',
  path: '/api/comments/:id/reply/confirm',
};
/** Cancels a reply that waits for an attempt, or discards a draft. 409 while the reply is being sent, when it was sent, or when its outcome is unknown. */
export const cancelReply: Call<void, CommentView> = { method: 'DELETE', path: '/api/comments/:id/reply' };

/** Stops the automatic reply that is coming; 409 `inbox.auto-reply-was-sent` once its attempt has begun. */
export const stopAutoReply: Call<void, CommentView> = {
  method: 'DELETE',
  path: '/api/comments/:id/auto-reply',
};

/** Hides the comment in Posthorn immediately, and on the platform in the background if the platform allows it. */
export const hideComment: Call<void, CommentView> = { method: 'POST', path: '/api/comments/:id/hide' };
export const unhideComment: Call<void, CommentView> = { method: 'POST', path: '/api/comments/:id/unhide' };
/** Deletes the comment on its platform permanently; 422 `inbox.cannot-remove` if that is not possible. */
export const removeComment: Call<void, CommentView> = { method: 'POST', path: '/api/comments/:id/remove' };
/** From now on, the list, the counts and automatic replies leave out the author of this comment. */
export const blockAuthor: Call<void, CommentView> = { method: 'POST', path: '/api/comments/:id/block' };
export const unblockAuthor: Call<void, CommentView> = { method: 'DELETE', path: '/api/comments/:id/block' };
