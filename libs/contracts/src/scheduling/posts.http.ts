import type { PublishOptions } from '../shared/publish-options.ts';
import type { Call } from '../shared/call.ts';
import type { Platform } from '../shared/platform.ts';
import type { SaidDetails, SaidValues } from '../shared/said.ts';
import type { MediaFileView } from '../shared/media.http.ts';
import type { OptionalWords, OptionalWordsRequest } from './optional-words.ts';

export const POST = {
  contentMax: 2200,
  /**
   * Maximum size of the separate texts and choices of single accounts, for one post: bytes of its JSON in UTF-8. One encrypted event
   * contains them, and encryption makes four bytes from three. At most 150,000 bytes of other data are added; a log accepts 900,000.
   */
  ownTextsBytesMax: 500_000,
  filesMax: 10,
  defaultDelayMinutes: 60,
  /** A scheduled time that is up to this old is still accepted, because a person needs time to send the form. */
  pastToleranceSeconds: 120,
  /** Instants from the year 10000 on have another format, which databases and platforms do not read. */
  scheduledBefore: '9999-01-01T00:00:00.000Z',
} as const;

/** Pages of the list. */
export const POSTS_PAGE = {
  limit: 50,
  limitMax: 200,
  searchMax: 200,
  /** Bytes of JSON. A page with long posts has fewer posts. */
  bytesMax: 1_000_000,
  /** Header of a page: the value of `after` for the next page; absent on the last page. */
  cursorHeader: 'x-next-cursor',
} as const;

/** The list without parameters; the cursor in its header leads to the rest. */
export const POSTS_LIST = { limit: 1_000, bytesMax: 2_000_000 } as const;

export type TargetStatus = 'scheduled' | 'publishing' | 'posted' | 'failed' | 'unknown';
export const POST_STATUSES = ['scheduled', 'posted', 'failed'] as const;
export type PostStatus = (typeof POST_STATUSES)[number];
/**
 * Parts of the list. A post published on one account and failed on another is in two parts. `posted`: published on at least one account,
 * with nothing still to come. `failed`: failed on at least one. `attention`: needs its owner.
 */
export const POST_LISTS = [...POST_STATUSES, 'attention'] as const;
export type PostList = (typeof POST_LISTS)[number];
/** How many posts there are, and how many in each part of the list. */
export type PostCounts = Readonly<Record<'all' | PostList, number>>;

/** One connected account of a post, and its state of publishing. */
export type TargetView = Readonly<{
  accountId: number;
  platform: Platform;
  accountName: string;
  /** The account's own text, up to the limit of the account; null: the account gets the text of the post. */
  content: string | null;
  options: PublishOptions;
  /** The account's own selection of the post's files, by `mediaUrl`, in its own order. Empty: none. Null: all, in their order. */
  mediaUrls: readonly string[] | null;
  status: TargetStatus;
  remoteId: string | null;
  permalink: string | null;
  publishedAt: string | null;
  attempts: number;
  /**
   * The time of the next attempt (retry, rate limit), while it waits. While the outcome is unknown: the time of the next look-up; null: a person
   * decides.
   */
  nextAttemptAt: string | null;
  /** Why the target failed, is unknown or waits; `words`: the platform's own message. */
  problem: TargetProblem | null;
  /** Since when the target waits for its account to be connected again; null: it does not. */
  waitsSince: string | null;
  /** A problem that a check found shortly before the due time. */
  warning: (Readonly<{ code: string; message: string }> & SaidDetails) | null;
  /** The state of deleting the published post on its platform. A deleted post has no permalink. */
  remoteDeletion: RemoteDeletion;
  /** Why the deletion waits or failed. */
  remoteDeletionProblem: TargetProblem | null;
  /** Why a published video does not have the chosen cover; null: it has it, or may still get it. */
  coverProblem: TargetProblem | null;
  /** Further copies of the published post on its platform: an attempt arrived after it was repeated. */
  duplicates: readonly DuplicateView[];
  /**
   * Set while the outcome is unknown and look-ups run. At this time the post counts as not published and is sent
   * again, unless a look-up has found it. Null: a person decides.
   */
  lookUntil: string | null;
}>;
/** The state of deleting a published post on its platform; null: it was not requested. */
export type RemoteDeletion = 'requested' | 'deleted' | 'failed' | null;
/** Another copy of a published post; a deleted copy has no permalink. */
export type DuplicateView = Readonly<{
  remoteId: string;
  permalink: string | null;
  remoteDeletion: RemoteDeletion;
  remoteDeletionProblem: TargetProblem | null;
}>;
/**
 * `variant`: chooses one of several sentences for the code, for example `waiting` or `unknown`. `values`: the names and figures in the
 * sentence; only for problems that a check of Posthorn found.
 */
export type TargetProblem = Readonly<{
  code: string;
  variant?: string;
  values?: SaidValues;
  message: string;
  words: string | null;
}>;

