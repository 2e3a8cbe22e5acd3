import type { Platform } from '@posthorn/contracts/shared/platform';
import type { CommentAbilities, KnownComment } from '#connectors/contract/comments.ts';

export type { CommentAbilities } from '#connectors/contract/comments.ts';

/** `replyMax`: how long a reply may be, counted as `replyLength` does for a short text; absent where none can be sent. */
export type CurrentAbilities = CommentAbilities & Readonly<{ replyMax?: number }>;

/** The rules of platforms for comments. Calls no platform. */
export abstract class CommentRules {
  /** What the platform's interface allows with each of these comments, in their order. */
  abstract abilitiesOf(platform: Platform, comments: readonly KnownComment[]): readonly CurrentAbilities[];
  /** The length of a reply to this comment and its maximum, as the platform counts; null where replies are impossible. */
  abstract replyLength(
    platform: Platform,
    comment: KnownComment,
    text: string,
  ): Readonly<{ used: number; max: number }> | null;
  /** Whether the platform's rules allow replies that no person approved. */
  abstract allowsAutomaticReplies(platform: Platform): boolean;
}
