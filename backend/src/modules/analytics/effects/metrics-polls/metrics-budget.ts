import type { Platform } from '@posthorn/contracts/shared/platform';
import { Injectable } from '@nestjs/common';
import type { MetricsOutcome } from '#modules/integrations/ports/metrics-of-posts.ts';
import { PaidReadBudget, type ReservedReads } from '#modules/integrations/ports/paid-read-budget.ts';

/** The cost of polls, in US dollars. */
export type PollCost = ReservedReads & Readonly<{ platform: Platform; usd: number }>;

/** Reserves the operator's money for polls before the call to the platform, so that no two workers spend the same money. */
@Injectable()
export class MetricsBudget {
  constructor(private readonly paidReads: PaidReadBudget) {}

  async take(platform: Platform, usdEach: number, requested: number): Promise<PollCost> {
    const money = await this.paidReads.reserve(platform, usdEach, requested);
    return { ...money, platform, usd: money.reads * usdEach };
  }

  /** Gives back the money that the call did not cost. A call without a response may have cost all of it. */
  async settle({ platform, day, usd }: PollCost, outcome: MetricsOutcome): Promise<void> {
    if (outcome.kind === 'refused' && outcome.reason === 'network') return;
    const left = usd - (outcome.kind === 'read' ? (outcome.costUsd ?? 0) : 0);
    if (left > 0) await this.paidReads.giveBack(platform, day, left);
  }

  /** Gives back the money of a call that was not made. */
  async giveBack({ platform, day, usd }: PollCost): Promise<void> {
    if (usd > 0) await this.paidReads.giveBack(platform, day, usd);
  }
}