export type PostView = OptionalWords &
  Readonly<{
    id: number;
    /** Grows with each change of the post itself, by one or more. Changes of its targets do not change the revision. An edit may contain the revision. */
    revision: number;
    userId: string;
    content: string;
    mediaUrl: string | null;
    /** UTC instant, ISO 8601. */
    scheduledFor: string;
    /** IANA zone in which the time was chosen, when the client sent it. */
    timezone: string | null;
    status: PostStatus;
    /**
     * The post needs its owner. A target failed, waits until its account is connected again, or has an unknown outcome that only a person can
     * settle. Or a coming target is on a disconnected account. Or deleting the post on its platform failed or waits for the account.
     */
    attention: boolean;
    /** Publishing has begun: no edit and no delete until it has ended. */
    publishing: boolean;
    /** The first of `selectedPlatforms`; for clients of the first API. */
    platform: Platform | null;
    selectedPlatforms: readonly Platform[];
    selectedAccountIds: readonly number[];
    /** Of two accounts on one platform, it shows the state that is less finished. */
    platformStatuses: Readonly<Partial<Record<Platform, TargetStatus>>>;
    targets: readonly TargetView[];
    /**
     * True in lists for posts with texts, options or files for single accounts. In this case, `targets` contain none of these (`content` and
     * `mediaUrls` are null, `options` empty); the post itself has them.
     */
    brief: boolean;
    aiRepliesEnabled: boolean;
    mediaFiles: readonly MediaFileView[];
    createdAt: string;
  }>;

/** `mediaUrl`: the URL of an upload of the same user; the server takes all other data of the file from the database. */
export type MediaFileRequest = Readonly<{ mediaUrl: string; altText?: string }>;

/** The own text, files and options of one account. In an edit, fields that are left out stay unchanged. */
export type TargetRequest = Readonly<{
  accountId: number;
  /** Empty: the text of the post. */
  content?: string;
  /** All options of the account. Empty: none. */
  options?: PublishOptions;
  /**
   * Files of the post for this account, by `mediaUrl`, in this order. Empty: none. Null: all. Left out: all, or in an edit the current ones. 422
   * `scheduling.target-media-unknown` for a file that the post does not have, `scheduling.target-media-twice` for one
   * that is listed twice. A file that an edit removes from the post is also removed from the selections of accounts
   * that the request does not list. A new file of the post is not added to any selection.
   */
  mediaUrls?: readonly string[] | null;
}>;

/** The accounts are those of `selectedAccountIds` and of `targets` together; either may be absent. */
export type SchedulePostRequest = OptionalWordsRequest &
  Readonly<{
    content: string;
    /** ISO 8601 with offset. */
    scheduledFor: string;
    /** IANA zone and the local time that the user saw (`2026-11-21T09:30`), when the client knows them. */
    timezone?: string;
    localTime?: string;
    aiRepliesEnabled?: boolean;
    selectedAccountIds?: readonly number[];
    targets?: readonly TargetRequest[];
    mediaFiles?: readonly MediaFileRequest[];
    /** The draft from which this post is scheduled, even one that was never saved. See `schedulePost`. */
    draftId?: string;
    /** The revision of the draft that the client has. With another one, nothing is scheduled: 412 as `saveDraft`. Left out: any. */
    draftRevision?: number;
  }>;
/** The fields of an edit besides the optional texts. */
export type EditDetailsRequest = Readonly<{
  content: string;
  scheduledFor: string;
  /** IANA time zone in which the time was chosen, such as `Europe/Paris`. */
  timezone?: string;
  /** The local time in that zone, such as `2030-01-01T14:00`. It takes precedence over `scheduledFor`. Without `timezone`, it is ignored. */
  localTime?: string;
  aiRepliesEnabled?: boolean;
  /**
   * The `revision` of the post that this change is based on. If the post has changed since, nothing is stored: 409 `scheduling.post-changed`. Left
   * out: the change is stored in any case.
   */
  revision?: number;
  /** All accounts of the post from now on, at least one. Left out: they stay. New ones must be connected. */
  selectedAccountIds?: readonly number[];
  /** Only accounts of the post after this change. Accounts that are left out stay unchanged. */
  targets?: readonly TargetRequest[];
  mediaFiles?: readonly MediaFileRequest[];
}>;
export type EditPostRequest = OptionalWordsRequest & EditDetailsRequest;

/** Whether one account would accept a post. `used` and `max` as its platform counts a text. */
export type PrecheckView = Readonly<{
  accountId: number;
  ok: boolean;
  problems: readonly Readonly<{ code: string; variant?: string; values?: SaidValues; message: string }>[];
  text: Readonly<{ used: number; max: number }>;
}>;

/** Nothing is stored and no time is needed: `scheduledFor` may be absent. */
export type PrecheckRequest = Omit<SchedulePostRequest, 'scheduledFor'> & Readonly<{ scheduledFor?: string }>;
export const precheckPost: Call<PrecheckRequest, Readonly<{ accounts: readonly PrecheckView[] }>> = {
  method: 'POST',
  path: '/api/posts/precheck',
};

