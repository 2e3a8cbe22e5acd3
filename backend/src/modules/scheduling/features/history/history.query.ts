import type { HistoryView } from '@posthorn/contracts/scheduling/history.http';
import { Query, QueryBus, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { AccountNames } from '#modules/integrations/public.ts';
import { entriesOf } from './history-entry.ts';
import { PostStory } from './post-story.ts';

/** What happened to a post, step by step, and the post as all of it made it. `at`: only what had happened by then. */
export class GetHistory extends Query<HistoryView> {
  constructor(
    readonly userId: string,
    readonly postId: number,
    readonly at: Date | null,
  ) {
    super();
  }
}

@QueryHandler(GetHistory)
export class GetHistoryHandler implements IQueryHandler<GetHistory> {
  constructor(
    private readonly story: PostStory,
    private readonly queries: QueryBus,
  ) {}

  async execute({ userId, postId, at }: GetHistory): Promise<HistoryView> {
    const { events, accountIds } = await this.story.of(userId, postId);
    const accounts = await this.queries.execute(new AccountNames(accountIds));
    const names = new Map(accounts.map(({ id, accountName }) => [id, accountName]));
    const told = at === null ? events : events.filter(({ meta }) => Date.parse(meta.at) <= at.getTime());
    return {
      postId,
      at: at?.toISOString() ?? null,
      events: entriesOf(told, userId, names),
      post: null,
    };
  }
}
