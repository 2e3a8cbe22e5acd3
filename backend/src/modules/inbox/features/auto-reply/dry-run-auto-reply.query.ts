import { autoReplyReasonText } from '@posthorn/contracts/inbox/auto-reply-reasons';
import type { AutoReplyDryRun } from '@posthorn/contracts/inbox/ai.http';
import { POST_TEXT } from '@posthorn/contracts/scheduling/post-words';
import { refusal } from '@posthorn/contracts/shared/refusal';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Pool } from 'pg';
import { ReadGate } from '#infrastructure/readers/read-gate.ts';
import { dryRun } from '../../domain/auto-reply/dry-run.ts';
import { COMMENTS_VIEW, commentList } from '../../read-models/comments/comment-list.projection.ts';
import { POSTS_VIEW, publicationList } from '../../read-models/publications/publications.projection.ts';
import { AutoReplyForecasts } from '../../read-models/auto-reply/auto-reply-forecasts.ts';
import { AutoReplySwitches } from '../../read-models/auto-reply/auto-reply-switches.ts';
import { CommentContext, type CommentWithContext } from '../../read-models/auto-reply/comment-context.ts';

/** The maximum number of comments in a dry run: the newest of the last 30 days. */
const COMMENTS_MAX = 500;

/** Also thrown for users who do not own the post. */
export class CommentedPostNotFound extends refusal('inbox.post-not-found', POST_TEXT.missing) {}

/** Shows what automatic replies would do under a post of this user. @throws CommentedPostNotFound */
export class DryRunAutoReply extends Query<AutoReplyDryRun> {
  constructor(
    readonly userId: string,
    readonly postId: number,
  ) {
    super();
  }
}

@QueryHandler(DryRunAutoReply)
export class DryRunAutoReplyHandler implements IQueryHandler<DryRunAutoReply> {
  constructor(
    private readonly pool: Pool,
    private readonly gate: ReadGate,
    private readonly switches: AutoReplySwitches,
    private readonly contexts: CommentContext,
    private readonly forecasts: AutoReplyForecasts,
  ) {}

  async execute({ userId, postId }: DryRunAutoReply): Promise<AutoReplyDryRun> {
    await this.gate.waitFor([commentList.name, publicationList.name]);
    const ids = await this.#commentsOf(userId, postId);
    const loaded = await this.contexts.load(ids);
    const readable = loaded.filter(
      ({ comment: { seen, gone, isExpired } }) => seen && gone === null && !isExpired,
    );
    const indexById = new Map(ids.map((id, index) => [id, index]));
    const indexOf = (comment: CommentWithContext) => indexById.get(comment.commentId) ?? 0;
    const oldestFirst = readable.sort((one, other) => indexOf(other) - indexOf(one));
    const switches = await this.switches.switchesOf(userId);
    const outcomes = dryRun(await this.forecasts.forecast(oldestFirst, switches));
    const comments = oldestFirst.map(({ commentId, comment, text }, index) => ({
      commentId,
      commenterUsername: comment.seen?.author.handle ?? '',
      commentText: text,
      outcome: outcomes[index]?.outcome ?? 'skip',
      ...reasonOf(outcomes[index]?.reason ?? null),
    }));
    return { comments: comments.reverse() };
  }

  /** Newest first. @throws CommentedPostNotFound */
  async #commentsOf(userId: string, postId: number): Promise<readonly number[]> {
    const { rows } = await this.pool.query<{ id: number | null }>({
      name: 'inbox-comments-of-post',
      text: `select c.comment_id::float8 as id from ${POSTS_VIEW} p
        left join lateral (select comment_id, created_at from ${COMMENTS_VIEW}
          where owner_id = $1 and post_id = $2 and created_at > now() - interval '30 days'
          order by created_at desc, comment_id desc limit ${String(COMMENTS_MAX)}) c on true
        where p.post_id = $2 and p.owner_id = $1 order by c.created_at desc, c.comment_id desc`,
      values: [userId, postId],
    });
    if (rows.length === 0) throw new CommentedPostNotFound();
    return rows.flatMap(({ id }) => (id === null ? [] : [id]));
  }
}

const reasonOf = (reasonCode: string | null) => ({
  reason: reasonCode && autoReplyReasonText(reasonCode),
  reasonCode,
});
