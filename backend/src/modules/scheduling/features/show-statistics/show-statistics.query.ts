import { EXTERNAL_POSTS, type StatisticsView } from '@posthorn/contracts/external/posts.http';
import { ReadGate } from '#infrastructure/readers/read-gate.ts';
import { Query, QueryBus, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { lostAccounts } from '../../read-models/lost-accounts/lost-accounts.projection.ts';
import { FigureTotals } from '../../ports/figure-totals.ts';
import { ListPosts } from '../list-posts/list-posts.query.ts';
import { postList } from '../../read-models/posts/post-list.projection.ts';
import { PostPages } from '../../read-models/posts/post-pages.ts';

/** How many posts there are, what they did, and the latest of them. */
export class ShowStatistics extends Query<StatisticsView> {
  constructor(readonly userId: string) {
    super();
  }
}

@QueryHandler(ShowStatistics)
export class ShowStatisticsHandler implements IQueryHandler<ShowStatistics> {
  constructor(
    private readonly gate: ReadGate,
    private readonly pages: PostPages,
    private readonly queries: QueryBus,
    private readonly figures: FigureTotals,
  ) {}

  async execute({ userId }: ShowStatistics): Promise<StatisticsView> {
    await this.gate.waitFor([postList.name, lostAccounts.name]);
    const [{ all: total, scheduled, posted, failed }, byPlatform, figures, { posts: recentPosts }] =
      await Promise.all([
        this.pages.counts(userId),
        this.pages.countsByPlatform(userId),
        this.figures.of(userId),
        this.queries.execute(new ListPosts(userId, EXTERNAL_POSTS.recent)),
      ]);
    return { stats: { total, scheduled, posted, failed, byPlatform, ...figures }, recentPosts };
  }
}
