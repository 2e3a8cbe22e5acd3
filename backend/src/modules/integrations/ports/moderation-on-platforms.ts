import type { KnownComment, ModerationOutcome } from '#connectors/contract/comments.ts';
import type { CommentAccount } from './comments-of-accounts.ts';

export type { ModerationOutcome } from '#connectors/contract/comments.ts';

/** Moderates comments on their platforms. */
export abstract class ModerationOnPlatforms {
  /** Hides, shows or removes a comment. The call is safe to repeat. */
  abstract moderate(
    account: CommentAccount,
    comment: KnownComment,
    action: 'hide' | 'unhide' | 'remove',
    signal: AbortSignal,
  ): Promise<ModerationOutcome>;
}
