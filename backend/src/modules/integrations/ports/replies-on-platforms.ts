import type { Platform } from '@posthorn/contracts/shared/platform';
import type { OutgoingReply } from '#connectors/contract/comments.ts';
import type { CallOutcome, LookUpOutcome, PrepareOutcome } from '#connectors/contract/outcome.ts';
import type { PublishRefs } from '#connectors/contract/publication.ts';
import type { Unsent } from './publishing.ts';

export type { OutgoingReply } from '#connectors/contract/comments.ts';

/** What Posthorn may conclude and do after an unknown outcome of a reply. */
export type ReplyRepetition = Readonly<{
  rule: 'always' | 'after-negative-look-up' | 'never';
  /** Milliseconds until a look-up certainly finds a reply that the platform accepted. */
  visibleAfterMs: number;
  isLateCallHarmless: boolean;
}>;

/** Sends replies to comments. */
export abstract class RepliesOnPlatforms {
  /** How a reply may be repeated. Calls no platform. */
  abstract repetitionOf(platform: Platform): ReplyRepetition;
  /** Does everything before the call of a reply. It is safe to repeat. */
  abstract prepare(
    platform: Platform,
    reply: OutgoingReply,
    refs: PublishRefs | null,
    save: (refs: PublishRefs) => Promise<void>,
    signal: AbortSignal,
  ): Promise<PrepareOutcome>;
  /**
   * Makes the call that sends the reply, once. @throws CallNotMade; after any other error, the call may have
   * been made
   */
  abstract call(
    platform: Platform,
    reply: OutgoingReply,
    refs: PublishRefs,
    signal: AbortSignal,
  ): Promise<CallOutcome & Unsent>;
  /** Asks the platform about the outcome of a reply's attempt that started at `attemptStartedAt` (ISO time). */
  abstract lookUp(
    platform: Platform,
    reply: OutgoingReply,
    refs: PublishRefs,
    attemptStartedAt: string,
  ): Promise<LookUpOutcome>;
}
