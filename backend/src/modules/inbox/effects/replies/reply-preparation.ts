import type { Platform } from '@posthorn/contracts/shared/platform';
import { Inject, Injectable } from '@nestjs/common';
import { isSameJson } from '@posthorn/event-sourcing';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import type { Postponement } from '#infrastructure/effects/attempt/rules.ts';
import { Budgets } from '#infrastructure/effects/budgets.ts';
import type { Prepared } from '#infrastructure/effects/effect-kind.ts';
import type { Lease } from '#infrastructure/effects/lease.ts';
import { pausesOf } from '#infrastructure/effects/pauses.ts';
import { withDeadline } from '#infrastructure/effects/with-deadline.ts';
import type { Work } from '#infrastructure/effects/work-table.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { ServerCooldowns } from '#modules/integrations/ports/server-cooldowns.ts';
import type { PrepareOutcome } from '#modules/integrations/ports/publishing.ts';
import { CommentRules } from '#modules/integrations/ports/comment-rules.ts';
import { RepliesOnPlatforms, type OutgoingReply } from '#modules/integrations/ports/replies-on-platforms.ts';
import type { CommentId } from '../../domain/comment/comment-id.ts';
import { AutoReplySwitches } from '../../read-models/auto-reply/auto-reply-switches.ts';
import { commentStream, type Comment } from '../../domain/comment/comment.ts';
import { storePrepared, turnIntoDraft } from '../../domain/comment/replying.ts';
import { TIMES, type InboxTimes } from '../times.ts';
import { knownComment } from '../../read-models/comments/known-comment.ts';
import { outgoingReply } from './outgoing-reply.ts';

/** A comment with a reply that is due. */
export type DueReply = Work<Readonly<{ commentId: number; accountId: number }>, Platform>;

/** The arguments of the call that sends a reply. `keptRefs`: the references that the stream contains for this reply. */
export type ReadyReply = Readonly<{
  outgoing: OutgoingReply;
  refs: JsonObject;
  keptRefs: JsonObject | null;
}>;

/** Thrown when another worker has taken the row, or the time for the preparation is over. */
class ReplyIsElsewhere extends Error {}

/** Prepares a reply before its intent: what to send, whether it may be sent now, and with which references. */
@Injectable()
export class ReplyPreparation {
  constructor(
    private readonly writer: StreamWriter,
    private readonly rules: CommentRules,
    private readonly replies: RepliesOnPlatforms,
    private readonly rests: ServerCooldowns,
    private readonly budgets: Budgets,
    private readonly automatic: AutoReplySwitches,
    private readonly clock: DatabaseClock,
    @Inject(TIMES) private readonly times: InboxTimes,
  ) {}

  async run(lease: Lease<DueReply>, id: CommentId, comment: Comment): Promise<Prepared<ReadyReply>> {
    const { reply } = comment;
    const known = knownComment(comment);
    if (!reply || !known || comment.gone !== null) return refused('comment-gone');
    if (!(await this.#maySend(id, comment))) return { kind: 'elsewhere' };
    const outgoing = outgoingReply(id, known, reply);
    const length = this.rules.replyLength(id.platform, known, outgoing.text);
    if (length && length.used > length.max) return refused('too-long');
    const wait = await this.#waitBeforeCall(lease.row);
    if (wait) return wait;
    let kept = reply.prepared;
    const keep = async (refs: JsonObject): Promise<void> => {
      await this.#keep(lease, { replyId: reply.replyId, refs, keptRefs: kept });
      kept = refs;
    };
    try {
      const prepared = await this.#prepare(id, outgoing, kept, keep);
      if (prepared.kind !== 'prepared') return prepared;
      return { kind: 'ready', ready: { outgoing, refs: prepared.refs, keptRefs: kept } };
    } catch (error) {
      if (error instanceof ReplyIsElsewhere) return { kind: 'elsewhere' };
      throw error;
    }
  }

  /** Returns whether the reply may be sent. If automatic replies are not allowed any more, an automatic reply becomes a draft. */
  async #maySend(id: CommentId, comment: Comment): Promise<boolean> {
    const why = await this.automatic.whyNoMore(id, comment);
    if (why === null) return true;
    const now = await this.clock.now();
    await this.writer.decide(commentStream, id.commentId, (current) => turnIntoDraft(current, id, why, now));
    return false;
  }

  #prepare(
    { platform }: CommentId,
    outgoing: OutgoingReply,
    refs: JsonObject | null,
    keep: (refs: JsonObject) => Promise<void>,
  ): Promise<PrepareOutcome> {
    return withDeadline<PrepareOutcome>(
      this.times.preparation,
      (signal) => {
        const storeInTime = async (made: JsonObject): Promise<void> => {
          if (signal.aborted) throw new ReplyIsElsewhere();
          await keep(made);
        };
        return this.replies.prepare(platform, outgoing, refs, storeInTime, signal);
      },
      () => ({ kind: 'refused', reason: 'preparation-timeout', words: null, retryable: true }),
    );
  }

  /** Returns whether to wait before any call, because the platform requested a pause or fails too often. */
  async #waitBeforeCall({ accountId, ownerId, platform, server }: DueReply): Promise<Postponement | null> {
    const pauses = pausesOf({ platform, accountId, server }, 'replies');
    const pausedUntil = await this.budgets.pausedUntil(pauses);
    if (pausedUntil !== null) return postponed('rate-limit', pausedUntil);
    const rest = await this.rests.remainingCooldown({ accountId, ownerId, platform });
    if (rest <= 0) return null;
    return postponed('breaker', new Date((await this.clock.now()).getTime() + rest).toISOString());
  }

  /** Stores references. Checks the lease before, so that a worker without the lease does not overwrite references of another worker. */
  async #keep(lease: Lease<DueReply>, kept: Parameters<typeof storePrepared>[2]): Promise<void> {
    if (isSameJson(kept.refs, kept.keptRefs)) return;
    if (!(await lease.confirm())) throw new ReplyIsElsewhere();
    const { row } = lease;
    await this.writer.decide(commentStream, row.commentId, (comment) => storePrepared(comment, row, kept));
  }
}

const refused = (reason: string) => ({ kind: 'refused', reason, words: null, retryable: false }) as const;

const postponed = (reason: string, until: string): Postponement => ({
  kind: 'postponed',
  reason,
  words: null,
  until,
});
