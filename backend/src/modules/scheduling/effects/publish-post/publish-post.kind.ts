import { createHash } from 'node:crypto';
import type { Entitlements } from '@posthorn/contracts/billing/entitlements';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import { DomainError } from '@posthorn/contracts/shared/refusal';
import type { Effect } from '#infrastructure/effects/attempt/effect.ts';
import type { LookUpAnswer } from '#infrastructure/effects/attempt/look-up.ts';
import type { Move } from '#infrastructure/effects/attempt/move.ts';
import type { UpdatesRefs } from '#infrastructure/effects/attempt/refs-update.ts';
import type { AttemptOutcome } from '#infrastructure/effects/attempt/rules.ts';
import type {
  Advanced,
  CallResult,
  DecidedEffect,
  DecideOptions,
  EffectKind,
  EffectObservation,
  LoadedEffect,
  Prepared,
} from '#infrastructure/effects/effect-kind.ts';
import type { Lease } from '#infrastructure/effects/lease.ts';
import { EventReader, type Loaded } from '#infrastructure/event-log/event-reader.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { PlanOf } from '#modules/identity/ports/plan-of.ts';
import { AccountConnections, type ConnectionState } from '#modules/integrations/ports/account-connections.ts';
import { Publishing } from '#modules/integrations/ports/publishing.ts';
import { Injectable } from '@nestjs/common';
import { withRefsUpdate } from '../../domain/publication/refs-update.ts';
import { PostIsNotDue } from '../../domain/post/post-errors.ts';
import { postStream, type Post } from '../../domain/post/post.ts';
import type { Target } from '../../domain/publication/publication-events.ts';
import { asDone, eventsOf } from '../../domain/publication/events-of-moves.ts';
import { effectOf, type Copied } from '../../domain/publication/publication-moves.ts';
import {
  publicationId,
  publicationStream,
  type Publication,
  type PublicationEvent,
} from '../../domain/publication/publication.ts';
import type { PublishingContext } from '../../domain/publication/publishing-context.ts';
import type { UnknownCause } from '../../domain/publication/reasons.ts';
import { cancel } from '../../domain/publication/publishing-rules.ts';
import { OutgoingPublications } from './outgoing-publications.ts';
import { DuplicateSearches } from './duplicate-searches.ts';
import type { DueRow } from './due-rows.ts';
import { FrozenPosts } from './frozen-posts.ts';
import { PlatformPauses } from './platform-pauses.ts';
import { Preparation, type Ready } from './preparation.ts';
import { PublishingContexts } from './publishing-contexts.ts';
import { PublicIdSearches } from './public-id-searches.ts';
import { PublishingMetrics } from './publishing-metrics.ts';

/**
 * One target of a post, read from its streams. `seen`: the states that were last read or written. `plan`: the
 * owner's plan at loading.
 */
export type TargetTask = Readonly<{
  post: Post;
  publication: Publication;
  plan?: Entitlements;
  seen?: Readonly<{ post?: Loaded<Post>; publication: Loaded<Publication> }>;
}>;

/**
 * Publishes one post on one account. The streams of the publication and the post decide, not the due table.
 */
@Injectable()
export class PublishPost implements EffectKind<Target, TargetTask, Copied, Ready> {
  readonly name = 'publishing';

  constructor(
    private readonly reader: EventReader,
    private readonly writer: StreamWriter,
    private readonly publishing: Publishing,
    private readonly accounts: AccountConnections,
    private readonly contexts: PublishingContexts,
    private readonly plans: PlanOf,
    private readonly frozen: FrozenPosts,
    private readonly outgoing: OutgoingPublications,
    private readonly preparation: Preparation,
    private readonly pauses: PlatformPauses,
    private readonly duplicates: DuplicateSearches,
    private readonly publicIds: PublicIdSearches,
    private readonly metrics: PublishingMetrics,
  ) {}

  causeOf(target: Target): string {
    return `due:${idOf(target)}`;
  }

