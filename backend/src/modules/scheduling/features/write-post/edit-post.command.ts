import type { AccountView } from '@posthorn/contracts/integrations/accounts.http';
import type { Entitlements } from '@posthorn/contracts/billing/entitlements';
import type { ChangePostRequest } from '@posthorn/contracts/external/posts.http';
import { optionalWordsAfter } from '@posthorn/contracts/scheduling/optional-words';
import type { PostView, TargetRequest } from '@posthorn/contracts/scheduling/posts.http';
import { ConcurrencyError } from '@posthorn/event-sourcing/event-store';
import { WrittenBytes } from '#infrastructure/http/edge/written-bytes.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { ConnectedAccounts } from '#modules/integrations/ports/connected-accounts.ts';
import { PlanOf } from '#modules/identity/ports/plan-of.ts';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AccountIsUnknown, AiNeedsPremium, TargetIsUnknown } from '../../domain/post/post-errors.ts';
import {
  edit,
  postStream,
  shownBody,
  timingOf,
  type Change,
  type PostBody,
  type Post,
  type TargetAccount,
  type TargetContent,
  type Timing,
} from '../../domain/post/post.ts';
import {
  checkSelections,
  completedTargets,
  tidyTargetContent,
  withoutMissingMedia,
} from '../../domain/post/target-content.ts';
import { PostAsLogged } from '../../read-models/posts/post-as-logged.ts';
import { KeepMedia } from '../../effects/keep-media/keep-media.ts';
import { PostProgress } from '../../read-models/posts/post-progress.ts';
import { FitCheck } from './fit-check.ts';
import { OwnMedia } from '../../stores/post-media/own-media.ts';
import { targetContent } from './post-request-resolver.ts';
import { TimeCheck } from './time-check.ts';

/**
 * How often an edit is tried while other changes of the post come first. The last try does not require the
 * checked state.
 */
const ROUNDS = 5;

/** @throws DomainError of `post-errors.ts` */
export class EditPost extends Command<PostView> {
  constructor(
    readonly userId: string,
    readonly postId: number,
    readonly request: ChangePostRequest,
  ) {
    super();
  }
}

@CommandHandler(EditPost)
export class EditPostHandler implements ICommandHandler<EditPost> {
  constructor(
    private readonly progress: PostProgress,
    private readonly writer: StreamWriter,
    private readonly accounts: ConnectedAccounts,
    private readonly plans: PlanOf,
    private readonly times: TimeCheck,
    private readonly media: OwnMedia,
    private readonly fit: FitCheck,
    private readonly files: KeepMedia,
    private readonly posts: PostAsLogged,
    private readonly written: WrittenBytes,
  ) {}

  async execute(command: EditPost): Promise<PostView> {
    for (let round = 1; ; round++) {
      try {
        await this.#edit(command, round < ROUNDS);
        return await this.posts.view(command.postId);
      } catch (error) {
        if (!(error instanceof ConcurrencyError) || round === ROUNDS) throw error;
      }
    }
  }

