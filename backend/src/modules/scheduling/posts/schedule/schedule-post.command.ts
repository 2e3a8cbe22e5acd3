import type { PostView, SchedulePostRequest } from '@posthorn/contracts/scheduling/posts.http';
import { awaitedLater } from '#infrastructure/awaited-later.ts';
import type { LoggedEvent } from '#infrastructure/log/logged-event.ts';
import { StreamWriter } from '#infrastructure/log/stream-writer.ts';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { IdempotencyKeyReused, PostNotFound } from '../../domain/post/post-errors.ts';
import { postStream, schedule, type Post, type PostEvent } from '../../domain/post/post.ts';
import type { PostScheduled } from '../../domain/post/post-events.ts';
import { PostQuota } from '../quota/post-quota.ts';
import { PostAsLogged } from '../../views/list-posts/post-as-logged.ts';
import { KeepMedia } from '../../post-media/keep-media.ts';
import { FitCheck } from './fit-check.ts';
import { PlannedPost, type Planned } from './planned-post.ts';
import { RepeatedRequests, type RequestedPost } from './repeated-requests.ts';
import { TimeCheck } from './time-check.ts';

/** `isReplay`: the answer to a request with the same key as one before. */
type Scheduled = Readonly<{ post: PostView; isReplay: boolean }>;

/**
 * `key`: the request's Idempotency-Key. `asked`: the request as it came, which has to be the same each time that the key comes.
 * @throws DomainError of `post-errors.ts`
 */
export class SchedulePost extends Command<Scheduled> {
  constructor(
    readonly userId: string,
    readonly request: SchedulePostRequest,
    readonly key: string | null,
    readonly asked: unknown = request,
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

  async execute({ userId, request, key, asked }: SchedulePost): Promise<Scheduled> {
    const planning = awaitedLater(this.planned.of(userId, request));
    const post = await this.requests.postFor(userId, key, asked);
    if (!post.seen && (await this.#isThere(post))) return this.#replay(post);
    const planned = await planning;
    if (key !== null && post.isOther) await this.requests.handOver(userId, key, asked);
    const scheduled = await this.#schedule(post, userId, request, planned);
    if (scheduled.length === 0) return this.#replay(await this.requests.postFor(userId, key, asked));
    return { post: this.posts.viewOf(scheduled, planned.accounts), isReplay: false };
  }

  /** @throws IdempotencyKeyReused */
  async #replay({ postId, isOther }: RequestedPost): Promise<Scheduled> {
    if (isOther) throw new IdempotencyKeyReused();
    return { post: await this.posts.view(postId), isReplay: true };
  }

  /**
   * @throws PostNotFound when it was, and has been deleted since: whoever sends it again wants a post, and no echo
   * @throws IdempotencyKeyReused when it was asked for in other words. One that was refused used up no key: there is no post
   */
  async #isThere({ postId, isOther }: RequestedPost): Promise<boolean> {
    const { state } = await this.writer.decide(postStream, postId, () => []);
    if (state.status === 'new') return false;
    if (isOther) throw new IdempotencyKeyReused();
    if (state.status === 'deleted') throw new PostNotFound();
    return true;
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
