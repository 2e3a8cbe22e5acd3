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

/** An account whose comments are meant. */
export type CommentAccount = Readonly<{ accountId: number; ownerId: string; platform: Platform }>;

/** `isSimulated`: the account belongs to the sandbox, which has no call limits. */
export type ReadingWay = Readonly<{ pace: ReadingPace; hasNews: boolean; isSimulated: boolean }>;

/** Requests news since `cursor`, or without a cursor since the instant `since` (ISO). */
export type NewsRequest = Readonly<{
  cursor: ReadCursor | null;
  posts: readonly WatchedPost[];
  since: string;
}>;

/** Reads comments of connected accounts. Harmless to repeat. */
export abstract class CommentsOfAccounts {
  /** How comments of an account are read; null with the reason, as a sentence, where they cannot be. Asks no platform. */
  abstract wayOf(account: CommentAccount): Promise<ReadingWay | Readonly<{ pace: null; why: string }>>;
  /** What is new on an account. Asks the platform. */
  abstract news(account: CommentAccount, asked: NewsRequest, signal: AbortSignal): Promise<NewsOutcome>;
  /** One page of the comments under a post. Asks the platform. */
  abstract thread(
    account: CommentAccount,
    post: WatchedPost,
    after: string | null,
    signal: AbortSignal,
  ): Promise<ThreadOutcome>;
  /** One comment as it is now. Asks the platform. */
  abstract one(account: CommentAccount, comment: KnownComment, signal: AbortSignal): Promise<CommentOutcome>;
}
