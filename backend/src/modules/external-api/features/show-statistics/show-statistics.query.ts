import { EXTERNAL_POSTS, type StatisticsView } from '@posthorn/contracts/external/posts.http';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { FigureTotals } from '#modules/analytics/ports/figure-totals.ts';
import { LatestPosts } from '#modules/scheduling/ports/latest-posts.ts';
import { PostTotals } from '#modules/scheduling/ports/post-totals.ts';

/** The number of posts, their totals, and the latest posts. */
export class ShowStatistics extends Query<StatisticsView> {
  constructor(readonly userId: string) {
    super();
  }
}

@QueryHandler(ShowStatistics)
export class ShowStatisticsHandler implements IQueryHandler<ShowStatistics> {
  constructor(
    private readonly totals: PostTotals,
    private readonly posts: LatestPosts,
    private readonly figures: FigureTotals,
  ) {}

  async execute({ userId }: ShowStatistics): Promise<StatisticsView> {
    const [{ all: total, scheduled, posted, failed }, byPlatform, figures, recentPosts] = await Promise.all([
      this.totals.counts(userId),
      this.totals.countsByPlatform(userId),
      this.figures.totalsOf(userId),
      this.posts.latest(userId, EXTERNAL_POSTS.recent),
    ]);
    return { stats: { total, scheduled, posted, failed, byPlatform, ...figures }, recentPosts };
  }
}
