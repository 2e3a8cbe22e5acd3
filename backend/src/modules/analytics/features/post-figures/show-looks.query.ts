import type { LookView } from '@posthorn/contracts/analytics/analytics.http';
import { Query, QueryBus, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { HasPost } from '#modules/scheduling/public.ts';
import { PostIsMissing } from '../../domain/analytics-errors.ts';
import { PremiumFigures } from '../premium-figures.ts';
import { FigureRows } from './figure-rows.ts';

/** All that was ever recorded of a post. @throws FiguresNeedPremium, PostIsMissing */
export class ShowLooks extends Query<readonly LookView[]> {
  constructor(
    readonly userId: string,
    readonly postId: number,
  ) {
    super();
  }
}

@QueryHandler(ShowLooks)
export class ShowLooksHandler implements IQueryHandler<ShowLooks> {
  constructor(
    private readonly premium: PremiumFigures,
    private readonly rows: FigureRows,
    private readonly queries: QueryBus,
  ) {}

  async execute({ userId, postId }: ShowLooks): Promise<readonly LookView[]> {
    await this.premium.check(userId);
    const looks = await this.rows.looksAt(userId, postId);
    if (looks.length === 0 && !(await this.queries.execute(new HasPost(userId, postId))))
      throw new PostIsMissing();
    return looks;
  }
}
