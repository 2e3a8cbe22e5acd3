import type { RemovalView } from '@posthorn/contracts/scheduling/posts.http';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AlreadyPublishing, PublishingBeganMeanwhile } from '../../domain/post/post-errors.ts';
import { postStream, remove, type Post } from '../../domain/post/post.ts';
import { PublishingIsElsewhere } from '../../domain/publication/publication-errors.ts';
import {
  isSettled,
  publicationId,
  publicationStream,
  type Publication,
} from '../../domain/publication/publication.ts';
import { cancel } from '../../domain/publication/publishing-rules.ts';
import { PostAsLogged } from '../../read-models/posts/post-as-logged.ts';
import { PostProgress, type PostWithPublications } from '../../read-models/posts/post-progress.ts';

/**
 * Deletes a post whose publishing has not started, and archives any other post. `onlyUnpublished`: does not
 * archive.
 * @throws PostNotFound, AlreadyPublishing, PublishingBeganMeanwhile, AlreadyPublished when `onlyUnpublished`
 * prevents the archiving
 */
export class DeletePost extends Command<RemovalView> {
  constructor(
    readonly userId: string,
    readonly postId: number,
    readonly onlyUnpublished = false,
  ) {
    super();
  }
}

@CommandHandler(DeletePost)
export class DeletePostHandler implements ICommandHandler<DeletePost> {
  constructor(
    private readonly progress: PostProgress,
    private readonly writer: StreamWriter,
    private readonly posts: PostAsLogged,
  ) {}

  /**
   * The handler checks all targets before it cancels the first one. If an attempt starts after this check,
   * the post is not removed. Targets that are already cancelled stay cancelled, because the owner wants to
   * remove the post. The owner can send them again with "Retry".
   */
  async execute({ userId, postId, onlyUnpublished }: DeletePost): Promise<RemovalView> {
    const progress = await this.progress.load(postId);
    const mayCancel = progress.post.ownerId === userId && !onlyUnpublished;
    const noneIsRunning = progress.publications.every(
      (publication) => isAtRest(publication) || isWaiting(publication),
    );
    const settled = progress.settled || (mayCancel && noneIsRunning && (await this.#cancelWaiting(progress)));
    const { seen } = progress;
    const decide = (post: Post) => remove(post, userId, settled, onlyUnpublished);
    const { state } = await this.writer.decide(postStream, postId, decide, { seen });
    return state.status === 'archived'
      ? { outcome: 'archived', targets: (await this.posts.view(postId)).targets }
      : { outcome: 'cancelled', targets: await this.posts.unsentTargets(state) };
  }

  /**
   * Cancels all targets that wait for another try. @throws AlreadyPublishing, PublishingBeganMeanwhile when an
   * attempt starts at the same time
   */
  async #cancelWaiting({ post, publications }: PostWithPublications): Promise<boolean> {
    if (post.status !== 'publishing') return false;
    const { postId, ownerId } = post;
    let cancelled = 0;
    for (const [index, { accountId, platform }] of post.targets.entries()) {
      if (isAtRest(publications[index] ?? publicationStream.initial)) continue;
      const target = { postId, accountId, ownerId, platform };
      try {
        const { appended } = await this.writer.decide(
          publicationStream,
          publicationId(postId, accountId),
          (publication) => cancel(publication, target, 'post-removed'),
        );
        cancelled += appended.length;
      } catch (error) {
        if (!(error instanceof PublishingIsElsewhere)) throw error;
        throw cancelled > 0 ? new PublishingBeganMeanwhile() : new AlreadyPublishing();
      }
    }
    return true;
  }
}

/** The target has ended, or only a person can find out its outcome. Then the outcome stays unknown. */
const isAtRest = (publication: Publication): boolean =>
  isSettled(publication) || (publication.status === 'unknown' && publication.dueAt === null);

/** No attempt is running: the target waits for another try, or was postponed before its first attempt. */
const isWaiting = ({ status, dueAt }: Publication): boolean =>
  status === 'retrying' || (status === 'scheduled' && dueAt !== null);
