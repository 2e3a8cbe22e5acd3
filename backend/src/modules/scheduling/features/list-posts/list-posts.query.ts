import { POSTS_LIST } from '@posthorn/contracts/scheduling/posts.http';
import { firstWithin } from '#infrastructure/database/rows-within-bytes.ts';
import { HeavyReads } from '#infrastructure/http/edge/heavy-reads.ts';
import { ReadGate } from '#infrastructure/readers/read-gate.ts';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { NamesOfAccounts } from '../../read-models/posts/account-names.ts';
import type { PostPage } from './list-post-page.query.ts';
import { lostAccounts } from '../../read-models/lost-accounts/lost-accounts.projection.ts';
import { latestCursorOf, type LatestPlace } from '../../read-models/posts/page-cursor.ts';
import { postList } from '../../read-models/posts/post-list.projection.ts';
import { PostRows } from '../../read-models/posts/post-rows.ts';
import { postView } from '../../read-models/posts/post-view.ts';

/**
 * All posts, the latest time first. Returns up to `limit` posts after the position `after`; fewer when they
 * are large.
 */
export class ListPosts extends Query<PostPage> {
  constructor(
    readonly userId: string,
    readonly limit: number = POSTS_LIST.limit,
    readonly after: LatestPlace | null = null,
  ) {
    super();
  }
}

@QueryHandler(ListPosts)
export class ListPostsHandler implements IQueryHandler<ListPosts> {
  constructor(
    private readonly gate: ReadGate,
    private readonly rows: PostRows,
    private readonly names: NamesOfAccounts,
    private readonly reads: HeavyReads,
  ) {}

  async execute({ userId, limit, after }: ListPosts): Promise<PostPage> {
    await this.gate.waitFor([postList.name, lostAccounts.name]);
    return this.reads.oneAtATime(userId, async () => {
      // Reads one row more than it returns, to find out whether there is a next page.
      const rows = await this.rows.shownTo(userId, limit + 1, after);
      const names = await this.names.in(rows);
      const views = rows.slice(0, limit).map((row) => postView(row, names));
      const posts = firstWithin(views, POSTS_LIST.bytesMax);
      const last = rows[posts.length - 1];
      const hasMore = last !== undefined && posts.length < last.found;
      return {
        posts,
        next: hasMore ? latestCursorOf({ scheduledFor: last.scheduled_for, postId: last.post_id }) : null,
      };
    });
  }
}
