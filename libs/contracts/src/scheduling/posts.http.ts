import type { PublishOptions } from '../shared/publish-options.ts';
import type { Call } from '../shared/call.ts';
import type { Platform } from '../shared/platform.ts';
import type { MediaFileView } from '../shared/media.http.ts';
import type { OptionalWords, OptionalWordsRequest } from './optional-words.ts';

export const POST = {
  contentMax: 2200,
  /**
   * What single accounts get for themselves, texts and choices: in bytes of its JSON as UTF-8, all of one post together. One event
   * holds it, locked, which makes four bytes of three, beside at most 150,000 bytes of the rest; a log takes 900,000.
   */
  ownContentBytesMax: 500_000,
  filesMax: 10,
  defaultDelayMinutes: 60,
  /** A form filled in a little before "now" is still accepted. */
  pastToleranceSeconds: 120,
  /** Instants from the year 10000 on are written in another way, which databases and platforms do not read. */
  scheduledBefore: '9999-01-01T00:00:00.000Z',
} as const;

/** The list in pages. */
export const POSTS_PAGE = {
  limit: 50,
  limitMax: 200,
  searchMax: 200,
  /** Of JSON: a page with long posts has fewer of them. */
  bytesMax: 1_000_000,
  /** Header of a page: what to send as `after` for the page that follows; absent on the last one. */
  cursorHeader: 'x-next-cursor',
} as const;

/** The list without parameters; what is beyond comes with the cursor of its header. */
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

/** One connected account of a post, and how far publishing has come there. */
export type TargetView = Readonly<{
  accountId: number;
  platform: Platform;
  accountName: string;
  /** Its own text, as long as the account takes it; null when it gets the text of the post. */
  content: string | null;
  options: PublishOptions;
  /** Its own selection of the post's files, by `mediaUrl`, in its own order; empty: none of them; null: all, in their order. */
  mediaUrls: readonly string[] | null;
  status: TargetStatus;
  remoteId: string | null;
  permalink: string | null;
  publishedAt: string | null;
  attempts: number;
  /** Set while the next try waits (retry, rate limit): when it will be made. */
  nextAttemptAt: string | null;
  /** Why it failed, is unknown or waits; `words` are the platform's own. */
  problem: TargetProblem | null;
  /** Set while it waits until its account is connected again: since when. */
  waitsSince: string | null;
  /** Found by a check shortly before it is due: what would keep it from being published. */
  warning: Readonly<{ code: string; message: string }> | null;
  /** The published post was asked to be deleted on its platform; once deleted it has no permalink any more. */
  remoteDeletion: RemoteDeletion;
  /** Why deleting it waits or failed. */
  remoteDeletionProblem: TargetProblem | null;
  /** Why a published video is without the cover that was chosen; null where it has it, or may still get it. */
  coverProblem: TargetProblem | null;
  /** Further copies of the published post on its platform: an attempt arrived after it was repeated. */
  duplicates: readonly DuplicateView[];
  /**
   * Set while the outcome is unknown and look-ups run. At this time the post counts as not published and is sent again, unless a look-up
   * found it. Null: a person decides.
   */
  lookUntil: string | null;
}>;
/** How far deleting a published post on its platform has come; null: it was not requested. */
export type RemoteDeletion = 'requested' | 'deleted' | 'failed' | null;
/** A further copy of a published post; what is deleted has no permalink any more. */
export type DuplicateView = Readonly<{
  remoteId: string;
  permalink: string | null;
  remoteDeletion: RemoteDeletion;
  remoteDeletionProblem: TargetProblem | null;
}>;
export type TargetProblem = Readonly<{ code: string; message: string; words: string | null }>;

