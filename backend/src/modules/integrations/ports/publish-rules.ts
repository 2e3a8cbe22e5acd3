import type { PlatformLimits } from '@posthorn/contracts/integrations/platform-limits';
import type { Problem } from '@posthorn/contracts/integrations/precheck';
import type { Platform } from '@posthorn/contracts/shared/platform';
import type { PostAction } from '#connectors/contract/actions.ts';
import type { Budget } from '#connectors/contract/budget.ts';
import type { CallRepeatRule } from '#connectors/contract/connector.ts';
import type { OutgoingPublication } from '#connectors/contract/publication.ts';

export type { Budget } from '#connectors/contract/budget.ts';
export type { CallRepeatRule } from '#connectors/contract/connector.ts';

/** What is known of a platform's final call, and what may be concluded and done after an unknown outcome. */
export type Repetition = Readonly<{
  rule: CallRepeatRule;
  /** How much of a post's files the call carries at most. */
  callBytes: number;
  /** Milliseconds: how late the platform may show a post that it has. */
  visibleAfterMs: number;
  /** A call that arrives after it was repeated makes no second post. */
  isHarmlessWhenLate: boolean;
  /** Its own posts can be listed, so that a second one is found. */
  listsPosts: boolean;
  /** What can be done with a published post there. */
  actions: readonly PostAction[];
}>;

/** What platforms take, and how they may be called. */
export abstract class PublishRules {
  /**
   * The one check for screens, API and worker: nothing is sent. Empty list: it fits.
   * @param limits of an account that the sender has just read; without them the account is read
   */
  abstract precheck(
    publication: Omit<OutgoingPublication, 'contentHash'>,
    limits?: PlatformLimits,
  ): Promise<readonly Problem[]>;

  /** The limits of one account as they are known now; null: there is no such account. */
  abstract limitsOf(accountId: number): Promise<PlatformLimits | null>;

  /** What the platform's connector declares; empty where it declares nothing. */
  abstract budgetsOf(platform: Platform): Promise<readonly Budget[]>;

  /** A platform without a description is never retried without a person. */
  abstract repetitionOf(platform: Platform): Promise<Repetition>;
}
