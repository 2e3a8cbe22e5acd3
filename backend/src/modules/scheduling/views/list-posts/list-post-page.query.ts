import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import { ReadGate } from '#infrastructure/projections/read-gate.ts';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { NamesOfAccounts } from './account-names.ts';
import { cursorOf, type ListPlace, type PostFilter } from './page-cursor.ts';
import { PostPages } from './post-pages.ts';
import { lostAccounts } from './lost-accounts.projection.ts';
import { postList } from './post-list.projection.ts';
import { postView } from './post-view.ts';

/** `next`: the cursor of the page that follows; null on the last one. */
export type PostPage = Readonly<{ posts: readonly PostView[]; next: string | null }>;

/** `limit` posts of a list, from its beginning or after a place in it. */
export class ListPostPage extends Query<PostPage> {
  constructor(
    readonly userId: string,
    readonly filter: PostFilter,
    readonly after: ListPlace | null,
    readonly limit: number,
  ) {
    super();
  }
}

@QueryHandler(ListPostPage)
export class ListPostPageHandler implements IQueryHandler<ListPostPage> {
  constructor(
    private readonly gate: ReadGate,
    private readonly pages: PostPages,
    private readonly names: NamesOfAccounts,
  ) {}

  async execute({ userId, filter, after, limit }: ListPostPage): Promise<PostPage> {
    await this.gate.waitFor([postList.name, lostAccounts.name]);
    // One more than is shown tells whether there are more.
    const found = await this.pages.page(userId, filter, after, limit + 1);
    const rows = found.slice(0, limit);
    const names = await this.names.in(rows);
    const last = rows.at(-1);
    const next =
      last && found.length > limit
        ? cursorOf(
            {
              isScheduled: last.status === 'scheduled',
              scheduledFor: last.scheduled_for,
              postId: last.post_id,
            },
            filter,
          )
        : null;
    return { posts: rows.map((row) => postView(row, names)), next };
  }
}
