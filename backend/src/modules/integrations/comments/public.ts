import type { Platform } from '@posthorn/contracts/shared/platform';
import { Command, Query } from '@nestjs/cqrs';
import type {
  CommentAbilities,
  CommentOutcome,
  KnownComment,
  ModerationOutcome,
  NewsOutcome,
  OutgoingReply,
  ReadCursor,
  ReadingPace,
  ThreadOutcome,
  WatchedPost,
} from '../connectors/contract/comments.ts';
import type { CallOutcome, LookUpOutcome, PrepareOutcome } from '../connectors/contract/outcome.ts';
import type { PublishRefs } from '../connectors/contract/publication.ts';
import type { Unsent } from '../ports/publishing.ts';

export type {
  CommentAbilities,
  CommentOutcome,
  KnownComment,
  ModerationOutcome,
  NewsOutcome,
  OutgoingReply,
  ReadCursor,
  ReadingPace,
  RemoteComment,
  ThreadOutcome,
  WatchedPost,
} from '../connectors/contract/comments.ts';

/** The second door of Integrations: comments on connected accounts, as the inbox reads, answers and moderates them. */

/** An account whose comments are meant. */
export type CommentAccount = Readonly<{ accountId: number; ownerId: string; platform: Platform }>;

/** `isSimulated`: it is an account of the sandbox, where nobody counts calls. */
export type ReadingWay = Readonly<{ pace: ReadingPace; hasNews: boolean; isSimulated: boolean }>;

/** How comments of an account are read; null with the reason, as a sentence, where they cannot be. */
export class ReadingOf extends Query<ReadingWay | Readonly<{ pace: null; why: string }>> {
  constructor(readonly account: CommentAccount) {
    super();
  }
}

/** What is new on an account since `cursor`; with no cursor since the instant `since` (ISO). Asks the platform. */
export class ReadNews extends Query<NewsOutcome> {
  constructor(
    readonly account: CommentAccount,
    readonly asked: Readonly<{ cursor: ReadCursor | null; posts: readonly WatchedPost[]; since: string }>,
    readonly signal: AbortSignal,
  ) {
    super();
  }
}

/** One page of the comments under a post. Asks the platform. */
export class ReadThread extends Query<ThreadOutcome> {
  constructor(
    readonly account: CommentAccount,
    readonly post: WatchedPost,
    readonly after: string | null,
    readonly signal: AbortSignal,
  ) {
    super();
  }
}

/** One comment as it is now. Asks the platform. */
export class ReadComment extends Query<CommentOutcome> {
  constructor(
    readonly account: CommentAccount,
    readonly comment: KnownComment,
    readonly signal: AbortSignal,
  ) {
    super();
  }
}

/** `replyMax`: how long a reply may be, counted as `ReplyLengthOf` does for a short text; absent where none can be sent. */
export type AbilitiesNow = CommentAbilities & Readonly<{ replyMax?: number }>;

/** What the platform's interface allows with each of these comments; nothing is asked. */
export class AbilitiesOf extends Query<readonly AbilitiesNow[]> {
  constructor(
    readonly platform: Platform,
    readonly comments: readonly KnownComment[],
  ) {
    super();
  }
}

/** A platform as people know it. */
export class PlatformNameOf extends Query<string> {
  constructor(readonly platform: Platform) {
    super();
  }
}

/** Whether the platform's rules allow replies that no person approved. */
export class AllowsAutomaticReplies extends Query<boolean> {
  constructor(readonly platform: Platform) {
    super();
  }
}

/** How long a reply to this comment is and may be, as the platform counts; null where nobody can reply. */
export class ReplyLengthOf extends Query<Readonly<{ used: number; max: number }> | null> {
  constructor(
    readonly platform: Platform,
    readonly comment: KnownComment,
    readonly text: string,
  ) {
    super();
  }
}

/** What may be concluded and done after an unknown outcome of a reply. */
export type ReplyRepetition = Readonly<{
  rule: 'always' | 'after-negative-look-up' | 'never';
  /** Milliseconds. */
  visibility: number;
  isHarmlessWhenLate: boolean;
}>;
export class ReplyRepetitionOf extends Query<ReplyRepetition> {
  constructor(readonly platform: Platform) {
    super();
  }
}

/** Everything before the call of a reply; safe to repeat. */
export class PrepareReply extends Command<PrepareOutcome> {
  constructor(
    readonly platform: Platform,
    readonly reply: OutgoingReply,
    readonly refs: PublishRefs | null,
    readonly save: (refs: PublishRefs) => Promise<void>,
    readonly signal: AbortSignal,
  ) {
    super();
  }
}

/** The one call of a reply. @throws CallNotMade; after any other error it may have been made */
export class CallReply extends Command<CallOutcome & Unsent> {
  constructor(
    readonly platform: Platform,
    readonly reply: OutgoingReply,
    readonly refs: PublishRefs,
    readonly signal: AbortSignal,
  ) {
    super();
  }
}

/** What became of an attempt of a reply that began at `armedAt` (ISO). */
export class LookUpReply extends Query<LookUpOutcome> {
  constructor(
    readonly platform: Platform,
    readonly reply: OutgoingReply,
    readonly refs: PublishRefs,
    readonly armedAt: string,
  ) {
    super();
  }
}

/** Hides, shows or removes a comment on its platform. Safe to repeat. */
export class ModerateComment extends Command<ModerationOutcome> {
  constructor(
    readonly account: CommentAccount,
    readonly comment: KnownComment,
    readonly action: 'hide' | 'unhide' | 'remove',
    readonly signal: AbortSignal,
  ) {
    super();
  }
}
