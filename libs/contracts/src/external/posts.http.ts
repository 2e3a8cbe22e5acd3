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

/** A call that an API token with this scope may make; null: every token may make it. */
export type ExternalCall<Request, Reply> = Call<Request, Reply> & Readonly<{ scope: ApiScope | null }>;

export const EXTERNAL_POSTS = {
  recent: 10,
  pageLimit: 25,
  pageLimitMax: 100,
  orders: ['turn', 'newest'],
} as const;
/** This header is `true` in the response to a request that repeats an earlier Idempotency-Key. */
export const REPLAYED_HEADER = 'idempotency-replayed';

export const EXTERNAL_POST_TEXT = {
  notConnected: (platform: string) => `No account on ${platform} is connected.`,
  platformsNotValid: 'Please name platforms by their names, such as "mastodon".',
  urlNotValid: 'Please name a file by its address, such as "https://example.com/bread.jpg".',
  platformNotValid: 'Please name one platform by its name, such as "mastodon".',
  timeNotValid: 'Please send a time with its offset, such as 2026-11-21T09:30:00Z.',
  orderNotValid: 'The order is turn or newest.',
  trueOrFalse: 'Please send `true` or `false`.',
  hashtagsNotValid: 'Please send hashtags as a list of words without spaces, or as one text.',
  mediaNotValid: 'Please send media as a list of up to ten files, each with its "url".',
} as const;

/** A post to be scheduled. It goes to the accounts in `platforms`, `accountIds` or `targets`. One of these fields is required. */
export type CreatePostRequest = Omit<OptionalWordsRequest, 'hashtags'> &
  Readonly<{
    /** The text for every account that has no own text in `targets`. */
    content: string;
    /** The post goes to every active account on these platforms. */
    platforms?: readonly Platform[];
    /** With `platforms`: only these accounts on the platforms. Alone: exactly these accounts. */
    accountIds?: readonly number[];
    /** When to publish: ISO 8601 with an offset, as in `2030-01-01T13:00:00Z`. */
    scheduledFor: string;
    /** With or without `#`. Absent: those of the post defaults. Empty: none. */
    hashtags?: readonly string[] | string;
    /** A shorter form of `media` with one file. */
    mediaUrl?: string;
    /**
     * Files in the order of the post. Each `url` is that of an upload, or any https URL, from which the server
     * fetches the file immediately. A fetch needs the scope `media:write`.
     * `targets[].mediaUrls` may name a file by the same URL.
     */
    media?: readonly Readonly<{
      url: string;
      /** What the file shows, for people who cannot see it. */
      altText?: string;
    }>[];
    /** Separate texts, files and options for single accounts. */
    targets?: readonly TargetRequest[];
    /** IANA time zone in which the time was chosen, such as `Europe/Paris`. */
    timezone?: string;
    /**
     * The local time in that zone, such as `2030-01-01T14:00`. If it differs from `scheduledFor`, it takes precedence, and the server computes
     * the instant. Without `timezone`, it is ignored.
     */
    localTime?: string;
    /**
     * The draft from which this post is scheduled. The draft is then deleted. Its id replaces an `Idempotency-Key`: one draft becomes one post at most. A
     * draft needs the scope `drafts:write`.
     */
    draftId?: string;
    /** The `revision` of the draft as you read it. If the draft has changed since, nothing is scheduled. Absent: any. */
    draftRevision?: number;
    /** Whether comments get automatic replies. `true` needs Premium and the scope `comments:write`. */
    aiReplies?: boolean;
  }>;

/** What would happen to a post; nothing is stored. `limits.scheduledPosts.max` null: there is no limit. */
export type DryRunView = Readonly<{
  dryRun: true;
  wouldCreate: boolean;
  accounts: readonly PrecheckView[];
  limits: Readonly<{ scheduledPosts: Readonly<{ used: number; max: number | null }> }>;
}>;

/**
 * 201 with the post and its `Location`. May carry an `Idempotency-Key`: the same request with the same key within 24 h returns the same
 * post. Without the scope `posts:read`, that response contains no text and no files. A refused request does not use up the key. With `?dry_run=true` 200 and a `DryRunView`. 422 `external.platform-not-connected` for a
 * platform without an active account; the rest as `schedulePost`. The body of 412 has the draft only for a token that also has the scope
 * `drafts:read`.
 */
export const createPost: ExternalCall<CreatePostRequest, PostView | DryRunView> = {
  method: 'POST',
  path: '/api/external/posts',
  scope: 'posts:write',
};

/** Null for numbers that are not available or that the plan does not include. `byPlatform`: posts for each platform, published or not. */
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
 * `?status=` (one of `POST_LISTS`) `&platform=` `&from=` `&to=` (ISO 8601, of the scheduled time, `to` excluded) `&limit=` (default 25,
 * at most 100) `&cursor=`. A page ends at 1 MB. Posts are `brief`; `&include=targets` returns them completely.
 * Scheduled posts come first, the next one at the top; then past ones, the latest first. `&order=newest`: by creation, the newest first.
 */
export const listExternalPosts: ExternalCall<void, ExternalPage<PostView>> = {
  method: 'GET',
  path: '/api/external/posts',
  scope: 'posts:read',
};
/** `history`: only if it was requested. */
export type ShownPost = PostView & Readonly<{ history?: HistoryView }>;
/** `?include=history` adds every step; steps of comments require the scope `comments:read`. */
export const showExternalPost: ExternalCall<void, ShownPost> = {
  method: 'GET',
  path: '/api/external/posts/:id',
  scope: 'posts:read',
};
/** `?at=` returns the history as of that time. Steps of comments contain texts of strangers and require the scope `comments:read`. */
export const externalHistory: ExternalCall<void, HistoryView> = {
  method: 'GET',
  path: '/api/external/posts/:id/history',
  scope: 'posts:read',
};
/** Fields that are left out stay unchanged. Without `scheduledFor`, `timezone` and `localTime` stay unchanged, too. */
export type ChangePostRequest = OptionalWordsRequest & Partial<EditDetailsRequest>;
/**
 * As `editPost`; `aiRepliesEnabled: true` also requires the scope `comments:write`. Without the scope `posts:read`,
 * the response contains no text and no files.
 */
export const editExternalPost: ExternalCall<ChangePostRequest, PostView> = {
  method: 'PUT',
  path: '/api/external/posts/:id',
  scope: 'posts:write',
};
/**
 * `atOwnRisk` sends the post without waiting for the outcome of the earlier call, so the post may appear twice. It also needs the scope `posts:read`, with which
 * a program can read what is known about the post.
 */
export type RetryTargetRequest = Readonly<{ atOwnRisk?: boolean }>;
/** As `retryTarget`. Without the scope `posts:read`, the response contains no text and no files. */
export const retryExternalTarget: ExternalCall<RetryTargetRequest, PostView> = {
  method: 'POST',
  path: '/api/external/posts/:id/targets/:accountId/retry',
  scope: 'posts:write',
};
/** As `checkTarget`. Without the scope `posts:read`, the response contains no text and no files. */
export const checkExternalTarget: ExternalCall<void, PostView> = {
  method: 'POST',
  path: '/api/external/posts/:id/targets/:accountId/check',
  scope: 'posts:write',
};
/** As `deletePost`. Without the scope `posts:read`, the response contains no text and no files. With `?only_unpublished=true`: 409 `scheduling.already-publishing` instead of archiving, after publishing has begun. */
export const deleteExternalPost: ExternalCall<void, RemovalView> = {
  method: 'DELETE',
  path: '/api/external/posts/:id',
  scope: 'posts:write',
};
