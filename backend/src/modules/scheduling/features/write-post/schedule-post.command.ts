import type { PostView, SchedulePostRequest } from '@posthorn/contracts/scheduling/posts.http';
import { DomainError } from '@posthorn/contracts/shared/refusal';
import { startEarly } from '#infrastructure/effects/start-early.ts';
import type { LoggedEvent } from '#infrastructure/event-log/logged-event.ts';
import { WrittenBytes } from '#infrastructure/http/edge/written-bytes.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { PostNotFound } from '../../domain/post/post-errors.ts';
import { postStream, schedule, type Post, type PostEvent } from '../../domain/post/post.ts';
import type { PostScheduled } from '../../domain/post/post-events.ts';
import { PostQuota } from '../../stores/quota/post-quota.ts';
import { PostAsLogged } from '../../read-models/posts/post-as-logged.ts';
import { KeepMedia } from '../../effects/keep-media/keep-media.ts';
import { FitCheck } from './fit-check.ts';
import { PostRequestResolver, type ResolvedPostRequest } from './post-request-resolver.ts';
import { DraftRequests } from '../../stores/drafts/draft-requests.ts';
import { RepeatedRequests } from '../../stores/idempotency-keys/repeated-requests.ts';
import type { KeyedRequest, RequestedPost, RequestKeys } from '../../stores/idempotency-keys/request-keys.ts';
import { Replays } from '../../stores/idempotency-keys/replays.ts';
import { TimeCheck } from './time-check.ts';

/** The key that a request uses; null: the request has no key. */
type Claim = Readonly<{ keys: RequestKeys; keyed: KeyedRequest }> | null;
/** `isReplay`: an earlier request with the same key scheduled this post. */
type Scheduled = Readonly<{ post: PostView; isReplay: boolean }>;

/**
 * `key`: the Idempotency-Key of the request. If the request has a draft, the id of the draft is the key
 * instead. `asked`: the request as received. All requests with one key must be equal.
 * @throws DomainError of `post-errors.ts`, DraftIsScheduled, DraftWasChanged, DraftIsGone
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
    private readonly drafts: DraftRequests,
    private readonly replays: Replays,
    private readonly writer: StreamWriter,
    private readonly times: TimeCheck,
    private readonly resolver: PostRequestResolver,
    private readonly fit: FitCheck,
    private readonly quota: PostQuota,
    private readonly files: KeepMedia,
    private readonly posts: PostAsLogged,
    private readonly written: WrittenBytes,
  ) {}

  async execute(command: SchedulePost): Promise<Scheduled> {
    const { userId, request, asked } = command;
    const { draftId, draftRevision = null } = request;
    if (draftId === undefined) return this.#execute(command, this.requests);
    const keys = this.drafts.at(draftRevision);
    const scheduled = await this.#execute(new SchedulePost(userId, request, draftId, asked), keys);
    await this.drafts.end(userId, draftId);
    return scheduled;
  }

  async #execute({ userId, request, key, asked }: SchedulePost, keys: RequestKeys): Promise<Scheduled> {
    const planning = startEarly(this.resolver.resolve(userId, request));
    const findPost = () => keys.postFor(userId, key, asked);
    const post = await findPost();
    const { postId } = post;
    const known = post.seen ? null : await this.replays.replayOf(postId, findPost);
    if (known) return { post: known, isReplay: true };
    const planned = await planning;
    const claim = key === null ? null : { keys, keyed: { userId, key, postId, request: asked } };
    const scheduled = await this.#schedule(post, { ownerId: userId, request, claim }, planned);
    if (scheduled.length > 0)
      return { post: this.posts.viewOf(scheduled, planned.accounts), isReplay: false };
    const faster = await this.replays.replayOf(postId, findPost);
    if (!faster) throw new PostNotFound();
    return { post: faster, isReplay: true };
  }

  /** The recorded events; empty when another request with the same key was faster. */
  async #schedule(
    post: RequestedPost,
    { ownerId, request, claim }: Readonly<{ ownerId: string; request: SchedulePostRequest; claim: Claim }>,
    { entitled, accounts, body }: ResolvedPostRequest,
  ): Promise<readonly LoggedEvent<PostEvent>[]> {
    const { postId } = post;
    const targets = accounts.map(({ id: accountId, platform }) => ({ accountId, platform }));
    const data = { postId, ownerId, ...body, ...this.times.read(request), targets };
    // This decision comes before the request takes a place in the quota. It is repeated when the post is written.
    schedule(postStream.initial, data, await this.times.moment());
    await this.fit.check({ postId, ownerId, suffix: entitled.suffix, body }, accounts);
    await this.written.take(ownerId, data);
    // From here on, the key belongs to this request. A request with the same key and other
    // content is refused.
    await claim?.keys.take(claim.keyed);
    try {
      await this.quota.reserve(ownerId, postId, entitled);
      return await this.#appendOrRelease(data, post);
    } catch (error) {
      // A refused request releases its key. After any other error, the post may exist. If it exists, a repeated request with the key finds the post.
      if (error instanceof DomainError) await claim?.keys.giveBack(claim.keyed);
      throw error;
    }
  }

  async #appendOrRelease(
    data: PostScheduled['data'],
    post: RequestedPost,
  ): Promise<readonly LoggedEvent<PostEvent>[]> {
    try {
      return await this.#append(data, post);
    } catch (error) {
      await this.#release(data.ownerId, data.postId);
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

  /**
   * Releases the place in the quota and the files. Ignores errors, because the housekeeping repairs them and the caller must get
   * the first error.
   */
  async #release(ownerId: string, postId: number): Promise<void> {
    try {
      await this.quota.settle(ownerId, postId, false);
      await this.files.settle(postId);
    } catch {
      return;
    }
  }
}
