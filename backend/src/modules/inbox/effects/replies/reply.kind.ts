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

/** Names the comment, its account and the owner of the inbox. */
type Row = Pick<DueReply, 'commentId' | 'accountId' | 'ownerId' | 'platform' | 'server'>;
type ReplyTask = Readonly<{ comment: Comment }>;

/** Sends the last reply to one comment. The comment's stream holds its state. */
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
        // Other waiting work of the same account on this comment continues too.
        move.kind === 'resumed'
          ? resumeWaiting(comment, row, now)
          : replyEvents(row, reply, [move], now, intent),
      );
    };
    const events = (comment: Comment): CommentEvent[] => {
      // Another reply was requested since, or the prepared references do not fit what is to be sent.
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
    return replacing(refs, asDone(outcome), 'newRefs' in outcome ? outcome.newRefs : undefined);
  }

  /** A platform that asked for a pause also gets it from the account's posts and other replies, or from those of the whole app. */
  async afterOutcome(row: Row, outcome: AttemptOutcome<SentReply>): Promise<void> {
    if (outcome.kind !== 'postponed' || outcome.reason !== 'rate-limit') return;
    try {
      await this.budgets.pause(pauseOf(outcome.scope ?? 'account', row), outcome.until);
    } catch (error) {
      // The other workers will get the same answer from the platform.
      this.#logger.warn({
        msg: 'A rate-limit pause was not stored; other workers may call the platform too early',
        platform: row.platform,
        err: error,
      });
    }
  }

  observe({ platform }: Row, happening: EffectObservation): void {
    if (happening.kind === 'attempted') this.metrics.attempted(platform, happening.outcome);
  }

  async lookUp(
    row: Row,
    { effect, task: { comment } }: LoadedEffect<ReplyTask>,
  ): Promise<LookUpAnswer<SentReply> & UpdatesRefs<JsonObject>> {
    const { reply } = comment;
    const known = knownComment(comment);
    if (!reply || !known) return { kind: 'cannot-tell' };
    const asked = reply.prepared ?? {};
    const refs = { ...asked, ...(effect.accepted && { handle: effect.accepted.handle }) };
    const since = effect.attempt?.startedAt ?? reply.requestedAt;
    const answer = await this.replies.lookUp(row.platform, outgoingReply(row, known, reply), refs, since);
    return replacing(asked, asDone(answer), answer.kind === 'refused' ? answer.newRefs : undefined);
  }

  account({ accountId, ownerId }: Row): Promise<ConnectionState> {
    return this.accounts.connectionOf(accountId, ownerId);
  }
}

/** The last reply of a comment as the engine sees it. */
export const loadedReply = (comment: Comment): LoadedEffect<ReplyTask> => ({
  effect: comment.reply?.effect ?? NEVER_ASKED,
  task: { comment },
});

/** No reply to this comment was requested. */
const NEVER_ASKED: Effect = { ...NEW_EFFECT, status: 'cancelled' };

/** Whether the prepared reply is still the one to send, and the comment still exists. */
const isStillAsked = ({ reply, gone }: Comment, { outgoing }: ReadyReply): boolean =>
  gone === null && reply?.replyId === outgoing.replyId && reply.text === outgoing.text;

/** For the engine, a published reply is a successful attempt. */
const asDone = <Outcome extends CallOutcome | LookUpOutcome>(outcome: Outcome) =>
  outcome.kind === 'published'
    ? ({ kind: 'done', result: { remoteId: outcome.remoteId, permalink: outcome.permalink } } as const)
    : (outcome as Exclude<Outcome, { kind: 'published' }>);

/** The answer to a call that was made with the references `from`. */
const replacing = <Answer extends object>(
  from: JsonObject,
  answer: Answer,
  to: JsonObject | undefined,
): Answer & UpdatesRefs<JsonObject> => (to === undefined ? answer : { ...answer, refsUpdate: { from, to } });
