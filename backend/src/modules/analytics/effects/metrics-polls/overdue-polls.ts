import type { Platform } from '@posthorn/contracts/shared/platform';
import { Injectable, Logger } from '@nestjs/common';
import { Pool } from 'pg';
import { Metrics } from '#infrastructure/observability/metrics.ts';

/** Leaves out accounts that must be connected again or have no budget: screens and other logs report these accounts. */
const OVERDUE = `select a.platform, sum(late.polls)::float8 as value from analytics.measured_account a
  cross join lateral (select count(*) as polls from analytics.measured_publication p
    where p.account_id = a.account_id and p.next_at < now() - interval '24 hours') late
  where coalesce(a.paused, '') not in ('reconnect', 'no-budget') group by a.platform order by a.platform`;

/** Reports polls that are late by more than a day, because no screen shows them. */
@Injectable()
export class OverduePolls {
  readonly #logger = new Logger('analytics');

  constructor(
    private readonly pool: Pool,
    metrics: Metrics,
  ) {
    metrics.gauge(
      'metric_looks_overdue',
      'Published posts whose next metrics poll is late by more than a day, although their account is usable',
      () => this.#count(),
      'platform',
    );
  }

  /** Logs overdue polls, if there are any. */
  async report(): Promise<void> {
    const late = (await this.#count()).filter(({ value }) => value > 0);
    if (late.length > 0)
      this.#logger.error({
        msg: 'Metrics polls of posts are late by more than a day; check that a worker runs and that the platforms answer',
        overdue: Object.fromEntries(late.map(({ platform, value }) => [platform, value])),
      });
  }

  async #count(): Promise<readonly Readonly<{ platform: Platform; value: number }>[]> {
    return (await this.pool.query<{ platform: Platform; value: number }>(OVERDUE)).rows;
  }
}
