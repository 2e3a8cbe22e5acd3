import { Injectable, Logger } from '@nestjs/common';
import { askOtherSide } from '#infrastructure/effects/ask-other-side.ts';
import { LOOK_UP_REQUESTS } from '#infrastructure/http/edge/look-up-requests.ts';
import type { LookUpAnswer } from '#infrastructure/effects/attempt/look-up.ts';
import { RateLimits } from '#infrastructure/http/edge/rate-limits.ts';
import { ReplyCannotBeConfirmed } from '../../domain/comment/inbox.errors.ts';
import type { CommentId } from '../../domain/comment/comment-id.ts';
import type { Comment } from '../../domain/comment/comment.ts';
import { loadedReply, ReplyEffect } from '../../effects/replies/reply.kind.ts';

/** Looks up a reply immediately, because a person requested it. */
@Injectable()
export class LookUpReplyNow {
  readonly #logger = new Logger('inbox');

  constructor(
    private readonly kind: ReplyEffect,
    private readonly limits: RateLimits,
  ) {}

  /**
   * Returns the result of the look-up, and the comment after the result was recorded.
   * @throws ReplyCannotBeConfirmed when there is nothing to look up; RequestRefused 429 when the owner has requested too many look-ups
   */
  async ask(
    id: CommentId,
    comment: Comment,
  ): Promise<Readonly<{ comment: Comment; answer: LookUpAnswer<unknown>['kind'] }>> {
    const { attempt = null, status } = comment.reply?.effect ?? { status: 'scheduled' };
    if (!attempt || (status !== 'unknown' && status !== 'accepted')) throw new ReplyCannotBeConfirmed();
    await this.limits.take(LOOK_UP_REQUESTS, id.ownerId);
    const { task, answer } = await askOtherSide(this.kind, id, loadedReply(comment), this.#logger);
    return { comment: task.comment, answer };
  }
}
