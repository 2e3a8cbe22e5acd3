import type { Platform } from '@posthorn/contracts/shared/platform';
import type { CommentAbilities, KnownComment } from '#connectors/contract/comments.ts';

export type { CommentAbilities } from '#connectors/contract/comments.ts';

/** `replyMax`: how long a reply may be, counted as `replyLength` does for a short text; absent where none can be sent. */
export type AbilitiesNow = CommentAbilities & Readonly<{ replyMax?: number }>;

/** What platforms allow with comments. Asks no platform. */
export abstract class CommentRules {
  /** What the platform's interface allows with each of these comments, in their order. */
  abstract abilitiesOf(platform: Platform, comments: readonly KnownComment[]): readonly AbilitiesNow[];
  /** How long a reply to this comment is and may be, as the platform counts; null where nobody can reply. */
  abstract replyLength(
    platform: Platform,
    comment: KnownComment,
    text: string,
  ): Readonly<{ used: number; max: number }> | null;
  /** Whether the platform's rules allow replies that no person approved. */
  abstract allowsAutomaticReplies(platform: Platform): boolean;
}
