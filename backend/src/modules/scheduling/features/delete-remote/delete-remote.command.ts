import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { RemotePosts } from '#modules/integrations/ports/remote-posts.ts';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { requestDeletion } from '../../domain/publication/deletion-rules.ts';
import { DeletionIsNotGranted, PlatformCannotDelete } from '../../domain/publication/publication-errors.ts';
import { publicationId, publicationStream } from '../../domain/publication/publication.ts';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import { PostAsLogged } from '../../read-models/posts/post-as-logged.ts';
import { OwnTargets } from '../../read-models/targets/own-targets.ts';

/** Requests the deletion of a published post on one platform. A worker deletes the post later. */
export class DeleteRemote extends Command<PostView> {
  constructor(
    readonly userId: string,
    readonly postId: number,
    readonly accountId: number,
    /** The copy to delete; null: the published post itself. */
    readonly remoteId: string | null,
  ) {
    super();
  }
}

@CommandHandler(DeleteRemote)
export class DeleteRemoteHandler implements ICommandHandler<DeleteRemote> {
  constructor(
    private readonly targets: OwnTargets,
    private readonly posts: PostAsLogged,
    private readonly writer: StreamWriter,
    private readonly remotePosts: RemotePosts,
    private readonly clock: DatabaseClock,
  ) {}

  async execute({ userId, postId, accountId, remoteId }: DeleteRemote): Promise<PostView> {
    // Includes archived posts: an owner may notice only later that the post is still public.
    const { target, publication } = await this.targets.find(userId, postId, accountId, 'shown-and-archived');
    const now = await this.clock.now();
    // Checks the post first. So an unpublished post is refused for the same reason on every platform.
    requestDeletion(publication, target, now, remoteId);
    const right = await this.remotePosts.deletionRight(target.platform, accountId);
    if (right === 'not-offered') throw new PlatformCannotDelete();
    if (right === 'not-granted') throw new DeletionIsNotGranted();
    await this.writer.decide(publicationStream, publicationId(postId, accountId), (current) =>
      requestDeletion(current, target, now, remoteId),
    );
    return this.posts.view(postId);
  }
}
