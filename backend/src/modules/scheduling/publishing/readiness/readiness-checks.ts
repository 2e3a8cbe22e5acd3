import { Configuration } from '#infrastructure/config/configuration.ts';
import { EventReader } from '#infrastructure/log/event-reader.ts';
import { StreamWriter } from '#infrastructure/log/stream-writer.ts';
import { EntitlementsOf } from '#modules/billing/public.ts';
import { PrecheckPublication, ReadinessOf } from '#modules/integrations/public.ts';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { postStream, type Post } from '../../domain/post/post.ts';
import type { Target } from '../../domain/publication/publication-events.ts';
import { publicationId, publicationStream } from '../../domain/publication/publication.ts';
import type { PublishingTimes } from '../../domain/publication/publishing-times.ts';
import { warn, type Trouble } from '../../domain/publication/readiness.ts';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import { OutgoingPublications } from '../outgoing-publications.ts';
import { EffectEngine } from '#infrastructure/effects/effect-engine.ts';
import type { WorkLoop } from '#infrastructure/effects/work-loop.ts';
import { WorkerLoop } from '#infrastructure/effects/worker-loop.ts';
import { TIMES } from '../../times.ts';
import { ReadinessRows, type ReadinessCheck, type DueReadinessCheck } from './readiness-rows.ts';

/** Posts that one process checks at a time, one owner's half of them: nobody waits for it, and platforms count each question. */
const SLOTS = 8;

/**
 * Looks at each post once, shortly before it is due, and again while a platform cannot be asked. Tells its owner what would
 * keep it from being published.
 */
@Injectable()
export class ReadinessChecks extends WorkerLoop<ReadinessCheck> {
  protected override readonly loop: WorkLoop<ReadinessCheck>;

  constructor(
    configuration: Configuration,
    private readonly rows: ReadinessRows,
    private readonly reader: EventReader,
    private readonly writer: StreamWriter,
    private readonly queries: QueryBus,
    private readonly outgoing: OutgoingPublications,
    private readonly clock: DatabaseClock,
    @Inject(TIMES) private readonly times: PublishingTimes,
    engine: EffectEngine,
  ) {
    super(configuration);
    const work = {
      name: 'readiness',
      actor: 'readiness',
      causeOf: ({ postId }: DueReadinessCheck) => `check:${String(postId)}`,
      run: (task: DueReadinessCheck) => this.#check(task),
    };
    this.loop = engine.leasedWork(work, rows, {
      name: 'scheduling.readiness',
      platforms: [''],
      slots: SLOTS,
      logger: new Logger('Publishing'),
      times: { ...times, tick: times.readinessTick },
    });
  }

  async #check(task: DueReadinessCheck): Promise<void> {
    const { state: post, revision } = await this.reader.load(postStream, task.postId);
    const isWhole = post.status !== 'scheduled' || (await this.#look(task, post, Number(revision)));
    await (isWhole ? this.rows.done(task) : this.rows.putBack(task, this.times.readinessAgain));
  }

  /** @returns false where a platform could not be asked: the others were, and their troubles are told */
  async #look({ postId, ownerId }: DueReadinessCheck, post: Post, postRevision: number): Promise<boolean> {
    const dueAt = post.scheduledFor;
    const { suffix: withSuffix } = await this.queries.execute(new EntitlementsOf(ownerId));
    let isWhole = true;
    for (const { accountId, platform } of post.targets) {
      const now = await this.clock.now();
      if (Date.parse(dueAt) <= now.getTime()) return true;
      const target: Target = { postId, accountId, ownerId, platform };
      const id = publicationId(postId, accountId);
      const { state } = await this.reader.load(publicationStream, id);
      if (state.status !== 'scheduled') continue;
      const { troubles, asked } = await this.#troublesOf(post, target, withSuffix);
      isWhole &&= asked;
      if (troubles.length === 0) continue;
      const checked = { target, now, dueAt, postRevision, times: this.times };
      await this.writer.decide(publicationStream, id, (publication) => warn(publication, troubles, checked));
    }
    return isWhole;
  }

  async #troublesOf(
    post: Post,
    target: Target,
    withSuffix: boolean,
  ): Promise<Readonly<{ troubles: readonly Trouble[]; asked: boolean }>> {
    const outgoing = await this.outgoing.of(post, target, withSuffix);
    const { problems, asked } = await this.queries.execute(new ReadinessOf(target, post.scheduledFor));
    const unfit = await this.queries.execute(new PrecheckPublication(outgoing));
    return { troubles: [...problems, ...unfit], asked };
  }
}
