import { Injectable } from '@nestjs/common';
import { PlanOf } from '#modules/identity/ports/plan-of.ts';
import {
  MetricsOfPosts,
  type MeasuredAccount,
  type MetricsPace,
  type MetricsTerms,
} from '#modules/integrations/ports/metrics-of-posts.ts';
import { ladderFor, type PollPlan } from './next-poll.ts';

/** `isFree`: calls are neither counted nor charged. `isSeen`: the owner may see figures. */
export type PollSettings = Readonly<{
  terms: MetricsTerms;
  pace: MetricsPace;
  plan: PollPlan;
  isSeen: boolean;
  isFree: boolean;
}>;

/**
 * The settings with which Posthorn polls the posts of an account. Calls no platform, but marks an account whose credentials are missing, so
 * it needs a cause. The owner's plan comes from the log: with an outdated plan, a post may get no further poll.
 */
@Injectable()
export class AccountPollSettings {
  constructor(
    private readonly metrics: MetricsOfPosts,
    private readonly plans: PlanOf,
  ) {}

  /** @returns null: the figures of this account cannot be read now */
  async find(account: MeasuredAccount): Promise<PollSettings | null> {
    const terms = this.metrics.termsOf(account.platform);
    const [way, { analytics: isSeen }] = await Promise.all([
      this.metrics.wayOf(account),
      this.plans.entitlementsOf(account.ownerId),
    ]);
    if (!terms || !way) return null;
    return {
      terms,
      pace: way.pace,
      isSeen,
      plan: {
        ladder: ladderFor(way.pace.ladder, isSeen, terms.costUsd > 0),
        isSimulated: way.isSimulated && isSeen,
        costs: terms.costUsd > 0 && !way.isSimulated,
      },
      isFree: way.isSimulated,
    };
  }
}
