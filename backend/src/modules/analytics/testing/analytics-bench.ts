import type { Event, Stream } from '@posthorn/event-sourcing';
import { InMemoryEventStore } from '@posthorn/event-store/testing/in-memory-event-store';
import type { Metric } from '@posthorn/contracts/shared/metrics';
import type { Platform } from '@posthorn/contracts/shared/platform';
import { MINUTE_MS } from '@posthorn/contracts/shared/durations';
import { Pool } from 'pg';
import request from 'supertest';
import { CauseContext } from '#infrastructure/event-log/cause-context.ts';
import type { WorkerLoop } from '#infrastructure/effects/worker-loop.ts';
import { EventReader } from '#infrastructure/event-log/event-reader.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { CheckpointHasMoved } from '#infrastructure/readers/checkpoints.ts';
import { ProjectionRebuild } from '#infrastructure/readers/projection-rebuild.ts';
import { boot, type Booted } from '#infrastructure/testing/boot.ts';
import { cause } from '#infrastructure/testing/counter.ts';
import type { MetricsSnapshot } from '#modules/integrations/ports/metrics-of-posts.ts';
import { AnalyticsModule } from '../analytics.module.ts';
import { MetricsPollLoop } from '../effects/metrics-polls/metrics-poll-loop.ts';
import { ExpireFigures } from '../effects/terms/expire-figures.ts';
import { NeighboursStreams, published } from './neighbours-streams.ts';
import { ScriptedNeighbours, scriptedNeighbours } from './scripted-neighbours.ts';

/** A snapshot with these values. `hidden`: metrics that the platform hides. */
export const pollAnswer = (
  values: Partial<Record<Metric, number>>,
  ...hidden: readonly Metric[]
): MetricsSnapshot => ({
  values: Object.entries(values).map(([metric, value]) => ({
    metric: metric as Metric,
    value,
    source: metric,
  })),
  missing: hidden.map((metric) => ({ metric, reason: 'hidden' })),
});

/** The analytics module, with a script in place of the other modules. No loop runs by itself. Specs move timestamps in the database instead of waiting. */
export class AnalyticsBench {
  private constructor(
    readonly booted: Booted,
    readonly store: InMemoryEventStore,
    readonly script: ScriptedNeighbours,
  ) {}

  static async start(): Promise<AnalyticsBench> {
    const [store, script] = [new InMemoryEventStore(), new ScriptedNeighbours()];
    return new AnalyticsBench(await atRest(boot(modules(script), { store, database: true })), store, script);
  }

  /** Another process on the same log and database. */
  async secondProcess(): Promise<AnalyticsBench> {
    const { store, script } = this;
    const { database: sharing } = this.booted;
    return new AnalyticsBench(await atRest(boot(modules(script), { store, sharing })), store, script);
  }

  get pool(): Pool {
    return this.booted.app.get(Pool);
  }

  append<State, E extends Event>(stream: Stream<State, E>, id: string | number, ...events: readonly E[]) {
    const writing = () => this.booted.app.get(StreamWriter).decide(stream, id, () => [...events]);
    return this.booted.app.get(CauseContext).run(cause, writing);
  }

  async publish(postId: number, options: PublishOptions = {}): Promise<void> {
    await this.publishTogether([postId], options);
  }

  /** Publishes all posts in one append. */
  async publishTogether(
    postIds: readonly number[],
    { accountId = 7, ownerId = 'ana', platform = 'mastodon', minutesAgo = 0 }: PublishOptions = {},
  ): Promise<void> {
    for (const postId of postIds) {
      this.script.notePublished(ownerId, postId);
      await this.append(published, `${String(postId)}-${String(accountId)}`, {
        type: 'PlatformPublished',
        schema: 1,
        data: {
          postId,
          accountId,
          ownerId,
          platform,
          permalink: null,
          remoteId: `r${String(postId)}-${String(accountId)}`,
          publishedAt: new Date(Date.now() - minutesAgo * MINUTE_MS).toISOString(),
        },
      });
    }
    await this.catchUp();
  }

