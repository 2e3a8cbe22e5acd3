import type { Platform } from '@posthorn/contracts/shared/platform';
import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { Counter, Histogram } from 'prom-client';
import type { PublicationEvent } from '../../domain/publication/publication-events.ts';
import { Metrics } from '#infrastructure/observability/metrics.ts';
import { DUE_VIEW } from '../../read-models/targets/target-rows.ts';

type Backlog = { due: number; unknown: number };
const BACKLOG = `select
  coalesce(extract(epoch from now() - min(due_at) filter (where state = 'open' and due_at <= now())), 0)::float8 as due,
  coalesce(extract(epoch from now() - min(since) filter (where state = 'unknown')), 0)::float8 as unknown
  from ${DUE_VIEW}`;

/** Metrics of publishing. An operator can set alarms for late ticks and old targets. */
@Injectable()
export class PublishingMetrics {
  readonly #lateness;
  readonly #attempts;
  readonly #lookUps;
  readonly #tokensRefused;
  readonly #duplicates;
  #tickedAt = performance.now();

  constructor(
    private readonly pool: Pool,
    metrics: Metrics,
  ) {
    const registers = [metrics.registry];
    this.#lateness = new Histogram({
      name: 'publish_lateness_seconds',
      help: 'Time from the due time of a target to its first call',
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 2, 3, 5, 10, 15, 30, 60, 300],
      registers,
    });
    this.#attempts = new Counter({
      name: 'publish_attempts_total',
      help: 'Attempts to publish, by the outcome of the call',
      labelNames: ['platform', 'outcome'],
      registers,
    });
    this.#lookUps = new Counter({
      name: 'publish_look_ups_total',
      help: 'Look-ups of unknown or accepted posts at platforms, by answer',
      labelNames: ['platform', 'result'],
      registers,
    });
    this.#tokensRefused = new Counter({
      name: 'publish_tokens_refused_total',
      help: 'Calls that had to wait for a token, by the budget that had none; "platform": it had asked for a pause; "reserved": a token is set aside for later',
      labelNames: ['platform', 'budget'],
      registers,
    });
    this.#duplicates = new Counter({
      name: 'publish_duplicates_total',
      help: 'Posts of which a second copy was found on their platform',
      labelNames: ['platform'],
      registers,
    });
    const gauge = (name: string, help: string, read: () => Promise<number>) => {
      metrics.gauge(name, help, async () => [{ value: await read() }]);
    };
    gauge('publish_last_tick_age_seconds', 'Since the last tick of the due loop', () =>
      Promise.resolve((performance.now() - this.#tickedAt) / 1000),
    );
    gauge(
      'publish_oldest_due_seconds',
      'Age of the oldest due and unpublished target',
      async () => (await this.#backlog()).due,
    );
    gauge(
      'publish_oldest_unknown_seconds',
      'Age of the oldest unknown outcome',
      async () => (await this.#backlog()).unknown,
    );
  }

  ticked(): void {
    this.#tickedAt = performance.now();
  }

  /** Records that the first call of a target started this many milliseconds after the due time. */
  late(milliseconds: number): void {
    this.#lateness.observe(Math.max(0, milliseconds / 1000));
  }

  attempted(platform: Platform, outcome: string): void {
    this.#attempts.inc({ platform, outcome });
  }

  lookedUp(platform: Platform, result: string): void {
    this.#lookUps.inc({ platform, result });
  }

  tokenRefused(platform: Platform, budget: string): void {
    this.#tokensRefused.inc({ platform, budget });
  }

  /** Counts the newly found duplicates in these events. */
  noticed(events: readonly PublicationEvent[]): void {
    for (const { type, data } of events)
      if (type === 'DuplicateDetected') this.#duplicates.inc({ platform: data.platform });
  }

  async #backlog(): Promise<Backlog> {
    const { rows } = await this.pool.query<Backlog>(BACKLOG);
    return rows[0] ?? { due: 0, unknown: 0 };
  }
}
