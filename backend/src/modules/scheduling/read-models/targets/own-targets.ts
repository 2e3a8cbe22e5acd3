import { EventReader } from '#infrastructure/event-log/event-reader.ts';
import { Injectable } from '@nestjs/common';
import { postStream, type Post } from '../../domain/post/post.ts';
import { TargetIsMissing } from '../../domain/publication/publication-errors.ts';
import type { Target } from '../../domain/publication/publication-events.ts';
import { publicationId, publicationStream, type Publication } from '../../domain/publication/publication.ts';

/** Finds one target for the owner of its post. For any other user the target does not exist. */
@Injectable()
export class OwnTargets {
  constructor(private readonly reader: EventReader) {}

  /**
   * @param among whether archived posts are searched too
   * @throws TargetIsMissing
   */
  async find(
    userId: string,
    postId: number,
    accountId: number,
    among: 'shown' | 'shown-and-archived' = 'shown',
  ): Promise<{ post: Post; target: Target; publication: Publication }> {
    const { state: post } = await this.reader.load(postStream, postId);
    const isReadable =
      post.status === 'scheduled' ||
      post.status === 'publishing' ||
      (post.status === 'archived' && among === 'shown-and-archived');
    if (!isReadable || post.ownerId !== userId) throw new TargetIsMissing();
    const chosen = post.targets.find((target) => target.accountId === accountId);
    if (!chosen) throw new TargetIsMissing();
    const { state: publication } = await this.reader.load(
      publicationStream,
      publicationId(postId, accountId),
    );
    return { post, target: { postId, accountId, ownerId: userId, platform: chosen.platform }, publication };
  }
}
