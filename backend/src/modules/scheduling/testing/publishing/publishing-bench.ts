import { NO_OPTIONAL_WORDS } from '@posthorn/contracts/scheduling/optional-words';
import type { Position, StoredEvent } from '@posthorn/event-sourcing/event-store';
import { EventStore } from '@posthorn/event-sourcing/event-store';
import { InMemoryEventStore } from '@posthorn/event-store/testing/in-memory-event-store';
import { DAY_MS } from '@posthorn/contracts/shared/durations';
import { CauseContext } from '#infrastructure/event-log/cause-context.ts';
import { Clock } from '#infrastructure/clock.ts';
import { Configuration } from '#infrastructure/config/configuration.ts';
import type { Database } from '#infrastructure/database/database.ts';
import { AppendOutcomes } from '#infrastructure/event-log/append-outcomes.ts';
import { EventCatalog } from '#infrastructure/event-log/event-catalog.ts';
import { EventCodec } from '#infrastructure/event-log/event-codec.ts';
import { UsersBeingErased } from '#infrastructure/effects/users-being-erased.ts';
import { EventReader } from '#infrastructure/event-log/event-reader.ts';
import { PersonalKeys } from '#infrastructure/event-log/personal-keys.ts';
import { PositionContext } from '#infrastructure/event-log/position-context.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { Metrics } from '#infrastructure/observability/metrics.ts';
import { Checkpoints, type Checkpoint } from '#infrastructure/readers/checkpoints.ts';
import { applyBatch } from '#infrastructure/readers/projection-consumer.ts';
import { ProjectionTables } from '#infrastructure/readers/projection-tables.ts';
import { openTestDatabase } from '#infrastructure/testing/database.ts';
import { testConfiguration } from '#infrastructure/testing/test-configuration.ts';
import { MemoryPersonalKeys } from '#infrastructure/testing/memory-personal-keys.ts';
import { Logger } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { SchedulerRegistry } from '@nestjs/schedule';
import { Test, type TestingModule } from '@nestjs/testing';
import { Pool } from 'pg';
import { postStream } from '../../domain/post/post.ts';
import { postEvent, type PostEvent, type TargetAccount } from '../../domain/post/post-events.ts';
import {
  publicationId,
  publicationStream,
  type PublicationEvent,
} from '../../domain/publication/publication.ts';
import { PUBLISHING_TIMES, type PublishingTimes } from '../../domain/publication/publishing-times.ts';
import { PostFiles } from '../../stores/post-media/post-media.ts';
import { Buckets } from '../../effects/publish-post/buckets.ts';
import { EffectEngine } from '#infrastructure/effects/effect-engine.ts';
import { Budgets } from '#infrastructure/effects/budgets.ts';
import { Lease } from '#infrastructure/effects/lease.ts';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import { DueRows, type DueRow } from '../../effects/publish-post/due-rows.ts';
import { publishingDue } from '../../read-models/due-posts/due-table.projection.ts';
import { AccountServers } from '../../effects/publish-post/account-servers.ts';
import { CrashPoints, type CrashPoint } from '#infrastructure/config/crash-points.ts';
import { DuplicateSearches } from '../../effects/publish-post/duplicate-searches.ts';
import { FrozenPosts } from '../../effects/publish-post/frozen-posts.ts';
import { OutgoingPublications } from '../../effects/publish-post/outgoing-publications.ts';
import { PlatformPauses } from '../../effects/publish-post/platform-pauses.ts';
import { Preparation } from '../../effects/publish-post/preparation.ts';
import { PublishPost } from '../../effects/publish-post/publish-post.kind.ts';
import { PublicIdSearches } from '../../effects/publish-post/public-id-searches.ts';
import { PublishingContexts } from '../../effects/publish-post/publishing-contexts.ts';
import { PublishingLoop } from '../../effects/publish-post/publishing-loop.ts';
import { PublishingMetrics } from '../../effects/publish-post/publishing-metrics.ts';
import { TIMES } from '../../effects/times.ts';
import { SCRIPTED_PLATFORM, ScriptedPlatform } from './scripted-platform.ts';
import { DUE_VIEW } from '../../read-models/targets/target-rows.ts';

