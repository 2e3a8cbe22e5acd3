import type { ApiScope } from '../identity/api-tokens.http.ts';
import type { HistoryView } from '../scheduling/history.http.ts';
import type { OptionalWordsRequest } from '../scheduling/optional-words.ts';
import type {
  EditDetailsRequest,
  PostView,
  PrecheckView,
  RemovalView,
  TargetRequest,
} from '../scheduling/posts.http.ts';
import type { Call } from '../shared/call.ts';
import type { Metric } from '../shared/metrics.ts';
import type { Platform } from '../shared/platform.ts';

/** A call that an API token opens which has this scope; null: any. */
export type ExternalCall<Request, Reply> = Call<Request, Reply> & Readonly<{ scope: ApiScope | null }>;

export const EXTERNAL_POSTS = {
  recent: 10,
  pageLimit: 25,
  pageLimitMax: 100,
  orders: ['turn', 'newest'],
} as const;
/** Header of the answer to a request that came with the Idempotency-Key of one before: `true`. */
export const REPLAYED_HEADER = 'idempotency-replayed';

export const EXTERNAL_POST_TEXT = {
  notConnected: (platform: string) => `No account on ${platform} is connected.`,
  platformsNotValid: 'Please name platforms by their names, such as "mastodon".',
  urlNotValid: 'Please name a file by its address, such as "https://example.com/bread.jpg".',
  platformNotValid: 'Please name one platform by its name, such as "mastodon".',
  timeNotValid: 'Please send a time with its offset, such as 2026-11-21T09:30:00Z.',
  orderNotValid: 'The order is turn or newest.',
  hashtagsNotValid: 'Please send hashtags as a list of words without blanks, or as one text.',
  mediaNotValid: 'Please send media as a list of up to ten files, each with its "url".',
} as const;

/** A post to be scheduled. It goes to the accounts that `platforms`, `accountIds` or `targets` name; one of them has to. */
export type CreatePostRequest = Omit<OptionalWordsRequest, 'hashtags'> &
  Readonly<{
    /** The text that every account gets, unless `targets` has another one for it. */
    content: string;
    /** Every active account of each of them. */
    platforms?: readonly Platform[];
    /** Beside `platforms` it narrows these; alone it names the accounts. */
    accountIds?: readonly number[];
    /** When to publish: ISO 8601 with an offset, as in `2030-01-01T13:00:00Z`. */
    scheduledFor: string;
    /** With or without `#`. Left out: those of the post defaults. Empty: none. */
    hashtags?: readonly string[] | string;
    /** The same as `media` with one file. */
    mediaUrl?: string;
    /**
     * Files in the order of the post. Each `url` is that of an upload, or any https address, from which it is fetched at once; that takes
     * the scope `media:write`.
     */
    media?: readonly Readonly<{
      url: string;
      /** What the file shows, for people who do not see it. */
      altText?: string;
    }>[];
    /** Own texts, files and options of single accounts. */
    targets?: readonly TargetRequest[];
    /** IANA zone in which the time was chosen, as in `Europe/Paris`; for showing it. */
    timezone?: string;
    /** The time on the clock there, as in `2030-01-01T14:00`; for showing it. */
    localTime?: string;
    /** Whether comments are answered automatically. Needs Premium, and `true` the scope `comments:write`. */
    aiReplies?: boolean;
  }>;

/** What would become of a post; nothing of it is stored. `limits.scheduledPosts.max` null: as many as you like. */
export type DryRunView = Readonly<{
  dryRun: true;
  wouldCreate: boolean;
  accounts: readonly PrecheckView[];
  limits: Readonly<{ scheduledPosts: Readonly<{ used: number; max: number | null }> }>;
}>;

/**
 * 201 with the post and its `Location`. May carry an `Idempotency-Key`: the same request with the same key within 24 h returns the same
 * post. A refused request uses up no key. With `?dry_run=true` 200 and a `DryRunView`. 422 `external.platform-not-connected` for a
 * platform without an active account; the rest as `schedulePost`.
 */
export const createPost: ExternalCall<CreatePostRequest, PostView | DryRunView> = {
  method: 'POST',
  path: '/api/external/posts',
  scope: 'posts:write',
};

/** Figures that are not available, or that the plan does not show, are null. `byPlatform`: posts for each platform, published or not. */
export type StatisticsView = Readonly<{
  stats: Readonly<{
    total: number;
    scheduled: number;
    posted: number;
    failed: number;
    byPlatform: Readonly<Partial<Record<Platform, number>>>;
  }> &
    Readonly<Record<Metric, number | null>>;
  /** The latest time first. */
  recentPosts: readonly PostView[];
}>;
export const statistics: ExternalCall<void, StatisticsView> = {
  method: 'GET',
  path: '/api/external/statistics',
  scope: 'posts:read',
};

export type ExternalPage<Item> = Readonly<{ items: readonly Item[]; nextCursor: string | null }>;
/**
 * `?status=` (one of `POST_LISTS`) `&platform=` `&from=` `&to=` (ISO 8601, of the scheduled time, the end left out) `&limit=` (25, 100 at
 * most) `&cursor=`. A page ends at 1 MB. Posts are `brief`; `&include=targets` has them whole. What is scheduled, the next one first,
 * then what was, the latest first; with `&order=newest` the last one made first.
 */
export const listExternalPosts: ExternalCall<void, ExternalPage<PostView>> = {
  method: 'GET',
  path: '/api/external/posts',
  scope: 'posts:read',
};
/** `history`: where it was asked for. */
export type ShownPost = PostView & Readonly<{ history?: HistoryView }>;
/** With `?include=history` also every step; those of comments with the scope `comments:read` alone. */
export const showExternalPost: ExternalCall<void, ShownPost> = {
  method: 'GET',
  path: '/api/external/posts/:id',
  scope: 'posts:read',
};
/** With `?at=` as it was then. Steps of comments, with the words of strangers, with the scope `comments:read` alone. */
export const externalHistory: ExternalCall<void, HistoryView> = {
  method: 'GET',
  path: '/api/external/posts/:id/history',
  scope: 'posts:read',
};
/** Whatever is left out stays as it is; without `scheduledFor` so do `timezone` and `localTime`. */
export type ChangePostRequest = OptionalWordsRequest & Partial<EditDetailsRequest>;
/**
 * As `editPost`; `aiRepliesEnabled: true` takes the scope `comments:write` too. Without the scope `posts:read` the answer has no words
 * and no files.
 */
export const editExternalPost: ExternalCall<ChangePostRequest, PostView> = {
  method: 'PUT',
  path: '/api/external/posts/:id',
  scope: 'posts:write',
};
/**
 * `atOwnRisk` ends the waiting for an answer of the platform: the post may then appear twice. It takes the scope `posts:read` too, by
 * which a program sees what is known of the post.
 */
export type RetryTargetRequest = Readonly<{ atOwnRisk?: boolean }>;
/** As `retryTarget`. */
export const retryExternalTarget: ExternalCall<RetryTargetRequest, PostView> = {
  method: 'POST',
  path: '/api/external/posts/:id/targets/:accountId/retry',
  scope: 'posts:write',
};
/** As `checkTarget`. */
export const checkExternalTarget: ExternalCall<void, PostView> = {
  method: 'POST',
  path: '/api/external/posts/:id/targets/:accountId/check',
  scope: 'posts:write',
};
/** As `deletePost`; with `?only_unpublished=true` 409 `scheduling.already-publishing` in place of archiving, once publishing has begun. */
export const deleteExternalPost: ExternalCall<void, RemovalView> = {
  method: 'DELETE',
  path: '/api/external/posts/:id',
  scope: 'posts:write',
};
