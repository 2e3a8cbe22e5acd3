import { StreamWriter } from '#infrastructure/log/stream-writer.ts';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AlreadyPublishing } from '../../domain/post/post-errors.ts';
import { postStream, remove, type Post } from '../../domain/post/post.ts';
import { PublishingIsElsewhere } from '../../domain/publication/publication-errors.ts';
import {
  isSettled,
  publicationId,
  publicationStream,
  type Publication,
} from '../../domain/publication/publication.ts';
import { cancel } from '../../domain/publication/publishing-rules.ts';
import { PostProgress, type PostWithPublications } from '../post-progress.ts';

/** Deletes a post that is not begun and archives any other. @throws PostNotFound, AlreadyPublishing */
export class DeletePost extends Command<void> {
  constructor(
    readonly userId: string,
    readonly postId: number,
  ) {
    super();
  }
}

@CommandHandler(DeletePost)
export class DeletePostHandler implements ICommandHandler<DeletePost> {
  constructor(
    private readonly progress: PostProgress,
    private readonly writer: StreamWriter,
  ) {}

  async execute({ userId, postId }: DeletePost): Promise<void> {
    const progress = await this.progress.of(postId);
    const waits = progress.publications.every((each) => isSettled(each) || isPutOff(each));
    const settled =
      progress.settled || (progress.post.ownerId === userId && waits && (await this.#stop(progress)));
    await this.writer.decide(postStream, postId, (post) => remove(post, userId, settled));
  }

  /** Ends the waiting for another try: it beats the next attempt or loses to it. */
  async #stop({ post, publications }: PostWithPublications): Promise<boolean> {
    if (post.status !== 'publishing') return false;
    for (const [index, { accountId, platform }] of post.targets.entries()) {
      if (isSettled(publications[index] ?? publicationStream.initial)) continue;
      const target = { postId: post.postId, accountId, ownerId: post.ownerId, platform };
      await this.#decide(post, accountId, (publication) => cancel(publication, target, 'post-removed'));
    }
    return true;
  }

  async #decide(
    { postId }: Post,
    accountId: number,
    decision: (publication: Publication) => ReturnType<typeof cancel>,
  ): Promise<void> {
    try {
      await this.writer.decide(publicationStream, publicationId(postId, accountId), decision);
    } catch (error) {
      if (error instanceof PublishingIsElsewhere) throw new AlreadyPublishing();
      throw error;
    }
  }
}

/** Nothing of it is under way: it waits for another try, or was put off before its first one. */
const isPutOff = ({ status, nextAt }: Publication): boolean =>
  status === 'retrying' || (status === 'scheduled' && nextAt !== null);