  async load(target: Target): Promise<LoadedEffect<TargetTask> | null> {
    // All three are requested at the same time, so that the log gets one query.
    const [{ state: post, seen }, { state, seen: publication }, plan] = await Promise.all([
      this.reader.load(postStream, target.postId),
      this.reader.load(publicationStream, idOf(target)),
      this.plans.entitlementsOf(target.ownerId),
    ]);
    const isShown = post.status === 'scheduled' || post.status === 'publishing';
    if (!(isShown && isIn(post, target)) && !hasOpenOutcome(state)) return null;
    const { effect, task } = loadedOf(post, state, { post: seen, publication });
    return { effect, task: { ...task, plan } };
  }

  /**
   * The post was deleted or archived, or has lost this account. Cancels a target of an archived post that
   * waits for another try.
   */
  async abandon(target: Target): Promise<void> {
    const { state: post } = await this.reader.load(postStream, target.postId);
    // Publishing has not started. If the deletion is undone, everything is still to do.
    if (post.status === 'deleted' || !isIn(post, target)) return;
    const { revision } = await this.reader.load(publicationStream, idOf(target));
    if (revision === null) return;
    try {
      await this.writer.decide(publicationStream, idOf(target), (publication) =>
        cancel(publication, target, 'post-removed'),
      );
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
    }
  }

  async decide(
    row: Target,
    { post, seen }: TargetTask,
    decision: (effect: Effect) => readonly Move<Copied>[],
    { repeatable = true, ready, refsUpdate }: DecideOptions<Ready> = {},
  ): Promise<DecidedEffect<TargetTask>> {
    const context = await this.contexts.contextOf(row, post);
    const sent = ready && sentOf(ready);
    const decide = (publication: Publication): PublicationEvent[] =>
      eventsOf(publication, decision(effectOf(publication)), context, sent);
    const last = ready ? ready.seen : seen?.publication;
    const decided = await this.writer.decide(
      publicationStream,
      idOf(row),
      (publication) =>
        refsUpdate ? withRefsUpdate(publication, refsUpdate, decide, context) : decide(publication),
      { repeatable, ...(last && { seen: last }) },
    );
    this.metrics.noticed(decided.appended);
    const { state, appended } = decided;
    return { ...loadedOf(post, state, { publication: decided.seen }), moved: appended.length > 0 };
  }

  context(row: Target, { post }: TargetTask): Promise<PublishingContext> {
    return this.contexts.contextOf(row, post);
  }

  async freeze(row: Target, task: TargetTask): Promise<Readonly<{ task: TargetTask } | { until: string }>> {
    const { post, seen, plan } = task;
    const { now, times } = await this.contexts.contextOf(row, post);
    const later = new Date(now.getTime() + times.firstRetry).toISOString();
    try {
      const frozen = await this.frozen.freeze(row, post, now, { seen: seen?.post, plan });
      // If the account was removed from the post in the meantime, nothing is published. The due table deletes the
      // row.
      return isIn(frozen, row) ? { task: { ...task, post: frozen } } : { until: later };
    } catch (error) {
      if (!(error instanceof PostIsNotDue)) throw error;
      // The post was moved, changed or deleted at the same time.
      const { state } = await this.reader.load(postStream, row.postId);
      return { until: state.status === 'scheduled' ? state.scheduledFor : later };
    }
  }

  prepare(lease: Lease<DueRow>, { task }: LoadedEffect<TargetTask>): Promise<Prepared<Ready>> {
    return this.preparation.run(lease, task.post, task.publication, task.seen?.publication);
  }

  giveBack(_: Target, { outgoing, server }: Ready): Promise<void> {
    return this.pauses.giveBack({ ...outgoing, server });
  }

  async call(_: Target, { outgoing, refs }: Ready, signal: AbortSignal): Promise<CallResult<Copied>> {
    const outcome = await this.publishing.call(outgoing, refs, signal);
    return replacing(refs, asDone(outcome), 'newRefs' in outcome ? outcome.newRefs : undefined);
  }

  afterOutcome(row: DueRow, outcome: AttemptOutcome<Copied>): Promise<void> {
    return this.pauses.afterOutcome(row, outcome);
  }