  /**
   * @param isExact stores the change only if the post is still in the checked state
   * @throws ConcurrencyError when another change came first; both changes together might not fit an account
   */
  async #edit({ userId, postId, request }: EditPost, isExact: boolean): Promise<void> {
    const { post, settled, seen } = await this.progress.load(postId);
    const checked = seen.last?.revision;
    // This empty change is decided first, so that a stranger is refused before anything else in the request
    // is checked.
    const unchanged = { body: shownBody(post), targets: post.targets, timing: post };
    const emptyChange = { actorId: userId, ...unchanged, settled, isOutdated: false };
    edit(post, emptyChange, await this.times.moment());
    const [entitlements, own] = await Promise.all([
      this.plans.entitlementsOf(userId),
      this.accounts.accountsOf(userId),
    ]);
    const media = request.mediaFiles && (await this.media.refs(post.ownerId, request.mediaFiles));
    // Applies the request to the state that the decision reads. So fields that the request leaves out keep
    // their newest values.
    const changeOf = (current: Post, revision: bigint | null): Change => {
      const targets = targetsAfter(current, request, own);
      return {
        actorId: userId,
        body: bodyAfter({ ...current, targets }, request, media, entitlements),
        targets,
        timing: this.#timing(current, request),
        settled,
        isOutdated: request.revision !== undefined && BigInt(request.revision) !== revision,
      };
    };
    const change = changeOf(post, checked ?? null);
    const events = edit(post, change, await this.times.moment());
    // After publishing, nothing is sent again, so nothing must fit.
    if (post.status === 'scheduled') await this.#checkFit(post, change, own, entitlements);
    if (events.length > 0) await this.written.take(userId, events);
    await this.files.keepFor(postId, change.body.media);
    const moment = await this.times.moment();
    const decision = (current: Post, revision: bigint | null) =>
      edit(current, changeOf(current, revision), moment);
    const expected = isExact && checked !== undefined ? { expected: checked } : {};
    await this.writer.decide(postStream, postId, decision, { seen, ...expected });
  }

  /** Keeps the zone when a client that does not send zones leaves the instant unchanged. */
  #timing(post: Post, { scheduledFor, ...zone }: ChangePostRequest): Timing {
    if (scheduledFor === undefined) return timingOf(post);
    const timing = this.times.read({ scheduledFor, ...zone });
    const isUnchanged = timing.timezone === null && timing.scheduledFor === post.scheduledFor;
    return isUnchanged ? timingOf(post) : timing;
  }

  /** Checks only connected accounts. Publishing on disconnected accounts fails for another reason. */
  async #checkFit(
    { postId, ownerId }: Post,
    { body, targets }: Change,
    own: readonly AccountView[],
    { suffix }: Entitlements,
  ): Promise<void> {
    const accounts = own.filter(({ id }) => targets.some(({ accountId }) => accountId === id));
    await this.fit.check({ postId, ownerId, suffix, body }, accounts);
  }
}

/**
 * The accounts after the change. Accounts that the post already has come first, in their order, even if they
 * are disconnected.
 * @throws AccountIsUnknown
 */
function targetsAfter(
  { targets }: Pick<Post, 'targets'>,
  { selectedAccountIds: ids }: ChangePostRequest,
  own: readonly AccountView[],
): readonly TargetAccount[] {
  if (ids === undefined) return targets;
  const kept = targets.filter(({ accountId }) => ids.includes(accountId));
  const added = [...new Set(ids)].filter((id) => !kept.some(({ accountId }) => accountId === id));
  return [
    ...kept,
    ...added.map((accountId) => {
      const account = own.find(({ id }) => id === accountId);
      if (!account) throw new AccountIsUnknown();
      return { accountId, platform: account.platform };
    }),
  ];
}

/** @throws AiNeedsPremium, TargetIsUnknown, TargetMediaIsUnknown, TargetMediaIsTwice */
function bodyAfter(
  post: Post,
  request: ChangePostRequest,
  sent: PostBody['media'] | undefined,
  entitlements: Entitlements,
): PostBody {
  const body = shownBody(post);
  const aiRepliesEnabled = request.aiRepliesEnabled ?? body.aiRepliesEnabled;
  if (aiRepliesEnabled && !body.aiRepliesEnabled && !entitlements.aiReplies) throw new AiNeedsPremium();
  const media = sent ?? body.media;
  const kept = body.perTarget
    .filter(({ accountId }) => post.targets.some((target) => target.accountId === accountId))
    .map((own) => withoutMissingMedia(own, media));
  const perTarget = perTargetAfter(kept, post.targets, request.targets ?? []);
  checkSelections({ media, perTarget });
  return {
    content: request.content ?? body.content,
    ...optionalWordsAfter(request, body),
    media,
    aiRepliesEnabled,
    perTarget,
  };
}

/** The own content of accounts after the change. @throws TargetIsUnknown */
function perTargetAfter(
  kept: readonly TargetContent[],
  targets: Post['targets'],
  sent: readonly TargetRequest[],
): TargetContent[] {
  const changed = completedTargets(sent, kept).map(targetContent);
  if (changed.some(({ accountId }) => !targets.some((target) => target.accountId === accountId)))
    throw new TargetIsUnknown();
  const others = kept.filter(({ accountId }) => !changed.some((other) => other.accountId === accountId));
  return tidyTargetContent([...others, ...changed]);
}
