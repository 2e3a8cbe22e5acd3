import { Injectable, Logger } from '@nestjs/common';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { EffectContext } from '#infrastructure/effects/attempt/context.ts';
import { NEW_EFFECT, type Effect } from '#infrastructure/effects/attempt/effect.ts';
import type { LookUpAnswer } from '#infrastructure/effects/attempt/look-up.ts';
import type { Move } from '#infrastructure/effects/attempt/move.ts';
import type { UpdatesRefs } from '#infrastructure/effects/attempt/refs-update.ts';
import type { AttemptOutcome } from '#infrastructure/effects/attempt/rules.ts';
import { Budgets } from '#infrastructure/effects/budgets.ts';
import type {
  CallResult,
  DecidedEffect,
  DecideOptions,
  EffectKind,
  EffectObservation,
  LoadedEffect,
  Prepared,
} from '#infrastructure/effects/effect-kind.ts';
import type { Lease } from '#infrastructure/effects/lease.ts';
import { pauseOf } from '#infrastructure/effects/pauses.ts';
import { EventReader } from '#infrastructure/event-log/event-reader.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { AccountConnections, type ConnectionState } from '#modules/integrations/ports/account-connections.ts';
import type { CallOutcome, LookUpOutcome } from '#modules/integrations/ports/publishing.ts';
import { RepliesOnPlatforms } from '#modules/integrations/ports/replies-on-platforms.ts';
import type { CommentEvent } from '../../domain/comment/comment-events.ts';
import { commentStream, type Comment } from '../../domain/comment/comment.ts';
import { replyEvents } from '../../domain/comment/events-of-reply-moves.ts';
import type { SentReply } from '../../domain/comment/reply-moves.ts';
import { withReplyRefs } from '../../domain/comment/reply-refs.ts';
import { resumeWaiting } from '../../domain/comment/replying.ts';
import { InboxMetrics } from '../inbox-metrics.ts';
import { knownComment } from '../../read-models/comments/known-comment.ts';
import { fingerprintOf, outgoingReply } from './outgoing-reply.ts';
import { ReplyContexts } from './reply-contexts.ts';
import { ReplyPreparation, type DueReply, type ReadyReply } from './reply-preparation.ts';

/** Identifies the comment, its account and the owner of the inbox. */
type Row = Pick<DueReply, 'commentId' | 'accountId' | 'ownerId' | 'platform' | 'server'>;
type ReplyTask = Readonly<{ comment: Comment }>;

/** Sends the last reply to a comment. The stream of the comment contains the state of the reply. */
@Injectable()
export class ReplyEffect implements EffectKind<DueReply, ReplyTask, SentReply, ReadyReply> {
  readonly name = 'reply';
  readonly #logger = new Logger('inbox');

  constructor(
    private readonly reader: EventReader,
    private readonly writer: StreamWriter,
    private readonly replies: RepliesOnPlatforms,
    private readonly accounts: AccountConnections,
    private readonly contexts: ReplyContexts,
    private readonly preparation: ReplyPreparation,
    private readonly budgets: Budgets,
    private readonly metrics: InboxMetrics,
  ) {}

  causeOf({ commentId }: Row): string {
    return `reply:${String(commentId)}`;
  }

  async load({ commentId }: Row): Promise<LoadedEffect<ReplyTask> | null> {
    const { state } = await this.reader.load(commentStream, commentId);
    return state.reply && loadedReply(state);
  }

  async decide(
    row: Row,
    { comment: before }: ReplyTask,
    decision: (effect: Effect) => readonly Move<SentReply>[],
    { repeatable = true, ready, refsUpdate }: DecideOptions<ReadyReply> = {},
  ): Promise<DecidedEffect<ReplyTask>> {
    const { now } = await this.context(row, { comment: before });
    const moved = (comment: Comment): CommentEvent[] => {
      const { reply } = comment;
      if (!reply) return [];
      const intent = ready && { ...ready, fingerprint: fingerprintOf(ready.outgoing, ready.refs) };
      return decision(reply.effect).flatMap((move) =>
        // A moderation of this comment that waits for the same account continues too.
        move.kind === 'resumed'
          ? resumeWaiting(comment, row, now)
          : replyEvents(row, reply, [move], now, intent),
      );
    };
    const events = (comment: Comment): CommentEvent[] => {
      // Decides nothing if another reply was requested in the meantime, or if the prepared reply is not the current one.
      if (comment.reply?.replyId !== before.reply?.replyId) return [];
      if (ready && !isStillAsked(comment, ready)) return [];
      return refsUpdate ? withReplyRefs(comment, row, refsUpdate, moved) : moved(comment);
    };
    const { state, appended } = await this.writer.decide(commentStream, row.commentId, events, {
      repeatable,
    });
    return { ...loadedReply(state), moved: appended.length > 0 };
  }