  async lookUp(
    row: Target,
    { effect, task }: LoadedEffect<TargetTask>,
  ): Promise<LookUpAnswer<Copied> & UpdatesRefs<JsonObject>> {
    const { post, publication } = task;
    const outgoing = await this.outgoing.asSent(post, row, publication);
    const preparedRefs = publication.prepared?.refs ?? {};
    const refs = { ...preparedRefs, ...(effect.accepted && { handle: effect.accepted.handle }) };
    const since = searchedSince(publication) ?? post.scheduledFor;
    const answer = await this.publishing.lookUp(outgoing, refs, since);
    return replacing(preparedRefs, asDone(answer), answer.kind === 'refused' ? answer.newRefs : undefined);
  }

  account({ accountId, ownerId }: Target): Promise<ConnectionState> {
    return this.accounts.connectionOf(accountId, ownerId);
  }

  followUpAt({ publication }: TargetTask): string | null {
    return publication.lookAgainAt;
  }

  async followUp(row: Target, { task }: LoadedEffect<TargetTask>): Promise<Advanced<TargetTask>> {
    const { post } = task;
    const { awaitsPublicId } = task.publication;
    const { publication, until } =
      awaitsPublicId === null
        ? await this.duplicates.search(row, post, task.publication)
        : await this.publicIds.search(row, post, task.publication, awaitsPublicId);
    return { ...loadedOf(post, publication), until };
  }

  observe({ platform }: Target, observation: EffectObservation): void {
    if (observation.kind === 'attempted') this.metrics.attempted(platform, observation.outcome);
    else if (observation.kind === 'looked-up') this.metrics.lookedUp(platform, observation.answer);
    else if (observation.lateBy !== null) this.metrics.late(observation.lateBy);
  }
}

/**
 * A call was or may have been made, and its outcome is not yet known. Or a search for a copy or the public id is
 * planned. Also checked for archived posts.
 */
const hasOpenOutcome = ({ status, lookAgainAt }: Publication): boolean =>
  status === 'attempting' || status === 'accepted' || status === 'unknown' || lookAgainAt !== null;

/**
 * When the attempt began whose post a look-up searches. A refusal as a duplicate may mean the post of an earlier
 * attempt. Attempts before a person's last request do not count, because the person may have posted since then.
 */
function searchedSince({ status, attempt, unclear, firstAttemptAt, requestedAt }: Publication) {
  if (attempt === null) return undefined;
  const isDuplicate = status === 'unknown' && unclear === ('duplicate' satisfies UnknownCause);
  if (!isDuplicate || firstAttemptAt === null) return attempt.startedAt;
  const earliest = requestedAt !== null && requestedAt > firstAttemptAt ? requestedAt : firstAttemptAt;
  return earliest < attempt.startedAt ? earliest : attempt.startedAt;
}

/** Whether the account still belongs to the post. A person may have removed it before publishing started. */
const isIn = ({ targets }: Post, { accountId }: Target): boolean =>
  targets.some((target) => target.accountId === accountId);

const idOf = ({ postId, accountId }: Target): string => publicationId(postId, accountId);

/** One target in the form of the effect engine. */
export const loadedOf = (
  post: Post,
  publication: Publication,
  seen?: TargetTask['seen'],
): LoadedEffect<TargetTask> => ({
  effect: effectOf(publication),
  task: { post, publication, ...(seen && { seen }) },
});

/**
 * The result of a call or look-up that used the references `from`. `to`: new references that replace them.
 */
const replacing = <Answer extends object>(
  from: JsonObject,
  answer: Answer,
  to: JsonObject | undefined,
): Answer & UpdatesRefs<JsonObject> => (to === undefined ? answer : { ...answer, refsUpdate: { from, to } });

const sentOf = ({ outgoing: { contentHash }, refs, keptRefs }: Ready) => ({
  contentHash,
  refs,
  keptRefs,
  fingerprint: createHash('sha256')
    .update(`${contentHash}\n${JSON.stringify(refs)}`)
    .digest('hex'),
});
