import type { PostView, SchedulePostRequest } from '@posthorn/contracts/scheduling/posts.http';
import { awaitedLater } from '#infrastructure/awaited-later.ts';
import type { LoggedEvent } from '#infrastructure/log/logged-event.ts';
import { StreamWriter } from '#infrastructure/log/stream-writer.ts';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { PostNotFound } from '../../domain/post/post-errors.ts';
import { postStream, schedule, type Post, type PostEvent } from '../../domain/post/post.ts';
import type { PostScheduled } from '../../domain/post/post-events.ts';
import { PostQuota } from '../quota/post-quota.ts';
import { PostAsLogged } from '../../views/list-posts/post-as-logged.ts';
import { KeepMedia } from '../../post-media/keep-media.ts';
import { FitCheck } from './fit-check.ts';
import { PlannedPost, type Planned } from './planned-post.ts';
import { RepeatedRequests, type RequestedPost } from './repeated-requests.ts';
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
    const planning = awaitedLater(this.planned.of(userId, request));
    const post = await this.requests.postFor(userId, key, request);
    if (!post.seen && (await this.#isThere(post.postId))) return this.posts.view(post.postId);
    const planned = await planning;
    const scheduled = await this.#schedule(post, userId, request, planned);
    return scheduled.length > 0
      ? this.posts.viewOf(scheduled, planned.accounts)
      : this.posts.view(post.postId);
  }

  /** @throws PostNotFound when it was, and has been deleted since: whoever sends it again wants a post, and no echo */
  async #isThere(postId: number): Promise<boolean> {
    const { state } = await this.writer.decide(postStream, postId, () => []);
    if (state.status === 'deleted') throw new PostNotFound();
    return state.status !== 'new';
  }

  /** Empty when a repetition of the request was faster. */
  async #schedule(
    post: RequestedPost,
    ownerId: string,
    request: SchedulePostRequest,
    { entitled, accounts, draft }: Planned,
  ): Promise<readonly LoggedEvent<PostEvent>[]> {
    const { postId } = post;
    const targets = accounts.map(({ id: accountId, platform }) => ({ accountId, platform }));
    const data = { postId, ownerId, ...draft, ...this.times.read(request), targets };
    // Judged once before a slot is taken, and again with it.
    schedule(postStream.initial, data, await this.times.moment());
    await this.fit.check({ postId, ownerId, suffix: entitled.suffix, draft }, accounts);
    await this.quota.reserve(ownerId, postId, entitled);
    try {
      return await this.#append(data, post);
    } catch (error) {
      await this.#giveBack(ownerId, postId);
      throw error;
    }
  }

  async #append(
    data: PostScheduled['data'],
    { seen }: RequestedPost,
  ): Promise<readonly LoggedEvent<PostEvent>[]> {
    await this.files.keepFor(data.postId, data.media);
    const moment = await this.times.moment();
    const decide = (post: Post) => schedule(post, data, moment);
    return (await this.writer.decide(postStream, data.postId, decide, seen && { seen })).logged;
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
