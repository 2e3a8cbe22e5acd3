import { HOUR_MS } from '@posthorn/contracts/shared/durations';
import { Injectable } from '@nestjs/common';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import { defineLeasedWork } from '#infrastructure/effects/define-leased-work.ts';
import { PersonalKeys } from '#infrastructure/event-log/personal-keys.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { OverduePolls } from '../metrics-polls/overdue-polls.ts';
import { expire, metricsTermsStream, readBucket } from '../../domain/metrics/terms.ts';
import { TermBuckets, type TermBucket } from '../../stores/terms/term-buckets.ts';

/** The maximum number of buckets that are read at a time. The figures of a bucket share one encryption key. */
const PAGE = 100;

/**
 * Ends figures that a platform's terms no longer allow. It appends the event first, so that the read models delete the figures at this
 * position of the log. Then it destroys the encryption key. Finally it deletes the row of the bucket. An interruption at any point is harmless.
 */
@Injectable()
export class ExpiredFigures {
  constructor(
    private readonly buckets: TermBuckets,
    private readonly writer: StreamWriter,
    private readonly keys: PersonalKeys,
    private readonly clock: DatabaseClock,
    private readonly overdue: OverduePolls,
  ) {}

  async endAll(): Promise<void> {
    // Only one process runs this method, once an hour, so no report appears twice.
    await this.overdue.report();
    await this.buckets.endRefusedSoon();
    for (;;) {
      const expired = await this.buckets.expired(PAGE);
      for (const bucket of expired) await this.#expire(bucket);
      if (expired.length < PAGE) break;
    }
  }

  async #expire({ subject: bucket, accountId, ownerId, platform }: TermBucket): Promise<void> {
    const { from, to, endsAt } = readBucket(bucket);
    const at = (await this.clock.now()).toISOString();
    const reason = endsAt <= at ? 'terms' : 'disconnected';
    await this.writer.decide(metricsTermsStream, accountId, (state) =>
      expire(state, { accountId, ownerId, platform, bucket, from, to, reason, at }),
    );
    await this.keys.destroy(bucket);
    await this.buckets.remove(bucket);
  }
}

/** The lease under which one process ends figures whose retention time is over. */
export const ExpireFigures = defineLeasedWork({
  name: 'analytics-terms',
  actor: 'expire-figures',
  loop: 'analytics.expire-figures',
  logger: 'analytics',
  needs: { figures: ExpiredFigures },
  rows: { table: 'analytics.term_turn', columns: { id: 'int' }, lease: 2 * 60_000 },
  cause: () => 'terms',
  slots: 1,
  times: { tick: 60_000, renewLease: 30_000, firstRetry: 60_000, drain: 10_000 },
  run: async (_, { figures }) => {
    await figures.endAll();
    return HOUR_MS;
  },
});