  /** The platform assigns the public id of a post that `publish` published. */
  async assignPublicId(postId: number, remoteId: string, accountId = 7): Promise<void> {
    await this.append(published, `${String(postId)}-${String(accountId)}`, {
      type: 'PublicIdAssigned',
      schema: 1,
      data: {
        postId,
        accountId,
        ownerId: 'ana',
        platform: 'mastodon',
        remoteId,
        permalink: null,
        handle: `r${String(postId)}-${String(accountId)}`,
        publishedAt: new Date().toISOString(),
      },
    });
    await this.catchUp();
  }

  /** The posts of an account that have a planned poll. */
  async planned(accountId: number): Promise<readonly number[]> {
    const { rows } = await this.pool.query<{ id: number }>(
      'select post_id::float8 as id from analytics.measured_publication where account_id = $1 and next_at is not null',
      [accountId],
    );
    return rows.map(({ id }) => id);
  }

  /** Reads all events. A reader whose checkpoint a rebuild has moved starts again from the new checkpoint. */
  async catchUp(): Promise<void> {
    for (;;) {
      try {
        await this.booted.catchUp();
        return;
      } catch (error) {
        if (!(error instanceof CheckpointHasMoved)) throw error;
      }
    }
  }

  /** Polls everything that is due. */
  async round(): Promise<void> {
    await this.booted.app.get(MetricsPollLoop).round();
  }

  /** Moves the times of all rows back by these minutes, then runs one round of the worker. */
  async pass(minutes: number): Promise<void> {
    const earlier = (columns: string) =>
      columns
        .split(' ')
        .map((name) => `${name} = ${name} - make_interval(secs => $1)`)
        .join(', ');
    const seconds = [minutes * 60];
    await this.pool.query(
      `update analytics.measured_publication set ${earlier('published_at next_at checked_at asked_at gone_at')}`,
      seconds,
    );
    await this.pool.query(
      `update analytics.measured_account set ${earlier('due_at paused_until refused_at')}`,
      seconds,
    );
    await this.pool.query(`update effects.bucket set ${earlier('full_at')}`, seconds);
    await this.round();
  }

  /** All events of one publication. */
  facts(postId: number, accountId = 7) {
    return this.store.historyOf(`metrics-${String(postId)}-${String(accountId)}`);
  }

  async row(postId: number, accountId = 7): Promise<Record<string, unknown>> {
    const { rows } = await this.pool.query<Record<string, unknown>>(
      `select (extract(epoch from next_at - now()) / 60)::float8 as next, asked_at, checked_at, tries, gone_at
       from analytics.measured_publication where post_id = $1 and account_id = $2`,
      [postId, accountId],
    );
    return rows[0] ?? {};
  }

  async account(accountId = 7): Promise<Record<string, unknown>> {
    const { rows } = await this.pool.query<Record<string, unknown>>(
      `select (extract(epoch from due_at - now()) / 60)::float8 as due, paused, failures, refused_at,
         (extract(epoch from paused_until - now()) / 60)::float8 as until
       from analytics.measured_account where account_id = $1`,
      [accountId],
    );
    return rows[0] ?? {};
  }

  get(path: string, user = 'ana') {
    return request(this.booted.url).get(`/api/${path}`).set('x-test-user', user);
  }

  post(path: string, user = 'ana') {
    return request(this.booted.url).post(`/api/${path}`).set('x-test-user', user);
  }

  state<State, E extends Event>(stream: Stream<State, E>, id: string | number) {
    return this.booted.app.get(EventReader).load(stream, id);
  }

  rebuild(name: string): Promise<string> {
    return this.booted.app.get(ProjectionRebuild).run(name);
  }

  close(): Promise<void> {
    return this.booted.close();
  }
}

type PublishOptions = Readonly<{
  accountId?: number;
  ownerId?: string;
  platform?: Platform;
  minutesAgo?: number;
}>;

const modules = (script: ScriptedNeighbours) => [
  AnalyticsModule,
  NeighboursStreams,
  scriptedNeighbours(script),
];

/** Stops all loops, so that only specs start polls and expiry. */
async function atRest(booting: Promise<Booted>): Promise<Booted> {
  const booted = await booting;
  for (const loop of [MetricsPollLoop, ExpireFigures]) booted.app.get<WorkerLoop>(loop).endTicks();
  return booted;
}
