import { Inject, Injectable } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import type { EffectContext } from '#infrastructure/effects/attempt/context.ts';
import { NEW_EFFECT, type Effect } from '#infrastructure/effects/attempt/effect.ts';
import type { Move } from '#infrastructure/effects/attempt/move.ts';
import type { AttemptOutcome } from '#infrastructure/effects/attempt/rules.ts';
import type {
  DecidedEffect,
  DecideOptions,
  EffectKind,
  LoadedEffect,
  Prepared,
} from '#infrastructure/effects/effect-kind.ts';
import { EventReader } from '#infrastructure/log/event-reader.ts';
import { StreamWriter } from '#infrastructure/log/stream-writer.ts';
import { ModerateComment, type KnownComment } from '#modules/integrations/comments/public.ts';
import { ConnectionStateOf, type ConnectionState } from '#modules/integrations/public.ts';
import type { ModerationAction } from '@posthorn/contracts/inbox/comments.http';
import type { CommentEvent } from '../domain/comment/comment-events.ts';
import { commentStream, type Comment } from '../domain/comment/comment.ts';
import { moderationOutcome } from '../domain/comment/moderating.ts';
import { moderationContext } from '../domain/comment/reply-context.ts';
import { resumeWaiting } from '../domain/comment/replying.ts';
import { knownComment } from '../known-comment.ts';
import { TIMES, type InboxTimes } from '../times.ts';
import type { DueModeration } from './moderation-rows.ts';

type Row = Pick<DueModeration, 'commentId' | 'accountId' | 'ownerId' | 'platform'>;
/** What is to be done, and with which comment; null when nothing is (any more). */
type Task = Readonly<{ action: ModerationAction; comment: KnownComment }> | null;

/** Hiding, showing or removing a comment on its platform: its truth is the comment's stream. */
@Injectable()
export class ModerationEffect implements EffectKind<DueModeration, Task, unknown, NonNullable<Task>> {
  readonly name = 'moderation';

  constructor(
    private readonly reader: EventReader,
    private readonly writer: StreamWriter,
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly clock: DatabaseClock,
    @Inject(TIMES) private readonly times: InboxTimes,
  ) {}

  causeOf({ commentId }: Row): string {
    return `moderation:${String(commentId)}`;
  }

  async load({ commentId }: Row): Promise<LoadedEffect<Task> | null> {
    const { state } = await this.reader.load(commentStream, commentId);
    return state.moderation && loadedOf(state);
  }

  async decide(
    row: Row,
    _: Task,
    decision: (effect: Effect) => readonly Move[],
    { repeatable = true, ready }: DecideOptions<NonNullable<Task>> = {},
  ): Promise<DecidedEffect<Task>> {
    const events = (comment: Comment): CommentEvent[] => {
      const { moderation } = comment;
      // Something else is wished for since.
      if (!moderation || (ready && (moderation.action !== ready.action || comment.gone !== null))) return [];
      return decision(moderation.effect).flatMap((move) =>
        // What waits for the same account on this comment goes on with it.
        move.kind === 'resumed'
          ? resumeWaiting(comment, row, new Date(move.at))
          : moderationOutcome(comment, row, [move]),
      );
    };
    const { state, appended } = await this.writer.decide(commentStream, row.commentId, events, {
      repeatable,
    });
    return { ...loadedOf(state), moved: appended.length > 0 };
  }

  async context(): Promise<EffectContext> {
    const [now, random] = [await this.clock.now(), Math.random()];
    return moderationContext({ now, random, times: this.times });
  }

  /** A comment that is gone needs no hiding. */
  prepare(_: unknown, { task }: LoadedEffect<Task>): Promise<Prepared<NonNullable<Task>>> {
    const gone = { kind: 'refused', reason: 'comment-gone', words: null, retryable: false } as const;
    return Promise.resolve(task ? { kind: 'ready', ready: task } : gone);
  }

  async call(
    row: Row,
    { action, comment }: NonNullable<Task>,
    signal: AbortSignal,
  ): Promise<AttemptOutcome<null>> {
    const outcome = await this.commands.execute(new ModerateComment(row, comment, action, signal));
    return outcome.kind === 'done' ? { kind: 'done', result: null } : outcome;
  }

  account({ accountId, ownerId }: Row): Promise<ConnectionState> {
    return this.queries.execute(new ConnectionStateOf(accountId, ownerId));
  }
}

function loadedOf(comment: Comment): LoadedEffect<Task> {
  const { moderation } = comment;
  const known = comment.gone === null ? knownComment(comment) : null;
  return {
    effect: moderation?.effect ?? NEVER_ASKED,
    task: moderation && known && { action: moderation.action, comment: known },
  };
}

/** Nobody wants anything done with it. */
const NEVER_ASKED: Effect = { ...NEW_EFFECT, status: 'cancelled' };
