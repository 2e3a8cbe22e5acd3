import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import { StreamWriter } from '#infrastructure/log/stream-writer.ts';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { publicationId, publicationStream } from '../../domain/publication.ts';
import { requestRetry } from '../../domain/publishing-rules.ts';
import { DatabaseClock } from '../../publishing/database-clock.ts';
import { PostAsLogged } from '../list-posts/post-as-logged.ts';
import { OwnTargets } from '../own-target/own-targets.ts';

/** A person wants one failed target sent again, or says that an unknown one is not there. The others stay as they are. */
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
  ) {}

  async execute({ userId, postId, accountId }: RetryTarget): Promise<PostView> {
    const { target } = await this.targets.find(userId, postId, accountId);
    const now = await this.clock.now();
    await this.writer.decide(publicationStream, publicationId(postId, accountId), (publication) =>
      requestRetry(publication, target, now),
    );
    return this.posts.view(postId);
  }
}
