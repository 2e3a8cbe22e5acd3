import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import type { Loaded } from '#infrastructure/event-log/event-reader.ts';
import { WrittenBytes } from '#infrastructure/http/edge/written-bytes.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { PlanOf } from '#modules/identity/ports/plan-of.ts';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { postStream, restore, type DecisionTime, type Post } from '../../domain/post/post.ts';
import { publicationId, publicationStream } from '../../domain/publication/publication.ts';
import type { PublishingTimes } from '../../domain/publication/publishing-times.ts';
import { undoCancel } from '../../domain/publication/publishing-rules.ts';
import { PostQuota } from '../../stores/quota/post-quota.ts';
import { PostAsLogged } from '../../read-models/posts/post-as-logged.ts';
import { KeepMedia } from '../../effects/keep-media/keep-media.ts';
import { TIMES } from '../../effects/times.ts';
import { PostProgress } from '../../read-models/posts/post-progress.ts';

/** @throws PostNotFound, ScheduledTimeIsPast, PostLimitReached, MediaIsUnknown */
export class RestorePost extends Command<PostView> {
  constructor(
    readonly userId: string,
    readonly postId: number,
  ) {
    super();
  }
}

@CommandHandler(RestorePost)
export class RestorePostHandler implements ICommandHandler<RestorePost> {
  constructor(
    private readonly progress: PostProgress,
    private readonly writer: StreamWriter,
    private readonly plans: PlanOf,
    private readonly quota: PostQuota,
    private readonly files: KeepMedia,
    private readonly posts: PostAsLogged,
    private readonly written: WrittenBytes,
    private readonly clock: DatabaseClock,
    @Inject(TIMES) private readonly times: PublishingTimes,
  ) {}

  async execute({ userId, postId }: RestorePost): Promise<PostView> {
    const { post, seen } = await this.progress.load(postId);
    const events = restore(post, userId, await this.#now());
    if (events.length > 0) await this.written.take(userId, events);
    if (events.length > 0) await this.#restore(userId, post, seen);
    if (events.length > 0 && post.status === 'archived') await this.#undoCancellations(post);
    return this.posts.view(postId);
  }

  async #restore(userId: string, { postId, status, body }: Post, seen: Loaded<Post>): Promise<void> {
    if (status === 'deleted') {
      await this.quota.reserve(userId, postId, await this.plans.entitlementsOf(userId));
      await this.#releaseOnError(userId, postId, () => this.files.keepFor(postId, body.media));
    }
    await this.#releaseOnError(userId, postId, async () => {
      const now = await this.#now();
      return this.writer.decide(postStream, postId, (post) => restore(post, userId, now), { seen });
    });
  }

  /**
   * Continues the targets that the archiving cancelled. If this is interrupted, the owner can retry each
   * remaining target.
   */
  async #undoCancellations({ postId, ownerId, targets, scheduledFor }: Post): Promise<void> {
    for (const { accountId, platform } of targets) {
      const target = { postId, accountId, ownerId, platform };
      const context = { target, firstDueAt: scheduledFor, now: await this.clock.now(), times: this.times };
      await this.writer.decide(publicationStream, publicationId(postId, accountId), (publication) =>
        undoCancel(publication, context),
      );
    }
  }

  async #releaseOnError(userId: string, postId: number, work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      await this.quota.settle(userId, postId, false);
      await this.files.settle(postId);
      throw error;
    }
  }

  /** No tolerance, because an undo has no form that takes time to fill in. */
  async #now(): Promise<DecisionTime> {
    return { now: await this.clock.now(), tolerance: 0 };
  }
}