/**
 * May have the header `Idempotency-Key`: the same key within 24 h returns the same post and stores nothing twice.
 * With `draftId`, the id of the draft is the key, and the header is ignored. One draft becomes one post at most, and
 * the draft is then deleted. The post gets the content of this request. 409 `scheduling.draft-scheduled` (a `DraftConflict` with `postId`) after the draft was scheduled with other
 * content. A refused request leaves the draft as it is.
 */
export const schedulePost: Call<SchedulePostRequest, PostView> = { method: 'POST', path: '/api/posts' };
/**
 * Without parameters: all posts, the latest time first, at most 1,000 or 2 MB. If there are more, the header `X-Next-Cursor` has the
 * value for `after`, alone or with `limit`. With `limit`, `after`, `status` or `q`: one page of `limit` posts (default 50). Scheduled posts
 * come first, the next one at the top, then the others, the latest first. `status`: one of `POST_LISTS`. `after`: the cursor of the page
 * before, for the same `status` and `q`; pages stay right while posts are added and removed. `q`: words that must all be in the text.
 * A page ends at 1 MB. Posts are `brief`. An invalid parameter is 400 with its name in `fields`.
 */
export const listPosts: Call<void, readonly PostView[]> = { method: 'GET', path: '/api/posts' };
export const countPosts: Call<void, PostCounts> = { method: 'GET', path: '/api/posts/summary' };
export const getPost: Call<void, PostView> = { method: 'GET', path: '/api/posts/:id' };
/** After publishing has ended, only the title and `aiRepliesEnabled` change. Any other change is 409 `scheduling.already-publishing`. */
export const editPost: Call<EditPostRequest, PostView> = { method: 'PUT', path: '/api/posts/:id' };
/**
 * The outcome of removing a post. `cancelled`: no part of it was sent. `archived`: publishing had begun, so the post left the list.
 * Published copies stay on their platforms until their owner deletes them there.
 */
export type RemovalView = Readonly<{ outcome: 'cancelled' | 'archived'; targets: readonly TargetView[] }>;
/** Deletes a scheduled post, archives any other; a repeated request gets the same response. 409 while a target is being published or looked up. */
export const deletePost: Call<void, RemovalView> = { method: 'DELETE', path: '/api/posts/:id' };
/** The number of posts that are still to be published on one connected account. 404 for an account of another user. */
export const countScheduledOn: Call<void, Readonly<{ count: number }>> = {
  method: 'GET',
  path: '/api/accounts/:id/scheduled-posts',
};
/** Restores a deleted or archived post. 422 `scheduling.time-is-past` for a scheduled post whose time has passed since then. */
export const restorePost: Call<void, PostView> = { method: 'POST', path: '/api/posts/:id/restore' };
/** Asks the platform about an unknown publication; 429 after 60 in an hour, together with those of replies and of `retryTarget`. */
export const checkTarget: Call<void, PostView> = {
  method: 'POST',
  path: '/api/posts/:id/targets/:accountId/check',
};
/**
 * Publishes a failed target again, or an unknown one (a person says that it does not exist). For an unknown target, Posthorn first runs
 * look-ups at its platform, as for its own retries: the target stays unknown until `lookUntil`. Where the platform has no look-up,
 * Posthorn waits until a late call can no longer arrive. `atOwnRisk` ends the wait: the post may appear twice.
 * 409 `scheduling.account-not-connected` when the account was disconnected: the user must connect it first.
 * 409 `scheduling.publishing-is-elsewhere` while the platform still processes the post that it has accepted.
 */
export const retryTarget: Call<Readonly<{ atOwnRisk?: boolean }>, PostView> = {
  method: 'POST',
  path: '/api/posts/:id/targets/:accountId/retry',
};
/**
 * A person has seen the post on the platform: the target becomes posted, and that person counts as the evidence. Only
 * for an unknown target; after a restore of the log, also for one that is due, waits or failed. 409 for any other, and before the post is due.
 */
export const confirmTarget: Call<Readonly<{ permalink?: string }>, PostView> = {
  method: 'POST',
  path: '/api/posts/:id/targets/:accountId/confirm',
};
/**
 * Deletes a published post on its platform, in the background. 409 unless it is published there and not being deleted.
 * 422 `scheduling.platform-cannot-delete` where the platform cannot delete.
 * 422 `scheduling.deletion-not-granted` where the account was connected without the permission; its `deletesPosts` shows that before.
 * 422 `scheduling.remote-post-unknown` where the remote post is not known. After a failure it can be requested again.
 * `?remoteId=`: deletes this copy of `duplicates` instead, one copy at a time. Archived posts can be deleted on their platforms, too.
 */
export const deleteRemote: Call<void, PostView> = {
  method: 'DELETE',
  path: '/api/posts/:id/targets/:accountId/remote',
};
