import { randomUUID } from 'node:crypto';
import { ConcurrencyError } from '@posthorn/event-sourcing/event-store';
import { CauseContext } from '#infrastructure/cause-context.ts';
import { withDeadline } from '#infrastructure/effects/with-deadline.ts';
import { EventReader } from '#infrastructure/log/event-reader.ts';
import { StreamWriter } from '#infrastructure/log/stream-writer.ts';
import { ConnectionStateOf, DeleteRemotePost, type DeleteOutcome } from '#modules/integrations/public.ts';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import {
  giveUpDeletion,
  loseDeletionAccount,
  nextDeletionStep,
  postToDelete,
  settleDeletion,
  startDeletion,
  type DeletionCircumstances,
  type RemotePost,
} from '../../domain/deletion-rules.ts';
import type { PublicationEvent, Target } from '../../domain/publication-events.ts';
import { publicationId, publicationStream, type Publication } from '../../domain/publication.ts';
import { RECONNECT } from '../../domain/platform-answers.ts';
import type { PublishingTimes } from '../../domain/publishing-times.ts';
import { resume } from '../../domain/readiness.ts';
import { DatabaseClock } from '#infrastructure/effects/database-clock.ts';
import { TIMES } from '../../publishing/times.ts';
import { retryTransient } from '#infrastructure/effects/retry-transient.ts';
import { DeletionRows, type DeletionTask } from './deletion-rows.ts';

/** Does for one claimed deletion what its stream says is to be done now: intent, the call, outcome. */
@Injectable()
export class DeletionRunner {
  readonly #logger = new Logger('Publishing');

  constructor(
    private readonly causes: CauseContext,
    private readonly reader: EventReader,
    private readonly writer: StreamWriter,
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly rows: DeletionRows,
    private readonly clock: DatabaseClock,
    @Inject(TIMES) private readonly times: PublishingTimes,
  ) {}

  /** @throws errors of the event log and the database; the lease runs out then */
  run(task: DeletionTask, over: AbortSignal): Promise<void> {
    const actor = { kind: 'system', id: 'remote-deletion' } as const;
    const causationId = `deletion:${publicationId(task.postId, task.accountId)}`;
    return this.causes.run({ actor, correlationId: randomUUID(), causationId }, () => this.#run(task, over));
  }

  async #run(task: DeletionTask, over: AbortSignal): Promise<void> {
    const id = publicationId(task.postId, task.accountId);
    const { state } = await this.reader.load(publicationStream, id);
    const c = await this.#circumstances(task);
    const step = nextDeletionStep(state, c);
    switch (step.kind) {
      case 'wait':
        return this.rows.release(task, step.until);
      case 'attempt':
        await this.#attempt(task, c, over);
        break;
      case 'reconnect':
        await this.#lookAtAccount(task, c);
        break;
      case 'give-up':
        await this.#decide(task, (publication) => giveUpDeletion(publication, c));
        break;
      case 'nothing':
        break;
    }
    // The facts move the row; should none have come, it is looked at again.
    return this.#later(task, await this.#circumstances(task));
  }

  async #attempt(task: DeletionTask, c: DeletionCircumstances, over: AbortSignal): Promise<void> {
    const started = await this.#start(task, c);
    const post = started && postToDelete(started);
    const deletion = started?.deletion;
    if (!post || !deletion) return;
    const outcome = await this.#call(task, post, c.times.callWithin);
    await retryTransient(async () => {
      const answered = await this.#circumstances(task);
      await this.#decide(task, (publication) =>
        settleDeletion(publication, deletion.number, outcome, answered),
      );
    }, over);
    if (outcome.kind === 'refused' && outcome.reason === RECONNECT)
      await this.#lookAtAccount(task, await this.#circumstances(task));
  }

  /** Null: somebody else was faster. */
  async #start(task: DeletionTask, c: DeletionCircumstances): Promise<Publication | null> {
    try {
      const { state, appended } = await this.writer.decide(
        publicationStream,
        publicationId(task.postId, task.accountId),
        (publication) => startDeletion(publication, c),
        { repeatable: false },
      );
      return appended.length > 0 ? state : null;
    } catch (error) {
      if (error instanceof ConcurrencyError) return null;
      throw error;
    }
  }

  /** Ends in time whatever the connector does with its signal. */
  async #call(task: DeletionTask, post: RemotePost, within: number): Promise<DeleteOutcome> {
    try {
      return await withDeadline<DeleteOutcome>(
        within,
        (signal) => this.commands.execute(new DeleteRemotePost(task, post, signal)),
        () => ({ kind: 'unknown', cause: 'timeout', words: null }),
      );
    } catch (error) {
      this.#logger.error('A deletion broke off', error);
      return { kind: 'unknown', cause: 'unreadable', words: null };
    }
  }

  /** The news of its return may have gone past this deletion. */
  async #lookAtAccount(task: DeletionTask, c: DeletionCircumstances): Promise<void> {
    const account = await this.queries.execute(new ConnectionStateOf(task.accountId, task.ownerId));
    if (account === 'needs-reconnect') return;
    await this.#decide(task, (publication) =>
      account === 'active' ? resume(publication, task, c.now) : loseDeletionAccount(publication, c),
    );
  }

  async #decide(
    { postId, accountId }: Target,
    decision: (publication: Publication) => PublicationEvent[],
  ): Promise<void> {
    await this.writer.decide(publicationStream, publicationId(postId, accountId), decision);
  }

  #later(task: DeletionTask, { now, times }: DeletionCircumstances): Promise<void> {
    return this.rows.release(task, new Date(now.getTime() + times.longestRetry).toISOString());
  }

  async #circumstances(task: Target): Promise<DeletionCircumstances> {
    const { postId, accountId, ownerId, platform } = task;
    const target = { postId, accountId, ownerId, platform };
    return { target, now: await this.clock.now(), random: Math.random(), times: this.times };
  }
}
