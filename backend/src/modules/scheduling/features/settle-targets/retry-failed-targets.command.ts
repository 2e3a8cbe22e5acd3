import { DomainError } from '@posthorn/contracts/shared/refusal';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { PostNotFound } from '../../domain/post/post-errors.ts';
import { TargetCannotBeRetried } from '../../domain/publication/publication-errors.ts';
import type { Publication } from '../../domain/publication/publication.ts';
import { PostProgress } from '../../read-models/posts/post-progress.ts';
import { RetryTarget } from './retry-target.command.ts';

/**
 * Publishes a post again on each account on which it failed or was cancelled. Accounts with an unknown
 * outcome need a person's decision. An account that refuses the retry does not stop the others.
 * @throws PostNotFound, TargetCannotBeRetried when there is no such account, the first refusal when all accounts refuse
 */
export class RetryFailedTargets extends Command<void> {
  constructor(
    readonly userId: string,
    readonly postId: number,
  ) {
    super();
  }
}

@CommandHandler(RetryFailedTargets)
export class RetryFailedTargetsHandler implements ICommandHandler<RetryFailedTargets> {
  constructor(
    private readonly progress: PostProgress,
    private readonly commands: CommandBus,
  ) {}

  async execute({ userId, postId }: RetryFailedTargets): Promise<void> {
    const { post, publications } = await this.progress.load(postId);
    const isShown = post.status === 'scheduled' || post.status === 'publishing';
    if (post.ownerId !== userId || !isShown) throw new PostNotFound();
    const failed = post.targets.filter((_, index) => mayRetry(publications[index]));
    if (failed.length === 0) throw new TargetCannotBeRetried();
    const refusals: DomainError[] = [];
    for (const { accountId } of failed) {
      try {
        await this.commands.execute(new RetryTarget(userId, postId, accountId, false));
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        refusals.push(error);
      }
    }
    const [first] = refusals;
    if (first && refusals.length === failed.length) throw first;
  }
}

const mayRetry = (publication: Publication | undefined): boolean =>
  publication?.status === 'failed' || publication?.status === 'cancelled';