/** A clock of the database that the spec sets. */
class SettableClock extends DatabaseClock {
  /**
   * A noon after the time of the system clock. The system clock dates events, so each wait that starts at an
   * event has passed.
   */
  time = (Math.floor(Date.now() / DAY_MS) + 2.5) * DAY_MS;
  /** The next calls of `now` fail with these errors. */
  readonly failures: Error[] = [];
  #isRunning = false;
  /** From now on, `now` returns the real time of the database. */
  run(): void {
    this.#isRunning = true;
  }
  override now(): Promise<Date> {
    const failure = this.failures.shift();
    if (this.#isRunning) return super.now();
    return failure ? Promise.reject(failure) : Promise.resolve(new Date(this.time));
  }
  override heard(time: number): void {
    if (this.#isRunning) super.heard(time);
  }
}

/** Runs the work that a spec sets for a crash point, instead of killing the process. */
class ScriptedCrashPoints extends CrashPoints {
  readonly #work = new Map<CrashPoint, () => void>();
  constructor() {
    super({});
  }
  next(point: CrashPoint, work: () => void): void {
    this.#work.set(point, work);
  }
  override reached(point: CrashPoint): void {
    const work = this.#work.get(point);
    this.#work.delete(point);
    work?.();
  }
}

type BenchOptions = Readonly<{
  times?: Partial<PublishingTimes>;
  /** Replaces the log in memory. `store` then stays empty. */
  log?: (pool: Pool) => EventStore;
  /** With `worker`, the loop runs by itself. */
  roles?: 'web' | 'worker';
}>;

/**
 * Publishing without its loop: with the real due table in Postgres, a log in memory, a scripted platform, and
 * a clock that specs set.
 */
export class PublishingBench {
  readonly store = new InMemoryEventStore();
  readonly clock: SettableClock;
  readonly platform: ScriptedPlatform;
  readonly rows: DueRows;
  readonly loop: PublishingLoop;
  readonly never = new AbortController().signal;
  readonly #runner;
  #build: Checkpoint | undefined;
  #after: Position | null = null;
  #posts = 0;

  private constructor(
    readonly database: Database,
    readonly module: TestingModule,
    store: InMemoryEventStore,
  ) {
    this.store = store;
    this.clock = module.get(SettableClock);
    this.platform = module.get(ScriptedPlatform);
    this.rows = module.get(DueRows);
    this.loop = module.get(PublishingLoop);
    this.#runner = module.get(EffectEngine).runner(module.get(PublishPost), this.rows, {
      logger: new Logger('Publishing'),
      times: module.get<PublishingTimes>(TIMES),
    });
  }

  static async open({ times = {}, log, roles = 'web' }: BenchOptions = {}): Promise<PublishingBench> {
    const store = new InMemoryEventStore();
    const database = await openTestDatabase();
    const module = await Test.createTestingModule({
      imports: [CqrsModule.forRoot()],
      providers: [
        { provide: EventStore, useValue: log?.(database.pool) ?? store },
        { provide: Pool, useValue: database.pool },
        { provide: PersonalKeys, useClass: MemoryPersonalKeys },
        { provide: TIMES, useValue: { ...PUBLISHING_TIMES, ...times } },
        SettableClock,
        { provide: DatabaseClock, useExisting: SettableClock },
        { provide: PostFiles, useValue: { itemsOf: () => Promise.resolve([]) } },
        Clock,
        CauseContext,
        EventCatalog,
        EventCodec,
        EventReader,
        StreamWriter,
        AppendOutcomes,
        PositionContext,
        Checkpoints,
        ProjectionTables,
        ScriptedCrashPoints,
        { provide: CrashPoints, useExisting: ScriptedCrashPoints },
        DueRows,
        AccountServers,
        Budgets,
        Buckets,
        PublishingContexts,
        PlatformPauses,
        Preparation,
        DuplicateSearches,
        PublicIdSearches,
        Metrics,
        PublishingMetrics,
        OutgoingPublications,
        FrozenPosts,
        PublishPost,
        UsersBeingErased,
        EffectEngine,
        PublishingLoop,
        SchedulerRegistry,
        { provide: Configuration, useValue: testConfiguration({ ROLES: roles }) },
        ...SCRIPTED_PLATFORM,
      ],
    }).compile();
    await module.init();
    const catalog = module.get(EventCatalog);
    catalog.add(postStream);
    catalog.add(publicationStream);
    return new PublishingBench(database, module, store);
  }

  async close(): Promise<void> {
    await this.module.close();
    await this.database.close();
  }

  /** Schedules a post of Ana that is due now. */
  schedule(...targets: TargetAccount[]): Promise<number> {
    return this.scheduleFor('ana', ...targets);
  }

  async scheduleFor(ownerId: string, ...targets: TargetAccount[]): Promise<number> {
    const postId = ++this.#posts;
    const data = {
      postId,
      ownerId,
      content: `Post ${String(postId)}`,
      ...NO_OPTIONAL_WORDS,
      media: [],
      aiRepliesEnabled: false,
      perTarget: [],
      scheduledFor: new Date(this.clock.time).toISOString(),
      timezone: null,
      localTime: null,
      targets,
    };
    await this.record(postId, postEvent('PostScheduled', data));
    return postId;
  }

