import type { HistoryView } from '@posthorn/contracts/scheduling/history.http';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { NamesOfAccounts } from '../list-posts/account-names.ts';
import { foldPost, type PostRow } from '../list-posts/post-row.ts';
import { postView } from '../list-posts/post-view.ts';
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
    private readonly names: NamesOfAccounts,
  ) {}

  async execute({ userId, postId, at }: GetHistory): Promise<HistoryView> {
    const events = await this.story.of(userId, postId);
    const told = at === null ? events : events.filter(({ meta }) => Date.parse(meta.at) <= at.getTime());
    const row = told.reduce<PostRow | undefined>(foldPost, undefined);
    const names = await this.names.in(row ? [row] : []);
    return {
      postId,
      at: at?.toISOString() ?? null,
      events: entriesOf(told, userId, names),
      post: row ? postView(row, names) : null,
    };
  }
}
