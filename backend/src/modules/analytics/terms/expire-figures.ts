import { Injectable, Logger } from '@nestjs/common';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import { EffectEngine } from '#infrastructure/effects/effect-engine.ts';
import type { WorkLoop } from '#infrastructure/effects/work-loop.ts';
import type { Work } from '#infrastructure/effects/work-table.ts';
import { WorkerLoop } from '#infrastructure/effects/worker-loop.ts';
import { PersonalKeys } from '#infrastructure/log/personal-keys.ts';
import { StreamWriter } from '#infrastructure/log/stream-writer.ts';
import { OverdueLooks } from '../looking/overdue-looks.ts';
import { expire, metricsTermsStream, readBucket } from '../domain/terms.ts';
import { TermBuckets, type TermBucket } from './term-buckets.ts';
import { TermTurn, type TurnKey } from './term-turn.ts';

/** Buckets of figures at a time. */
const AT_ONCE = 100;
const HOUR = 3_600_000;
const TIMES = { tick: 60_000, renewLease: 30_000, firstRetry: 60_000, drain: 10_000 };

/**
 * Ends what a platform's terms let be kept no longer: recorded first, so that rows lose their figures at this place of the log, and then
 * the key goes. It may be cut off anywhere: the row that says so goes last.
 */
@Injectable()
export class ExpireFigures extends WorkerLoop<TurnKey, ''> {
  protected override readonly loop: WorkLoop<TurnKey, ''>;

  constructor(
    configuration: Configuration,
    private readonly turn: TermTurn,
    private readonly buckets: TermBuckets,
    private readonly writer: StreamWriter,
    private readonly keys: PersonalKeys,
    private readonly clock: DatabaseClock,
    private readonly overdue: OverdueLooks,
    engine: EffectEngine,
  ) {
    super(configuration);
    this.loop = engine.leasedWork(
      {
        name: 'analytics-terms',
        actor: 'expire-figures',
        causeOf: () => 'terms',
        run: (row) => this.#run(row),
      },
      turn,
      {
        name: 'analytics.expire-figures',
        platforms: [''],
        slots: 1,
        times: TIMES,
        logger: new Logger('analytics'),
      },
    );
  }

  async #run(row: Work<TurnKey, ''>): Promise<void> {
    // Of all processes one has this turn, each hour.
    await this.overdue.tell();
    await this.buckets.endOfRefused();
    for (;;) {
      const over = await this.buckets.over(AT_ONCE);
      for (const bucket of over) await this.#expire(bucket);
      if (over.length < AT_ONCE) break;
    }
    await this.turn.putBack(row, HOUR);
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
