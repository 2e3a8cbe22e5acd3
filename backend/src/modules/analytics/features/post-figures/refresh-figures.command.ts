import type { RefreshState, RefreshView } from '@posthorn/contracts/analytics/analytics.http';
import { DAY_MS, MINUTE_MS } from '@posthorn/contracts/shared/durations';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import type { WorkerLoop } from '#infrastructure/effects/worker-loop.ts';
import { MetricsOfPosts } from '#modules/integrations/ports/metrics-of-posts.ts';
import { KnownPosts } from '#modules/scheduling/ports/known-posts.ts';
import { PostIsMissing, PostIsNotPublished } from '../../domain/metrics/analytics-errors.ts';
import { MetricsPollLoop } from '../../effects/metrics-polls/metrics-poll-loop.ts';
import { MeasuredAccounts } from '../../stores/metrics-polls/measured-accounts.ts';
import { MeasuredPublications, type PlanView } from '../../stores/metrics-polls/measured-publications.ts';
import { PremiumFigures } from '../../read-models/figures/premium-figures.ts';

/** The minimum time between a poll or request and the next request for one publication. The time is longer if a poll costs money. */
const MIN_INTERVAL = { free: 10 * MINUTE_MS, charged: DAY_MS } as const;

/** Requests current figures of a post. @throws FiguresNeedPremium, PostIsMissing, PostIsNotPublished */
export class RefreshFigures extends Command<RefreshView> {
  constructor(
    readonly userId: string,
    readonly postId: number,
  ) {
    super();
  }
}

@CommandHandler(RefreshFigures)
export class RefreshFiguresHandler implements ICommandHandler<RefreshFigures> {
  constructor(
    private readonly premium: PremiumFigures,
    private readonly publications: MeasuredPublications,
    private readonly accounts: MeasuredAccounts,
    @Inject(MetricsPollLoop) private readonly loop: WorkerLoop,
    private readonly metrics: MetricsOfPosts,
    private readonly posts: KnownPosts,
    private readonly clock: DatabaseClock,
  ) {}

  async execute({ userId, postId }: RefreshFigures): Promise<RefreshView> {
    await this.premium.check(userId);
    if (!(await this.posts.has(userId, postId))) throw new PostIsMissing();
    const plans = await this.publications.ofPosts(userId, [postId]);
    if (plans.length === 0) throw new PostIsNotPublished();
    const now = (await this.clock.now()).getTime();
    const accounts = plans.map((plan) => this.#stateOf(plan, now));
    const asked = accounts.filter(({ state }) => state === 'asked');
    await this.publications.ask(asked.map(({ accountId }) => ({ accountId, postId })));
    await this.accounts.plan(asked.map(({ accountId }) => accountId));
    if (asked.length > 0) this.loop.wake();
    return { accounts };
  }

  #stateOf(plan: PlanView, now: number): RefreshView['accounts'][number] {
    const { accountId, platform } = plan;
    const costUsd = this.metrics.termsOf(platform)?.costUsd ?? 0;
    const state = stateOf(plan, now, costUsd > 0 ? MIN_INTERVAL.charged : MIN_INTERVAL.free);
    return { accountId, state, ...(costUsd > 0 && state === 'asked' && { costUsd }) };
  }
}

function stateOf(
  { dueAt, paused, pausedUntil, checkedAt, askedAt }: PlanView,
  now: number,
  wait: number,
): RefreshState {
  if (dueAt === null) return 'ended';
  // The next poll removes a pause that is over. Until that poll, the end time of the pause decides.
  if (paused !== null && (pausedUntil === null || Date.parse(pausedUntil) > now)) return 'paused';
  // A poll without a response counts as recent, too.
  const isRecent = [checkedAt, askedAt].some((at) => at !== null && Date.parse(at) + wait > now);
  return isRecent ? 'recent' : 'asked';
}
