import { POSTS_PAGE, type PostView } from '@posthorn/contracts/scheduling/posts.http';
import { firstWithin } from '#infrastructure/database/rows-within-bytes.ts';
import { HeavyReads } from '#infrastructure/http/edge/heavy-reads.ts';
import { ReadGate } from '#infrastructure/readers/read-gate.ts';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { NamesOfAccounts } from '../../read-models/posts/account-names.ts';
import { cursorOf, type ListPlace, type PostFilter } from '../../read-models/posts/page-cursor.ts';
import { PostPages } from '../../read-models/posts/post-pages.ts';
import { lostAccounts } from '../../read-models/lost-accounts/lost-accounts.projection.ts';
import { postList } from '../../read-models/posts/post-list.projection.ts';
import { postView } from '../../read-models/posts/post-view.ts';

/** `next`: the cursor of the next page; null on the last page. */
export type PostPage = Readonly<{ posts: readonly PostView[]; next: string | null }>;

/**
 * A page of a list: up to `limit` posts, from the beginning or after a position; fewer when they are long.
 * `isWhole`: includes the own content of single accounts.
 */
export class ListPostPage extends Query<PostPage> {
  constructor(
    readonly userId: string,
    readonly filter: PostFilter,
    readonly after: ListPlace | null,
    readonly limit: number,
    readonly isWhole = false,
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
    private readonly reads: HeavyReads,
  ) {}

  async execute(query: ListPostPage): Promise<PostPage> {
    await this.gate.waitFor([postList.name, lostAccounts.name]);
    return this.reads.oneAtATime(query.userId, () => this.#page(query));
  }

  async #page({ userId, filter, after, limit, isWhole }: ListPostPage): Promise<PostPage> {
    // Reads one row more than it returns, to find out whether there is a next page.
    const rows = await this.pages.page(userId, filter, after, limit + 1, isWhole);
    const names = await this.names.in(rows);
    const views = rows.slice(0, limit).map((row) => postView(row, names));
    const posts = firstWithin(views, POSTS_PAGE.bytesMax);
    const last = rows[posts.length - 1];
    if (last === undefined || posts.length >= last.found) return { posts, next: null };
    const place = {
      isScheduled: last.status === 'scheduled',
      scheduledFor: last.scheduled_for,
      postId: last.post_id,
    };
    return { posts, next: cursorOf(place, filter) };
  }
}
