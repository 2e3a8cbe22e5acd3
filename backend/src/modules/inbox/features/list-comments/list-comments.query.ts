import { COMMENTS_PAGE, type CommentView } from '@posthorn/contracts/inbox/comments.http';
import { firstWithin } from '#infrastructure/database/rows-within-bytes.ts';
import { HeavyReads } from '#infrastructure/http/edge/heavy-reads.ts';
import { ReadGate } from '#infrastructure/readers/read-gate.ts';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { commentList } from '../../read-models/comments/comment-list.projection.ts';
import { settingsList } from '../../read-models/settings/settings.projection.ts';
import {
  cursorOf,
  type CommentFilter,
  type CommentPlace,
} from '../../read-models/comments/comment-filter.ts';
import { CommentPages } from '../../read-models/comments/comment-pages.ts';
import { CommentViews } from '../../read-models/comments/comment-views.ts';

/** `next`: the cursor of the following page; null on the last page. */
export type CommentPage = Readonly<{ comments: readonly CommentView[]; next: string | null }>;

/** Returns up to `limit` comments of a list, from its start or after the comment `after`. A page of long comments contains fewer. */
export class ListComments extends Query<CommentPage> {
  constructor(
    readonly userId: string,
    readonly filter: CommentFilter,
    readonly after: CommentPlace | null,
    readonly limit: number,
  ) {
    super();
  }
}

@QueryHandler(ListComments)
export class ListCommentsHandler implements IQueryHandler<ListComments> {
  constructor(
    private readonly gate: ReadGate,
    private readonly pages: CommentPages,
    private readonly views: CommentViews,
    private readonly reads: HeavyReads,
  ) {}

  async execute({ userId, filter, after, limit }: ListComments): Promise<CommentPage> {
    await this.gate.waitFor([commentList.name, settingsList.name]);
    return this.reads.oneAtATime(userId, async () => {
      // One extra row shows whether there are more.
      const rows = await this.pages.page(userId, filter, after, limit + 1);
      const views = await this.views.viewsOf(userId, rows.slice(0, limit));
      const comments = firstWithin(views, COMMENTS_PAGE.bytesMax);
      const last = rows[comments.length - 1];
      const hasMore = last !== undefined && comments.length < last.found;
      const next = hasMore
        ? cursorOf({ createdAt: last.created_at, commentId: last.comment_id }, filter)
        : null;
      return { comments, next };
    });
  }
}
