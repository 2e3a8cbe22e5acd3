import { randomUUID } from 'node:crypto';
import type { Platform } from '@posthorn/contracts/shared/platform';
import { ConcurrencyError } from '@posthorn/event-sourcing/event-store';
import { CauseContext } from '#infrastructure/cause-context.ts';
import { EventReader } from '#infrastructure/log/event-reader.ts';
import { StreamWriter } from '#infrastructure/log/stream-writer.ts';
import { ConnectionStateOf, RepetitionOf, type Repetition } from '#modules/integrations/public.ts';
import { Inject, Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { DomainError } from '@posthorn/event-sourcing';
import { PostIsNotDue } from '../domain/post-errors.ts';
import { postStream, type Post } from '../domain/post.ts';
import { PublishingIsElsewhere } from '../domain/publication-errors.ts';
import type { Target } from '../domain/publication-events.ts';
import { isSettled, publicationId, publicationStream, type Publication } from '../domain/publication.ts';
import { iso } from '#infrastructure/effects/attempt/context.ts';
import { loseWorker } from '../domain/publishing-outcome.ts';
import { cancel, giveUp, giveUpAt, loseAccount, nextStep, type Step } from '../domain/publishing-rules.ts';
import type { PublishingTimes } from '../domain/publishing-times.ts';
import { resume } from '../domain/readiness.ts';
import { AskedPublications } from './asked-publications.ts';
import { AttemptRunner, type Ran } from './attempt-runner.ts';
import type { Lease } from '#infrastructure/effects/lease.ts';
import { DatabaseClock } from '#infrastructure/effects/database-clock.ts';
import { DueRows, type DueRow } from './due-rows.ts';
import { FrozenPosts } from './frozen-posts.ts';
import { CrashPoints } from '#infrastructure/effects/crash-points.ts';
import type { Now } from './now.ts';
import { OutgoingPublications } from './outgoing-publications.ts';
import { Reconciler } from './reconciler.ts';
import { TIMES } from './times.ts';

/** Does for one claimed row what the streams say is to be done now, and makes the row agree with them afterwards. */
@Injectable()
export class TargetRunner {
  readonly #repetitions = new Map<Platform, Repetition>();

  constructor(
    private readonly causes: CauseContext,
    private readonly reader: EventReader,
    private readonly writer: StreamWriter,
    private readonly queries: QueryBus,
    private readonly rows: DueRows,
    private readonly clock: DatabaseClock,
    private readonly frozen: FrozenPosts,
    private readonly outgoing: OutgoingPublications,
    private readonly asked: AskedPublications,
    private readonly attempts: AttemptRunner,
    private readonly reconciler: Reconciler,
    private readonly crash: CrashPoints,
    @Inject(TIMES) private readonly times: PublishingTimes,
  ) {}

  /** @throws errors of the event log and the database, and whatever a connector must not throw */
  run(claimed: Lease<DueRow>, over: AbortSignal): Promise<void> {
    const actor = { kind: 'system', id: 'publishing' } as const;
    const cause = { actor, correlationId: randomUUID(), causationId: `due:${rowId(claimed)}` };
    return this.causes.run(cause, () => this.#run(claimed, over));
  }

  async #run(claimed: Lease<DueRow>, over: AbortSignal): Promise<void> {
    const { row } = claimed;
    const { state: post } = await this.reader.load(postStream, row.postId);
    if (post.status !== 'scheduled' && post.status !== 'publishing') {
      await this.#abandon(row);
      return this.rows.release(row, this.#later(await this.clock.now()));
    }
    const { state: publication } = await this.reader.load(
      publicationStream,
      publicationId(row.postId, row.accountId),
    );
    const now = this.#circumstances(row, post);
    const step = nextStep(publication, await now());
    const ran = await this.#take(step, claimed, post, publication, now, over).catch(
      async (error: unknown) => {
        if (error instanceof PublishingIsElsewhere) return this.#asItIs(row);
        // The log was about to show something else here: by the next tick it does.
        if (error instanceof ConcurrencyError) {
          const { publication } = await this.#asItIs(row);
          return { publication, until: iso((await this.clock.now()).getTime() + this.times.tick) };
        }
        if (error instanceof PostIsNotDue) return null;
        throw error;
      },
    );
    if (!ran) return this.rows.release(row, await this.#whenPostIsDue(row));
    await this.#agree(row, step, ran, now);
    this.crash.reached('acknowledgement');
  }

  async #take(
    step: Step,
    claimed: Lease<DueRow>,
    post: Post,
    publication: Publication,
    now: Now,
    over: AbortSignal,
  ): Promise<Ran> {
    const { row } = claimed;
    switch (step.kind) {
      case 'nothing':
      case 'wait':
        return { publication, until: null };
      case 'attempt': {
        const frozen = await this.frozen.freeze(row, post, (await now()).now);
        const outgoing = await this.outgoing.of(frozen, row, frozen.withSuffix);
        this.crash.reached('freeze');
        const ran = await this.attempts.attempt(claimed, outgoing, publication, now, over);
        // What cannot be repeated may be there all the same.
        if (ran.isRefused && ran.publication.status === 'unknown')
          return this.reconciler.lookUp(outgoing, ran.publication, now);
        return nextStep(ran.publication, await now()).kind === 'reconnect'
          ? this.#waitForAccount(row, ran.publication, now)
          : ran;
      }
      case 'look-up':
      case 'poll': {
        const asked = await this.asked.of(post, row, publication);
        return this.reconciler.lookUp(asked, publication, now);
      }
      case 'look-again':
        return this.#lookAgain(row, post, publication, now);
      case 'reconnect':
        return this.#waitForAccount(row, publication, now);
      case 'lost-worker':
      case 'give-up': {
        // Begun and failed: a post that stayed as it was could be moved to a time that nobody looks at any more.
        if (step.kind === 'give-up') await this.frozen.freeze(row, post, (await now()).now);
        const c = await now();
        const decision = step.kind === 'give-up' ? giveUp : loseWorker;
        const { state } = await this.writer.decide(
          publicationStream,
          publicationId(row.postId, row.accountId),
          (current) => decision(current, c),
        );
        return { publication: state, until: null };
      }
    }
  }

  /** A post of this account that is on its way may look like a second copy: it is waited for. */
  async #lookAgain(row: Target, post: Post, publication: Publication, now: Now): Promise<Ran> {
    const c = await now();
    const isTooLate = c.now.getTime() >= Date.parse(publication.lookAgainAt ?? '') + c.times.giveUp;
    if (!isTooLate && (await this.rows.othersAreUnderWay(row)))
      return { publication, until: this.#later(c.now) };
    return this.reconciler.lookAgain(await this.asked.of(post, row, publication), publication, now);
  }

  /** The news of its return may have gone past this target, which was put off in the same moment. */
  async #waitForAccount(row: Target, publication: Publication, now: Now): Promise<Ran> {
    const account = await this.queries.execute(new ConnectionStateOf(row.accountId, row.ownerId));
    const c = await now();
    if (account === 'needs-reconnect') {
      const until = Math.min(giveUpAt(publication, c), c.now.getTime() + c.times.longestRetry);
      return { publication, until: iso(until) };
    }
    const { state } = await this.writer.decide(
      publicationStream,
      publicationId(row.postId, row.accountId),
      (current) => (account === 'active' ? resume(current, row, c.now) : loseAccount(current, c)),
    );
    return { publication: state, until: null };
  }

  /** The post has gone. What has not begun is cancelled; what has begun keeps its story. */
  async #abandon(row: Target): Promise<void> {
    const id = publicationId(row.postId, row.accountId);
    const { revision } = await this.reader.load(publicationStream, id);
    if (revision === null) return;
    try {
      await this.writer.decide(publicationStream, id, (publication) =>
        cancel(publication, row, 'post-removed'),
      );
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
    }
  }

  async #asItIs({ postId, accountId }: Target): Promise<Ran> {
    const { state } = await this.reader.load(publicationStream, publicationId(postId, accountId));
    return { publication: state, until: null };
  }

  async #agree(row: DueRow, taken: Step, { publication, until }: Ran, now: Now): Promise<void> {
    const c = await now();
    const next = nextStep(publication, c);
    // The due table drops a settled target by itself; should it never, the row is looked at again after its lease.
    if (isSettled(publication) && next.kind === 'nothing') return;
    if (next.kind === 'nothing') return this.rows.release(row, this.#later(c.now));
    if (next.kind === 'wait') return this.rows.release(row, next.until);
    // The same step again at once would have the same end: no fact came of it.
    await this.rows.release(
      row,
      until ?? (next.kind === taken.kind ? this.#later(c.now) : c.now.toISOString()),
    );
  }

  /** It was moved or deleted while it was being taken up. */
  async #whenPostIsDue({ postId }: Target): Promise<string> {
    const { state: post } = await this.reader.load(postStream, postId);
    return post.status === 'scheduled' ? post.scheduledFor : this.#later(await this.clock.now());
  }

  #later(now: Date): string {
    return iso(now.getTime() + this.times.firstRetry);
  }

  #circumstances(target: Target, post: Post): Now {
    return async () => ({
      target,
      due: post.scheduledFor,
      now: await this.clock.now(),
      ...(await this.#repetition(target.platform)),
      pace: 'limited',
      random: Math.random(),
      times: this.times,
    });
  }

  async #repetition(platform: Platform): Promise<Repetition> {
    const known = this.#repetitions.get(platform);
    if (known) return known;
    const repetition = await this.queries.execute(new RepetitionOf(platform));
    this.#repetitions.set(platform, repetition);
    return repetition;
  }
}

const rowId = ({ row }: Lease<DueRow>): string => `${String(row.postId)}-${String(row.accountId)}`;
