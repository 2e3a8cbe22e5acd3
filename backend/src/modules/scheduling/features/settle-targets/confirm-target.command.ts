import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { publicationId, publicationStream } from '../../domain/publication/publication.ts';
import { confirmPublished } from '../../domain/publication/publishing-rules.ts';
import { FrozenPosts } from '../../effects/publish-post/frozen-posts.ts';
import { PostAsLogged } from '../../read-models/posts/post-as-logged.ts';
import { OwnTargets } from '../../read-models/targets/own-targets.ts';

/**
 * A person confirms that a post exists on the platform: its outcome is unknown, or a restored log does not
 * contain that it was sent.
 * @throws PostIsNotDue, OutcomeIsKnown
 */
export class ConfirmTarget extends Command<PostView> {
  constructor(
    readonly userId: string,
    readonly postId: number,
    readonly accountId: number,
    readonly permalink: string | null,
  ) {
    super();
  }
}

@CommandHandler(ConfirmTarget)
export class ConfirmTargetHandler implements ICommandHandler<ConfirmTarget> {
  constructor(
    private readonly targets: OwnTargets,
    private readonly posts: PostAsLogged,
    private readonly writer: StreamWriter,
    private readonly clock: DatabaseClock,
    private readonly frozen: FrozenPosts,
  ) {}

  async execute({ userId, postId, accountId, permalink }: ConfirmTarget): Promise<PostView> {
    const { target, post, publication } = await this.targets.find(userId, postId, accountId);
    const now = await this.clock.now();
    // A post that is published on one platform must be frozen. This call comes first, because a refused
    // request must not freeze the post.
    confirmPublished(publication, permalink, target, now);
    await this.frozen.freeze(target, post, now);
    await this.writer.decide(publicationStream, publicationId(postId, accountId), (publication) =>
      confirmPublished(publication, permalink, target, now),
    );
    return this.posts.view(postId);
  }
}
