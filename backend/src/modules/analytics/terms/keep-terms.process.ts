import { Injectable } from '@nestjs/common';
import type { LoggedEvent } from '#infrastructure/log/logged-event.ts';
import type { Process } from '#infrastructure/processes/process.ts';
import type { MetricsCaptured } from '../domain/metrics-events.ts';
import { metricsStream } from '../domain/publication-metrics.ts';
import { TermBuckets, type TermBucket } from './term-buckets.ts';

/** Notes the keys that figures under terms are locked with, so that each goes in time. */
@Injectable()
export class KeepTerms {
  constructor(private readonly buckets: TermBuckets) {}

  readonly process: Process<MetricsCaptured> = {
    name: 'analytics.keep-terms',
    categories: [metricsStream.category],
    types: ['MetricsCaptured'],
    // A database that was put back to an older state has the keys again.
    from: 'start',
    handle: (event) => this.#note([event]),
    handleAll: (events) => this.#note(events),
  };

  async #note(events: readonly LoggedEvent<MetricsCaptured>[]): Promise<void> {
    const buckets = new Map<string, TermBucket>();
    for (const { data } of events) {
      const { bucket: subject, accountId, ownerId, platform } = data;
      if (subject !== null) buckets.set(subject, { subject, accountId, ownerId, platform });
    }
    if (buckets.size > 0) await this.buckets.add([...buckets.values()]);
  }
}
