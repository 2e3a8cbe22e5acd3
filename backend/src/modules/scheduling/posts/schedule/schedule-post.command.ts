import type { PostView, SchedulePostRequest } from '@posthorn/contracts/scheduling/posts.http';
import { StreamWriter } from '#infrastructure/log/stream-writer.ts';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { postStream, schedule } from '../../domain/post/post.ts';
import type { PostScheduled } from '../../domain/post/post-events.ts';
import { PostQuota } from '../quota/post-quota.ts';
import { PostAsLogged } from '../../views/list-posts/post-as-logged.ts';
import { KeepMedia } from '../../post-media/keep-media.ts';
import { FitCheck } from './fit-check.ts';
import { PlannedPost } from './planned-post.ts';
import { RepeatedRequests } from './repeated-requests.ts';
import { TimeCheck } from './time-check.ts';

/** `key`: the request's Idempotency-Key. @throws DomainError of `post-errors.ts` */
export class SchedulePost extends Command<PostView> {
  constructor(
    readonly userId: string,
    readonly request: SchedulePostRequest,
    readonly key: string | null,
  ) {
    super();
  }
}

@CommandHandler(SchedulePost)
export class SchedulePostHandler implements ICommandHandler<SchedulePost> {
  constructor(
    private readonly requests: RepeatedRequests,
    private readonly writer: StreamWriter,
    private readonly times: TimeCheck,
    private readonly planned: PlannedPost,
    private readonly fit: FitCheck,
    private readonly quota: PostQuota,
    private readonly files: KeepMedia,
    private readonly posts: PostAsLogged,
  ) {}

  async execute({ userId, request, key }: SchedulePost): Promise<PostView> {
    const postId = await this.requests.postIdFor(userId, key, request);
    if (key === null || !(await this.#isThere(postId))) await this.#schedule(postId, userId, request);
    return this.posts.view(postId);
  }

  async #isThere(postId: number): Promise<boolean> {
    const { state } = await this.writer.decide(postStream, postId, () => []);
    return state.status !== 'new';
  }

  async #schedule(postId: number, ownerId: string, request: SchedulePostRequest): Promise<void> {
    const { plan, accounts, draft } = await this.planned.of(ownerId, request);
    const targets = accounts.map(({ id: accountId, platform }) => ({ accountId, platform }));
    const data = { postId, ownerId, ...draft, ...this.times.read(request), targets };
    // Judged once before a slot is taken, and again with it.
    schedule(postStream.initial, data, await this.times.moment());
    await this.fit.check({ postId, ownerId, plan, draft }, accounts);
    await this.quota.reserve(ownerId, postId, plan);
    try {
      await this.#append(data);
    } catch (error) {
      await this.#giveBack(ownerId, postId);
      throw error;
    }
  }

  async #append(data: PostScheduled['data']): Promise<void> {
    await this.files.keepFor(data.postId, data.media);
    const moment = await this.times.moment();
    await this.writer.decide(postStream, data.postId, (post) => schedule(post, data, moment));
  }

  /** What fails here as well is found by the sweep; the first error is the one to tell. */
  async #giveBack(ownerId: string, postId: number): Promise<void> {
    try {
      await this.quota.settle(ownerId, postId, false);
      await this.files.settle(postId);
    } catch {
      return;
    }
  }
}
