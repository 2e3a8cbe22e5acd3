import { ERASED } from '#infrastructure/event-log/personal-field.ts';
import { ReadGate } from '#infrastructure/readers/read-gate.ts';
import { Injectable } from '@nestjs/common';
import { TargetFailures, type TargetFailure } from '../../ports/target-failures.ts';
import { TargetIsMissing } from '../../domain/publication/publication-errors.ts';
import type { Target } from '../../domain/publication/publication-events.ts';
import { postList } from '../posts/post-list.projection.ts';
import { PostRows } from '../posts/post-rows.ts';
import { OwnTargets } from './own-targets.ts';
import type { TargetKey } from './target-rows.ts';

@Injectable()
export class OwnTargetFailures extends TargetFailures {
  constructor(
    private readonly targets: OwnTargets,
    private readonly posts: PostRows,
    private readonly gate: ReadGate,
  ) {
    super();
  }

  /** Reads the streams and not the read model, because the result decides whether the owner gets a mail. */
  async failureOf({ ownerId, postId, accountId }: Omit<Target, 'platform'>): Promise<TargetFailure | null> {
    const found = await this.targets.find(ownerId, postId, accountId).catch((error: unknown) => {
      if (error instanceof TargetIsMissing) return null;
      throw error;
    });
    if (!found) return null;
    const { post, publication } = found;
    const { status, dueAt } = publication;
    const cause = status === 'failed' || status === 'unknown' ? status : null;
    if (cause === null || dueAt !== null) return null;
    const { content } = post.body;
    return { cause, content: content === ERASED ? null : content };
  }

  async causesOf(
    ownerId: string,
    targets: readonly TargetKey[],
  ): Promise<readonly (TargetFailure['cause'] | null)[]> {
    await this.gate.waitFor([postList.name]);
    const ids = [...new Set(targets.map(({ postId }) => postId))];
    const posts = new Map((await this.posts.targetsOf(ownerId, ids)).map((post) => [post.id, post.targets]));
    return targets.map(({ postId, accountId }) => {
      const target = posts.get(postId)?.find((one) => one.accountId === accountId);
      if (target?.nextAttemptAt !== null) return null;
      return target.status === 'failed' || target.status === 'unknown' ? target.status : null;
    });
  }
}
