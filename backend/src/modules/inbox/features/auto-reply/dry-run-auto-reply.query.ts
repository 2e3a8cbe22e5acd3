import { autoReplyReasonText } from '@posthorn/contracts/inbox/auto-reply-reasons';
import type { AutoReplyDryRun } from '@posthorn/contracts/inbox/ai.http';
import { POST_TEXT } from '@posthorn/contracts/scheduling/post-words';
import { refusal } from '@posthorn/contracts/shared/refusal';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Pool } from 'pg';
import { ReadGate } from '#infrastructure/readers/read-gate.ts';
import { dryRun, type DryRunComment } from '../../domain/auto-reply/dry-run.ts';
import { COMMENTS_VIEW, commentList } from '../../read-models/comments/comment-list.projection.ts';
import { POSTS_VIEW, publicationList } from '../../read-models/publications/publications.projection.ts';
import { AutoReplySwitches, type Switches } from '../../read-models/auto-reply/auto-reply-switches.ts';
import { CommentContext, type CommentWithContext } from '../../read-models/auto-reply/comment-context.ts';

/** The newest comments of the last 30 days. */
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
    private readonly atHand: CommentContext,
  ) {}

  async execute({ userId, postId }: DryRunAutoReply): Promise<AutoReplyDryRun> {
    await this.gate.waitFor([commentList.name, publicationList.name]);
    const ids = await this.#commentsOf(userId, postId);
    const found = await this.atHand.of(ids);
    const there = found.filter(
      ({ comment: { seen, gone, isExpired } }) => seen && gone === null && !isExpired,
    );
    const byTime = there.sort((one, other) => ids.indexOf(other.commentId) - ids.indexOf(one.commentId));
    const switches = await this.switches.of(userId);
    const outcomes = dryRun(await this.#rehearsed(byTime, switches));
    const comments = byTime.map(({ commentId, comment, text }, index) => ({
      commentId,
      commenterUsername: comment.seen?.author.handle ?? '',
      commentText: text,
      outcome: outcomes[index]?.outcome ?? 'skip',
      reason: reasonOf(outcomes[index]?.reason ?? null),
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

  async #rehearsed(
    comments: readonly CommentWithContext[],
    switches: Switches,
  ): Promise<readonly DryRunComment[]> {
    const connected = await this.#connected(comments);
    const blocked = new Set(switches.blocked.map(({ authorMac }) => authorMac));
    const { isOnHere, mode, isPremium, hasPlanEnded, requireApproval } = switches;
    return comments.map((one) => {
      const { platform, comment, accountId, text, quickAnswers, isBelowOwnReply } = one;
      const { canReply, isAllowedThere } = this.atHand.abilitiesOf(platform, comment);
      return {
        isOnHere,
        mode,
        isPremium,
        hasPlanEnded,
        requireApproval,
        isAskedFor: true,
        comment,
        text,
        accountId,
        quickAnswers,
        isBelowOwnReply,
        canReply,
        isAllowedThere,
        isBlocked: blocked.has(comment.seen?.authorMac ?? ''),
        isConnectedHere: connected.has(authorOf(one)),
      };
    });
  }

  async #connected(comments: readonly CommentWithContext[]): Promise<ReadonlySet<string>> {
    const found = await Promise.all(
      [...new Set(comments.map(({ platform }) => platform))].map(async (platform) => {
        const authors = comments
          .filter((one) => one.platform === platform)
          .map((one) => one.comment.seen?.author.remoteId ?? '');
        const here = await this.atHand.connectedHere(platform, [...new Set(authors)]);
        return [...here].map((remoteId) => `${platform} ${remoteId}`);
      }),
    );
    return new Set(found.flat());
  }
}

const authorOf = ({ platform, comment }: CommentWithContext): string =>
  `${platform} ${comment.seen?.author.remoteId ?? ''}`;
const reasonOf = (reason: string | null): string | null => reason && autoReplyReasonText(reason);
