import type { Platform } from '@posthorn/contracts/shared/platform';
import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { Counter } from 'prom-client';
import { Metrics, type Figure } from '#infrastructure/observability/metrics.ts';
import { READ_BUCKETS } from '../stores/reading/host-budget.ts';
import { ReadingBudget } from '../stores/reading/reading-budget.ts';
import type { SeenBy } from '../stores/reading/comment-recorder.ts';
import { effectsView } from '#infrastructure/effects/open-effects.projection.ts';

/**
 * Accounts whose comments are read, and the seconds since the last reading of the due account that waits longest.
 * For an account that was never read, the time counts from when it was followed.
 */
const SOURCES = `select platform, count(*)::float8 as value from inbox.source where due_at is not null group by platform`;
const LAG = `select platform, coalesce(max(extract(epoch from now() - coalesce(read_at, followed_from)))
    filter (where due_at <= now()), 0)::float8 as value
  from inbox.source where due_at is not null group by platform`;
/** Users can connect accounts on any server, so the number of servers in the metric has a limit. */
const HOSTS = `select substr(name, ${String(READ_BUCKETS.length + 1)}) as host, extract(epoch from full_at - now())::float8 as value
  from effects.bucket where starts_with(name, '${READ_BUCKETS}') and full_at > now() order by full_at desc limit 10`;
const REPLIES = `select platform, count(*)::float8 as value from ${effectsView('inbox_reply_due')} group by platform`;

/** Inbox metrics for operators: whether comments arrive, what that costs, and whether replies are sent. */
@Injectable()
export class InboxMetrics {
  readonly #calls;
  readonly #putOff;
  readonly #received;
  readonly #attempts;

  constructor(
    private readonly pool: Pool,
    metrics: Metrics,
    budget: ReadingBudget,
  ) {
    const registers = [metrics.registry];
    this.#calls = new Counter({
      name: 'inbox_reading_calls_total',
      help: 'Requests to platforms about comments: for news of an account, a page of a thread, or one comment',
      labelNames: ['platform', 'kind'],
      registers,
    });
    this.#putOff = new Counter({
      name: 'inbox_reading_put_off_total',
      help: 'Requests that were delayed, because readings had used up their share of the limit of a server',
      labelNames: ['platform'],
      registers,
    });
    this.#received = new Counter({
      name: 'inbox_comments_received_total',
      help: 'New comments, by the kind of request that returned them',
      labelNames: ['platform', 'kind'],
      registers,
    });
    this.#attempts = new Counter({
      name: 'inbox_reply_attempts_total',
      help: 'Attempts to send a reply, by the outcome of the call',
      labelNames: ['platform', 'outcome'],
      registers,
    });
    const gauge = (
      name: string,
      help: string,
      show: () => Promise<readonly Figure[]>,
      label = 'platform',
    ) => {
      metrics.gauge(name, help, show, label);
    };
    gauge('inbox_sources', 'Connected accounts whose comments are followed', () => this.#ask(SOURCES));
    gauge(
      'inbox_reading_lag_seconds',
      'Since the last reading of that account which waits longest, of those that are due; 0: none is due',
      () => this.#ask(LAG),
    );
    gauge(
      'inbox_reading_host_seconds',
      'Of the ten servers that are asked most: until all of the share that reading has there is free again; at 300 none is left',
      () => this.#ask(HOSTS),
      'host',
    );
    gauge('inbox_replies_open', 'Replies that are not over: waiting, on their way or unknown', () =>
      this.#ask(REPLIES),
    );
    gauge('inbox_reading_spent_usd', 'What reading has cost today (UTC) where it costs money', () =>
      budget.spentToday(),
    );
    gauge('inbox_reading_budget_usd', 'What reading may cost in a day; 0: nothing is read', () =>
      Promise.resolve(budget.budgets),
    );
  }

  asked(platform: Platform, kind: SeenBy): void {
    this.#calls.inc({ platform, kind });
  }

  putOff(platform: Platform): void {
    this.#putOff.inc({ platform });
  }

  received(platform: Platform, kind: SeenBy, comments: number): void {
    this.#received.inc({ platform, kind }, comments);
  }

  attempted(platform: Platform, outcome: string): void {
    this.#attempts.inc({ platform, outcome });
  }

  async #ask(text: string): Promise<readonly Figure[]> {
    return (await this.pool.query<Figure>(text)).rows;
  }
}