  context({ platform }: Row, { comment: { reply } }: ReplyTask): Promise<EffectContext> {
    return this.contexts.contextOf(
      platform,
      reply ?? { kind: 'manual', requestedAt: new Date(0).toISOString() },
    );
  }

  prepare(lease: Lease<DueReply>, { task }: LoadedEffect<ReplyTask>): Promise<Prepared<ReadyReply>> {
    return this.preparation.run(lease, lease.row, task.comment);
  }

  async call(
    { platform }: Row,
    { outgoing, refs }: ReadyReply,
    signal: AbortSignal,
  ): Promise<CallResult<SentReply>> {
    const outcome = await this.replies.call(platform, outgoing, refs, signal);
    return withRefsUpdate(refs, asDone(outcome), 'newRefs' in outcome ? outcome.newRefs : undefined);
  }

  /**
   * After a rate limit of the account, pauses all posts and replies of the account. After a rate limit of the app, pauses those of the
   * whole app. After a limit that only replies have, posts continue.
   */
  async afterOutcome(row: Row, outcome: AttemptOutcome<SentReply>): Promise<void> {
    if (outcome.kind !== 'postponed' || outcome.reason !== 'rate-limit') return;
    try {
      await this.budgets.pause(pauseOf(outcome, row, 'replies'), outcome.until);
    } catch (error) {
      // Without the stored pause, other workers get the same refusal from the platform.
      this.#logger.warn({
        msg: 'A rate-limit pause was not stored; other workers may call the platform too early',
        platform: row.platform,
        err: error,
      });
    }
  }

  observe({ platform }: Row, observation: EffectObservation): void {
    if (observation.kind === 'attempted') this.metrics.attempted(platform, observation.outcome);
  }

  async lookUp(
    row: Row,
    { effect, task: { comment } }: LoadedEffect<ReplyTask>,
  ): Promise<LookUpAnswer<SentReply> & UpdatesRefs<JsonObject>> {
    const { reply } = comment;
    const known = knownComment(comment);
    if (!reply || !known) return { kind: 'cannot-tell' };
    const storedRefs = reply.prepared ?? {};
    const refs = { ...storedRefs, ...(effect.accepted && { handle: effect.accepted.handle }) };
    const since = effect.attempt?.startedAt ?? reply.requestedAt;
    const answer = await this.replies.lookUp(row.platform, outgoingReply(row, known, reply), refs, since);
    return withRefsUpdate(storedRefs, asDone(answer), answer.kind === 'refused' ? answer.newRefs : undefined);
  }

  account({ accountId, ownerId }: Row): Promise<ConnectionState> {
    return this.accounts.connectionOf(accountId, ownerId);
  }
}

/** Returns the last reply of a comment in the form that the engine needs. */
export const loadedReply = (comment: Comment): LoadedEffect<ReplyTask> => ({
  effect: comment.reply?.effect ?? NEVER_REQUESTED,
  task: { comment },
});

/** The effect of a comment to which no reply was requested. */
const NEVER_REQUESTED: Effect = { ...NEW_EFFECT, status: 'cancelled' };

/** Returns whether the prepared reply is still the one to send, and the comment still exists. */
const isStillAsked = ({ reply, gone }: Comment, { outgoing }: ReadyReply): boolean =>
  gone === null && reply?.replyId === outgoing.replyId && reply.text === outgoing.text;

/** Translates the outcome `published` into the outcome `done` of the engine. */
const asDone = <Outcome extends CallOutcome | LookUpOutcome>(outcome: Outcome) =>
  outcome.kind === 'published'
    ? ({ kind: 'done', result: { remoteId: outcome.remoteId, permalink: outcome.permalink } } as const)
    : (outcome as Exclude<Outcome, { kind: 'published' }>);

/** Adds the change of references, from those of the call to those of its response. */
const withRefsUpdate = <Answer extends object>(
  from: JsonObject,
  answer: Answer,
  to: JsonObject | undefined,
): Answer & UpdatesRefs<JsonObject> => (to === undefined ? answer : { ...answer, refsUpdate: { from, to } });
