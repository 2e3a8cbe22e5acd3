import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import { StreamWriter } from '#infrastructure/log/stream-writer.ts';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { PlatformCannotBeAsked } from '../../domain/publication-errors.ts';
import { publicationId, publicationStream } from '../../domain/publication.ts';
import { requestRetry } from '../../domain/publishing-rules.ts';
import { DatabaseClock } from '../../publishing/database-clock.ts';
import { LookUpNow } from '../../publishing/look-up-now.ts';
import { PostAsLogged } from '../list-posts/post-as-logged.ts';
import { OwnTargets } from '../own-target/own-targets.ts';

/**
 * A person wants one failed target sent again, or says that an unknown one is not there. People overlook posts: a platform
 * that can tell is asked first. The others of the post stay as they are.
 */
export class RetryTarget extends Command<PostView> {
  constructor(
    readonly userId: string,
    readonly postId: number,
    readonly accountId: number,
  ) {
    super();
  }
}

@CommandHandler(RetryTarget)
export class RetryTargetHandler implements ICommandHandler<RetryTarget> {
  constructor(
    private readonly targets: OwnTargets,
    private readonly posts: PostAsLogged,
    private readonly writer: StreamWriter,
    private readonly clock: DatabaseClock,
    private readonly lookUp: LookUpNow,
  ) {}

  async execute({ userId, postId, accountId }: RetryTarget): Promise<PostView> {
    const found = await this.targets.find(userId, postId, accountId);
    const { target } = found;
    const isUnknown = found.publication.status === 'unknown';
    if (isUnknown && (await this.lookUp.ruleOf(target)) === 'after-negative-check') {
      const { status, lookUpFailed } = await this.lookUp.ask(found);
      // It is there; or its absence was decided just now, and the next try is on its way.
      if (status !== 'unknown') return this.posts.view(postId);
      if (lookUpFailed) throw new PlatformCannotBeAsked();
    }
    const now = await this.clock.now();
    await this.writer.decide(publicationStream, publicationId(postId, accountId), (publication) =>
      requestRetry(publication, target, now),
    );
    return this.posts.view(postId);
  }
}
