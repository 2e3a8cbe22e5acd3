import type { Platform } from '@posthorn/contracts/shared/platform';
import type {
  CommentOutcome,
  KnownComment,
  NewsOutcome,
  ReadCursor,
  ReadingPace,
  ThreadOutcome,
  WatchedPost,
} from '#connectors/contract/comments.ts';

export type {
  CommentOutcome,
  KnownComment,
  NewsOutcome,
  ReadCursor,
  ReadingPace,
  RemoteComment,
  ThreadOutcome,
  WatchedPost,
} from '#connectors/contract/comments.ts';

/** The account whose comments are read or changed. */
export type CommentAccount = Readonly<{ accountId: number; ownerId: string; platform: Platform }>;

/** `isSimulated`: the account belongs to the sandbox, which has no call limits. */
export type ReadingWay = Readonly<{ pace: ReadingPace; hasNews: boolean; isSimulated: boolean }>;

/** Requests new comments since `cursor`, or without a cursor since `since` (ISO time). */
export type NewsRequest = Readonly<{
  cursor: ReadCursor | null;
  posts: readonly WatchedPost[];
  since: string;
}>;

/** Reads comments of connected accounts. All calls can be repeated without harm. */
export abstract class CommentsOfAccounts {
  /**
   * How comments of an account are read. `pace: null`: they cannot be read; `why` is a sentence with the
   * reason. Calls no platform.
   */
  abstract wayOf(account: CommentAccount): Promise<ReadingWay | Readonly<{ pace: null; why: string }>>;
  /** The new comments of an account. Calls the platform. */
  abstract news(account: CommentAccount, request: NewsRequest, signal: AbortSignal): Promise<NewsOutcome>;
  /** One page of the comments under a post. Calls the platform. */
  abstract thread(
    account: CommentAccount,
    post: WatchedPost,
    after: string | null,
    signal: AbortSignal,
  ): Promise<ThreadOutcome>;
  /** The current state of one comment. Calls the platform. */
  abstract one(account: CommentAccount, comment: KnownComment, signal: AbortSignal): Promise<CommentOutcome>;
}
