import { askOtherSide } from '#infrastructure/effects/ask-other-side.ts';
import { LOOK_UP_REQUESTS } from '#infrastructure/http/edge/look-up-requests.ts';
import type { LookUpAnswer } from '#infrastructure/effects/attempt/look-up.ts';
import { RateLimits } from '#infrastructure/http/edge/rate-limits.ts';
import { Injectable, Logger } from '@nestjs/common';
import type { Post } from '../../domain/post/post.ts';
import { OutcomeIsKnown } from '../../domain/publication/publication-errors.ts';
import type { Target } from '../../domain/publication/publication-events.ts';
import type { Publication } from '../../domain/publication/publication.ts';
import { loadedOf, PublishPost } from '../../effects/publish-post/publish-post.kind.ts';

type LookUpTask = Readonly<{ post: Post; target: Target; publication: Publication }>;
type LookUpResult = Readonly<{ publication: Publication; answer: LookUpAnswer<unknown>['kind'] }>;

/** Makes a look-up immediately when a person requests it, without the worker loop. */
@Injectable()
export class LookUpNow {
  readonly #logger = new Logger('Publishing');

  constructor(
    private readonly kind: PublishPost,
    private readonly limits: RateLimits,
  ) {}

  /**
   * Returns the result of the look-up, and the publication after it was recorded.
   * @throws OutcomeIsKnown when there is nothing to look up; RequestRefused 429 after too many requests
   */
  async ask({ post, target, publication }: LookUpTask): Promise<LookUpResult> {
    const { attempt, status } = publication;
    if (!attempt || (status !== 'unknown' && status !== 'accepted')) throw new OutcomeIsKnown();
    await this.limits.take(LOOK_UP_REQUESTS, target.ownerId);
    const { task, answer } = await askOtherSide(this.kind, target, loadedOf(post, publication), this.#logger);
    return { publication: task.publication, answer };
  }
}
