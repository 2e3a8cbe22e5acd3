import { EventReader } from '#infrastructure/log/event-reader.ts';
import { Injectable } from '@nestjs/common';
import { postStream, type Post } from '../domain/post/post.ts';
import { TargetIsMissing } from '../domain/publication/publication-errors.ts';
import type { Target } from '../domain/publication/publication-events.ts';
import { publicationId, publicationStream, type Publication } from '../domain/publication/publication.ts';

/** Finds one target for the person who owns its post. To anybody else there is no such target. */
@Injectable()
export class OwnTargets {
  constructor(private readonly reader: EventReader) {}

  /** @throws TargetIsMissing */
  async find(
    userId: string,
    postId: number,
    accountId: number,
  ): Promise<{ post: Post; target: Target; publication: Publication }> {
    const { state: post } = await this.reader.load(postStream, postId);
    if ((post.status !== 'scheduled' && post.status !== 'publishing') || post.ownerId !== userId) {
      throw new TargetIsMissing();
    }
    const chosen = post.targets.find((target) => target.accountId === accountId);
    if (!chosen) throw new TargetIsMissing();
    const { state: publication } = await this.reader.load(
      publicationStream,
      publicationId(postId, accountId),
    );
    return { post, target: { postId, accountId, ownerId: userId, platform: chosen.platform }, publication };
  }
}
