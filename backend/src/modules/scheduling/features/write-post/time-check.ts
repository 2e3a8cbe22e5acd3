import { POST } from '@posthorn/contracts/scheduling/posts.http';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import { Metrics } from '#infrastructure/observability/metrics.ts';
import { Injectable } from '@nestjs/common';
import { Counter } from 'prom-client';
import type { DecisionTime, Timing } from '../../domain/post/post.ts';
import { chosenTime, type TimeRequest } from '../../read-models/posts/chosen-time.ts';

/** Reads the time of a request. Counts requests whose instant does not match their local time and zone. */
@Injectable()
export class TimeCheck {
  readonly #mismatches: Counter;

  constructor(
    private readonly clock: DatabaseClock,
    { registry }: Metrics,
  ) {
    this.#mismatches = new Counter({
      name: 'tz_mismatch_total',
      help: 'Requests whose instant did not match their local time and zone',
      registers: [registry],
    });
  }

  read(request: TimeRequest): Timing {
    const { timing, corrected } = chosenTime(request);
    if (corrected) this.#mismatches.inc();
    return timing;
  }

  /** The current time for decisions, from the clock that workers use. @throws errors of the database */
  async moment(): Promise<DecisionTime> {
    return { now: await this.clock.now(), tolerance: POST.pastToleranceSeconds * 1000 };
  }
}