export type PostView = OptionalWords &
  Readonly<{
    id: number;
    /** Grows, not by one, with each change of the post itself; what becomes of its targets leaves it alone. An edit may name it. */
    revision: number;
    userId: string;
    content: string;
    mediaUrl: string | null;
    /** UTC instant, ISO 8601. */
    scheduledFor: string;
    /** IANA zone in which the time was chosen, when the client said so. */
    timezone: string | null;
    status: PostStatus;
    /**
     * The post needs its owner. A target failed, waits until its account is connected again, or has an unknown outcome. Or a coming target
     * is on a disconnected account. Or deleting the post on its platform failed or waits for the account.
     */
    attention: boolean;
    /** Publishing has begun: no edit and no delete until it is settled. */
    publishing: boolean;
    /** The first of `selectedPlatforms`; kept for clients of the first API. */
    platform: Platform | null;
    selectedPlatforms: readonly Platform[];
    selectedAccountIds: readonly number[];
    /** Two accounts on one platform fold to the least finished. */
    platformStatuses: Readonly<Partial<Record<Platform, TargetStatus>>>;
    targets: readonly TargetView[];
    /**
     * True in lists for posts with texts, options or files for single accounts. Then `targets` have none of them (`content` and `mediaUrls`
     * are null, `options` empty); the post itself has them.
     */
    brief: boolean;
    aiRepliesEnabled: boolean;
    mediaFiles: readonly MediaFileView[];
    createdAt: string;
  }>;

/** `mediaUrl` names an upload of the same user; everything else about a file is ignored and taken from our own row. */
export type MediaFileRequest = Readonly<{ mediaUrl: string; altText?: string }>;

/** What one account gets instead of the shared text and files, and what its platform wants to know besides. */
export type TargetRequest = Readonly<{
  accountId: number;
  content?: string;
  options?: PublishOptions;
  /**
   * Which files of the post the account gets, by `mediaUrl`, in this order; empty: none; null: all of them. Left out: all, or in
   * an edit what the account had. 422 `scheduling.target-media-unknown` for a file that the post does not have,
   * `scheduling.target-media-twice` for one that is named twice. A file that leaves the post leaves the selections that the
   * same request does not name; one that joins the post joins no selection.
   */
  mediaUrls?: readonly string[] | null;
}>;

/** The accounts are those of `selectedAccountIds` and of `targets` together; either may be left out. */
export type SchedulePostRequest = OptionalWordsRequest &
  Readonly<{
    content: string;
    /** ISO 8601 with offset. */
    scheduledFor: string;
    /** IANA zone and the wall-clock time the user saw (`2026-11-21T09:30`), when the client knows them. */
    timezone?: string;
    localTime?: string;
    aiRepliesEnabled?: boolean;
    selectedAccountIds?: readonly number[];
    targets?: readonly TargetRequest[];
    mediaFiles?: readonly MediaFileRequest[];
  }>;
/** What an edit says beside the optional words. */
export type EditDetailsRequest = Readonly<{
  content: string;
  scheduledFor: string;
  timezone?: string;
  localTime?: string;
  aiRepliesEnabled?: boolean;
  /**
   * The `revision` of the post that this change was made on. Where the post has changed since, nothing is stored: 409
   * `scheduling.post-changed`. Left out: the change is taken whatever came between.
   */
  revision?: number;
  /** Of accounts that the post has. Those that are left out keep what they have. */
  targets?: readonly TargetRequest[];
  mediaFiles?: readonly MediaFileRequest[];
}>;
export type EditPostRequest = OptionalWordsRequest & EditDetailsRequest;

/** What one account would say to a post. `used` and `max` as its platform counts a text. */
export type PrecheckView = Readonly<{
  accountId: number;
  ok: boolean;
  problems: readonly Readonly<{ code: string; message: string }>[];
  text: Readonly<{ used: number; max: number }>;
}>;

/** Nothing is stored and no time is needed: `scheduledFor` may be missing. */
export type PrecheckRequest = Omit<SchedulePostRequest, 'scheduledFor'> & Readonly<{ scheduledFor?: string }>;
export const precheckPost: Call<PrecheckRequest, Readonly<{ accounts: readonly PrecheckView[] }>> = {
  method: 'POST',
  path: '/api/posts/precheck',
};

