import type { PlatformLimits } from '@posthorn/contracts/integrations/platform-limits';
import type { Problem } from '@posthorn/contracts/integrations/precheck-problem';
import type { Platform } from '@posthorn/contracts/shared/platform';
import type { PostAction } from '#connectors/contract/actions.ts';
import type { Budget } from '#connectors/contract/budget.ts';
import type { CallRepeatRule } from '#connectors/contract/connector.ts';
import type { OutgoingPublication } from '#connectors/contract/publication.ts';

export type { Budget } from '#connectors/contract/budget.ts';
export type { CallRepeatRule } from '#connectors/contract/connector.ts';

/**
 * What is known about a platform's final call, and what Posthorn may conclude and do after an unknown
 * outcome.
 */
export type Repetition = Readonly<{
  rule: CallRepeatRule;
  /** The maximum number of bytes of the post's files that the call itself sends. */
  callBytes: number;
  /** Milliseconds until a look-up certainly finds a post that the platform accepted. */
  visibleAfterMs: number;
  /** A call that arrives only after its repetition creates no second post. */
  isLateCallHarmless: boolean;
  /** The platform can list the account's posts, so that Posthorn finds a second copy. */
  listsPosts: boolean;
  /** The actions that are possible with a published post on the platform. */
  actions: readonly PostAction[];
}>;

/** What platforms accept, and how they may be called. */
export abstract class PublishRules {
  /**
   * Checks whether a publication fits its platform. Screens, API and worker all use this check. Sends
   * nothing. Empty list: the post fits.
   * @param limits the limits of the account, if the caller has just read them; otherwise this loads the
   * account
   */
  abstract precheck(
    publication: Omit<OutgoingPublication, 'contentHash'>,
    limits?: PlatformLimits,
  ): Promise<readonly Problem[]>;

  /** The currently known limits of an account; null: there is no such account. */
  abstract limitsOf(accountId: number): Promise<PlatformLimits | null>;

  /** The budgets that the platform's connector declares; empty if it declares none. */
  abstract budgetsOf(platform: Platform): Promise<readonly Budget[]>;

  /**
   * How calls to a platform may be repeated. On a platform without a connector, only a person may repeat a
   * call.
   */
  abstract repetitionOf(platform: Platform): Promise<Repetition>;
}
