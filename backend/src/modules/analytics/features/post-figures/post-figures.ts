import type {
  FiguresOfPostView,
  LookView,
  PostMetricsView,
} from '@posthorn/contracts/analytics/analytics.http';
import { metrics } from '@posthorn/contracts/shared/metrics';
import type { Platform } from '@posthorn/contracts/shared/platform';
import { Injectable } from '@nestjs/common';
import { MetricsOfPosts } from '#modules/integrations/ports/metrics-of-posts.ts';
import { KnownPosts } from '#modules/scheduling/ports/known-posts.ts';
import { PostIsMissing } from '../../domain/metrics/analytics-errors.ts';
import { metricsId } from '../../domain/metrics/publication-metrics.ts';
import { MeasuredPublications, type PlanView } from '../../stores/metrics-polls/measured-publications.ts';
import { PremiumFigures } from '../../read-models/figures/premium-figures.ts';
import { FigureRows, numbersOf, type FigureRow } from '../../read-models/figures/figure-rows.ts';

/** Figures of posts, for their owner. All methods throw FiguresNeedPremium. */
@Injectable()
export class PostFigures {
  constructor(
    private readonly premium: PremiumFigures,
    private readonly rows: FigureRows,
    private readonly publications: MeasuredPublications,
    private readonly metrics: MetricsOfPosts,
    private readonly posts: KnownPosts,
  ) {}

  /** The figures of published posts. Leaves out archived posts and posts of other users. */
  async ofPosts(userId: string, postIds: readonly number[]): Promise<readonly FiguresOfPostView[]> {
    await this.premium.check(userId);
    const [rows, plans, shown] = await Promise.all([
      this.rows.rowsOf(userId, postIds),
      this.publications.ofPosts(userId, postIds),
      this.posts.among(userId, postIds),
    ]);
    const isApart = (platform: Platform) => this.metrics.termsOf(platform)?.apart ?? false;
    const planOf = new Map(plans.map((plan) => [metricsId(plan), plan]));
    const views = new Map<number, PostMetricsView[]>();
    for (const row of rows.filter(({ postId }) => shown.has(postId))) {
      const view = viewOf(row, planOf.get(metricsId(row)), isApart(row.platform));
      views.set(row.postId, [...(views.get(row.postId) ?? []), view]);
    }
    return [...views].map(([postId, targets]) => ({ postId, targets }));
  }

  /** @throws PostIsMissing */
  async ofPost(userId: string, postId: number): Promise<readonly PostMetricsView[]> {
    const [found] = await this.ofPosts(userId, [postId]);
    if (!found) await this.#requirePost(userId, postId);
    return found?.targets ?? [];
  }

  /** All polls ever recorded for a post. @throws PostIsMissing */
  async pollsOf(userId: string, postId: number): Promise<readonly LookView[]> {
    await this.premium.check(userId);
    await this.#requirePost(userId, postId);
    return this.rows.pollsOf(userId, postId);
  }

  async #requirePost(userId: string, postId: number): Promise<void> {
    if (!(await this.posts.has(userId, postId))) throw new PostIsMissing();
  }
}

/** Why figures are missing. A platform does not offer a figure that its poll neither reports nor lists as missing. */
function missingIn(row: FigureRow): PostMetricsView['missing'] {
  if (row.capturedAt === null) return {};
  const notOffered = metrics.filter((metric) => row[metric] === null && row.missing[metric] === undefined);
  return { ...Object.fromEntries(notOffered.map((metric) => [metric, 'not-offered'])), ...row.missing };
}

function viewOf(row: FigureRow, plan: PlanView | undefined, apart: boolean): PostMetricsView {
  const { accountId, platform, publishedAt, capturedAt, sources, fell, ended } = row;
  return {
    ...numbersOf(row),
    accountId,
    platform,
    publishedAt,
    capturedAt,
    sources,
    fell,
    ended,
    apart,
    missing: missingIn(row),
    checkedAt: plan?.checkedAt ?? null,
    nextAt: nextOf(plan),
    paused: plan?.paused ?? null,
  };
}

/** When the next poll is due (ISO); null: none is planned, or the end of the pause is unknown. */
function nextOf(plan: PlanView | undefined): string | null {
  if (!plan?.dueAt) return null;
  if (plan.paused === null) return plan.dueAt;
  if (plan.pausedUntil === null) return null;
  return plan.pausedUntil > plan.dueAt ? plan.pausedUntil : plan.dueAt;
}
