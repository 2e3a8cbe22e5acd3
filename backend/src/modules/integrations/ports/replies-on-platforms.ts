import type { Platform } from '@posthorn/contracts/shared/platform';
import type { OutgoingReply } from '#connectors/contract/comments.ts';
import type { CallOutcome, LookUpOutcome, PrepareOutcome } from '#connectors/contract/outcome.ts';
import type { PublishRefs } from '#connectors/contract/publication.ts';
import type { Unsent } from './publishing.ts';

export type { OutgoingReply } from '#connectors/contract/comments.ts';

/** What may be concluded and done after an unknown outcome of a reply. */
export type ReplyRepetition = Readonly<{
  rule: 'always' | 'after-negative-look-up' | 'never';
  /** Milliseconds. */
  visibleAfterMs: number;
  isHarmlessWhenLate: boolean;
}>;

/** Sends replies to comments. */
export abstract class RepliesOnPlatforms {
  /** Asks no platform. */
  abstract repetitionOf(platform: Platform): ReplyRepetition;
  /** Everything before the call of a reply; safe to repeat. */
  abstract prepare(
    platform: Platform,
    reply: OutgoingReply,
    refs: PublishRefs | null,
    save: (refs: PublishRefs) => Promise<void>,
    signal: AbortSignal,
  ): Promise<PrepareOutcome>;
  /** The one call of a reply. @throws CallNotMade; after any other error it may have been made */
  abstract call(
    platform: Platform,
    reply: OutgoingReply,
    refs: PublishRefs,
    signal: AbortSignal,
  ): Promise<CallOutcome & Unsent>;
  /** What became of an attempt of a reply that began at `armedAt` (ISO). */
  abstract lookUp(
    platform: Platform,
    reply: OutgoingReply,
    refs: PublishRefs,
    armedAt: string,
  ): Promise<LookUpOutcome>;
}
