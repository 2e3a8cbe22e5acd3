import type { Platform } from '@posthorn/contracts/shared/platform';
import type { CommentAbilities, KnownComment } from '#connectors/contract/comments.ts';

export type { CommentAbilities } from '#connectors/contract/comments.ts';

/**
 * `replyMax`: the maximum length of a reply, in the units of `replyLength`; absent when Posthorn cannot send
 * a reply.
 */
export type CurrentAbilities = CommentAbilities & Readonly<{ replyMax?: number }>;

/** The rules of platforms for comments. Calls no platform. */
export abstract class CommentRules {
  /** What the platform's API allows for each of these comments, in the order of `comments`. */
  abstract abilitiesOf(platform: Platform, comments: readonly KnownComment[]): readonly CurrentAbilities[];
  /**
   * The length of a reply to this comment and the maximum length, as the platform counts; null: the platform
   * has no interface for comments.
   */
  abstract replyLength(
    platform: Platform,
    comment: KnownComment,
    text: string,
  ): Readonly<{ used: number; max: number }> | null;
  /** Whether the platform's rules allow replies that no user approved. */
  abstract allowsAutomaticReplies(platform: Platform): boolean;
}