  async record(postId: number, ...events: PostEvent[]): Promise<void> {
    await this.asUser(() => this.module.get(StreamWriter).decide(postStream, postId, () => events));
  }

  async recordOn(postId: number, accountId: number, ...events: PublicationEvent[]): Promise<void> {
    const id = publicationId(postId, accountId);
    await this.asUser(() => this.module.get(StreamWriter).decide(publicationStream, id, () => events));
  }

  asUser<Result>(work: () => Result): Result {
    const cause = { actor: { kind: 'user', id: 'ana' }, correlationId: 'spec', causationId: 'spec' } as const;
    return this.module.get(CauseContext).run(cause, work);
  }

  /** Makes the due table catch up with the log. */
  async catchUp(): Promise<void> {
    const tables = this.module.get(ProjectionTables);
    const projection = publishingDue(this.module.get(CrashPoints), this.module.get<PublishingTimes>(TIMES));
    this.#build ??= await tables.prepare(projection);
    const events: StoredEvent[] = [];
    for await (const event of this.module.get(EventStore).readAll(this.#after ? { after: this.#after } : {}))
      events.push(event);
    const to = events.at(-1)?.position;
    if (!to) return;
    await applyBatch(
      { projection, build: this.#build, events, from: this.#after, to },
      {
        pool: this.database.pool,
        codec: this.module.get(EventCodec),
        checkpoints: this.module.get(Checkpoints),
      },
    );
    this.#after = to;
  }

  /** Claims the rows that are due by the clock of the bench. */
  async claim(rows: DueRows = this.rows): Promise<Lease<DueRow>[]> {
    await this.catchUp();
    // Moves the rows from the time of the bench to the time of the database, so that the same rows are due.
    await this.database.pool.query(
      `update ${DUE_VIEW} set due_at = case when due_at <= $1 then now() - interval '1 second'
         when due_at > $1 then due_at + interval '10 years' end
       where due_at < now() + interval '5 years'`,
      [new Date(this.clock.time).toISOString()],
    );
    const claimed = await rows.claim([
      { platform: 'mastodon', free: 400, owners: {}, servers: {} },
      { platform: 'bluesky', free: 400, owners: {}, servers: {} },
      { platform: 'snapchat', free: 400, owners: {}, servers: {} },
    ]);
    await this.database.pool.query(
      `update ${DUE_VIEW} set due_at = due_at - interval '10 years' where due_at > now() + interval '5 years'`,
    );
    return claimed.map((row: DueRow) => new Lease(row));
  }

  /** Runs `work` when publishing next reaches this point. */
  when(point: CrashPoint, work: () => void): void {
    this.module.get(ScriptedCrashPoints).next(point, work);
  }

  get budgets(): Budgets {
    return this.module.get(Budgets);
  }

  get buckets(): Buckets {
    return this.module.get(Buckets);
  }

  run(claimed: Lease<DueRow>): Promise<void> {
    return this.#runner.run(claimed, this.never);
  }

  /** Advances the clock and runs the targets that are due then. Returns the number of targets. */
  async runDue(seconds = 0): Promise<number> {
    this.clock.time += seconds * 1000;
    const claimed = await this.claim();
    for (const target of claimed) await this.run(target);
    return claimed.length;
  }

  /**
   * Advances the clock to the time of the next due target, and runs the targets that are due. False: no
   * target is due until `end`.
   */
  async runNext(end: number): Promise<boolean> {
    if (!(await this.#advanceToNextDue(end))) return false;
    await this.runDue();
    return true;
  }

  /** Like `runNext`, but two workers run each target at the same time. */
  async runNextByTwoWorkers(end: number): Promise<boolean> {
    if (!(await this.#advanceToNextDue(end))) return false;
    for (const target of await this.claim()) await Promise.all([this.run(target), this.run(target)]);
    return true;
  }

  async #advanceToNextDue(end: number): Promise<boolean> {
    await this.catchUp();
    const { rows } = await this.database.pool.query<{ dueAt: number | null }>(
      `select ceil(extract(epoch from min(due_at)) * 1000)::float8 as "dueAt" from ${DUE_VIEW}`,
    );
    const dueAt = rows[0]?.dueAt ?? null;
    if (dueAt === null || dueAt > end) return false;
    this.clock.time = Math.max(this.clock.time, dueAt);
    return true;
  }

  /** The types of the events of one target, in order. */
  eventTypes(postId: number, accountId: number): string[] {
    return this.store.historyOf(`publication-${publicationId(postId, accountId)}`).map(({ type }) => type);
  }

  events(postId: number, accountId: number): StoredEvent[] {
    return this.store.historyOf(`publication-${publicationId(postId, accountId)}`);
  }
}
