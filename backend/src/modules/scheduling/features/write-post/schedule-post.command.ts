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

/** A request with a key. */
type Claim = Readonly<{ keys: RequestKeys; keyed: KeyedRequest }> | null;
/** `isReplay`: an earlier request had the same key, and this is the answer to it. */
type Scheduled = Readonly<{ post: PostView; isReplay: boolean }>;

/**
 * `key`: the request's Idempotency-Key. The id of a draft takes its place. `asked`: the request as received, which must be the same each time the
 * key is used.
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
    private readonly planned: PostRequestResolver,
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
    const planning = startEarly(this.planned.resolve(userId, request));
    const ask = () => keys.postFor(userId, key, asked);
    const post = await ask();
    const { postId } = post;
    const known = post.seen ? null : await this.replays.replayOf(postId, ask);
    if (known) return { post: known, isReplay: true };
    const planned = await planning;
    const claim = key === null ? null : { keys, keyed: { userId, key, postId, request: asked } };
    const scheduled = await this.#schedule(post, { ownerId: userId, request, claim }, planned);
    if (scheduled.length > 0)
      return { post: this.posts.viewOf(scheduled, planned.accounts), isReplay: false };
    const faster = await this.replays.replayOf(postId, ask);
    if (!faster) throw new PostNotFound();
    return { post: faster, isReplay: true };
  }

  /** Empty when a repeated request was faster. */
  async #schedule(
    post: RequestedPost,
    { ownerId, request, claim }: Readonly<{ ownerId: string; request: SchedulePostRequest; claim: Claim }>,
    { entitled, accounts, draft }: ResolvedPostRequest,
  ): Promise<readonly LoggedEvent<PostEvent>[]> {
    const { postId } = post;
    const targets = accounts.map(({ id: accountId, platform }) => ({ accountId, platform }));
    const data = { postId, ownerId, ...draft, ...this.times.read(request), targets };
    // Decides once before it takes a slot, and again with the slot.
    schedule(postStream.initial, data, await this.times.moment());
    await this.fit.check({ postId, ownerId, suffix: entitled.suffix, draft }, accounts);
    await this.written.take(ownerId, data);
    // From here on the slot and the post belong to this request. A request with the same key and other content gets neither.
    await claim?.keys.take(claim.keyed);
    try {
      await this.quota.reserve(ownerId, postId, entitled);
      return await this.#written(data, post);
    } catch (error) {
      // A refused request uses up no key. After any other error the post may exist, and then its key leads to it.
      if (error instanceof DomainError) await claim?.keys.giveBack(claim.keyed);
      throw error;
    }
  }

  async #written(
    data: PostScheduled['data'],
    post: RequestedPost,
  ): Promise<readonly LoggedEvent<PostEvent>[]> {
    try {
      return await this.#append(data, post);
    } catch (error) {
      await this.#giveBack(data.ownerId, data.postId);
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

  /** The sweep repairs what fails here; the caller gets the first error. */
  async #giveBack(ownerId: string, postId: number): Promise<void> {
    try {
      await this.quota.settle(ownerId, postId, false);
      await this.files.settle(postId);
    } catch {
      return;
    }
  }
}