/** May carry the header `Idempotency-Key`: the same key within 24 h answers with the same post and stores nothing twice. */
export const schedulePost: Call<SchedulePostRequest, PostView> = { method: 'POST', path: '/api/posts' };
/**
 * Without parameters: all posts, the latest time first, 1,000 or 2 MB at most. Where there are more, the header `X-Next-Cursor` has the
 * value for `after`, alone or with `limit`. With `limit`, `after`, `status` or `q`: one page of `limit` posts (50), first the scheduled
 * ones, the next first, then the others, the latest first. `status`: one of `POST_LISTS`. `after`: the cursor of the page before, for the
 * same `status` and `q`; pages stay right while posts are added and removed. `q`: words that must all be in content or optional words.
 * A page ends at 1 MB. Posts are `brief`. An invalid parameter is 400 with its name in `fields`.
 */
export const listPosts: Call<void, readonly PostView[]> = { method: 'GET', path: '/api/posts' };
export const countPosts: Call<void, PostCounts> = { method: 'GET', path: '/api/posts/summary' };
export const getPost: Call<void, PostView> = { method: 'GET', path: '/api/posts/:id' };
export const editPost: Call<EditPostRequest, PostView> = { method: 'PUT', path: '/api/posts/:id' };
/**
 * The outcome of removing a post. `cancelled`: nothing of it was sent. `archived`: publishing had begun, so the post left the list.
 * Published copies stay on their platforms until their owner deletes them there.
 */
export type RemovalView = Readonly<{ outcome: 'cancelled' | 'archived'; targets: readonly TargetView[] }>;
/** Deletes a scheduled post, archives any other; asked again, it answers the same. 409 while a target is being published. */
export const deletePost: Call<void, RemovalView> = { method: 'DELETE', path: '/api/posts/:id' };
/** How many posts are still to come on one connected account. 404 for an account of another user. */
export const countScheduledOn: Call<void, Readonly<{ count: number }>> = {
  method: 'GET',
  path: '/api/accounts/:id/scheduled-posts',
};
/** Undo of delete and archive. A scheduled post whose time has passed meanwhile is refused with `scheduling.time-is-past`. */
export const restorePost: Call<void, PostView> = { method: 'POST', path: '/api/posts/:id/restore' };
/** Asks the platform what became of an unknown publication; 429 after 60 an hour, those of replies and of `retryTarget` among them. */
export const checkTarget: Call<void, PostView> = {
  method: 'POST',
  path: '/api/posts/:id/targets/:accountId/check',
};
/**
 * Publishes a failed target again, or an unknown one (a person says that it does not exist). For an unknown target, Posthorn first runs
 * look-ups at its platform, as for its own retries: the target stays unknown until `lookUntil`. Where the platform has no look-up,
 * Posthorn waits until a late call can no longer arrive. `atOwnRisk` ends the wait: the post may appear twice.
 * 409 `scheduling.account-not-connected` when the account was disconnected: the user must connect it first.
 */
export const retryTarget: Call<Readonly<{ atOwnRisk?: boolean }>, PostView> = {
  method: 'POST',
  path: '/api/posts/:id/targets/:accountId/retry',
};
/**
 * A person saw the post on the platform: the target becomes posted with that person as evidence. For a target that is
 * unknown; after a restore also for one that is due, waits or failed. 409 for any other, and before the post is due.
 */
export const confirmTarget: Call<Readonly<{ permalink?: string }>, PostView> = {
  method: 'POST',
  path: '/api/posts/:id/targets/:accountId/confirm',
};
/**
 * Deletes a published post on its platform, in the background. 409 unless it is published there and not being deleted. 422
 * `scheduling.platform-cannot-delete` where the platform cannot delete, `scheduling.deletion-not-granted` where the account was connected
 * without the permission (`deletesPosts` of the account shows that before), `scheduling.remote-post-unknown` where the remote post is
 * not known. After a failure it can be requested again. `?remoteId=` names one of `duplicates` instead, one copy at a time. An archived
 * post can be deleted there, too.
 */
export const deleteRemote: Call<void, PostView> = {
  method: 'DELETE',
  path: '/api/posts/:id/targets/:accountId/remote',
};
