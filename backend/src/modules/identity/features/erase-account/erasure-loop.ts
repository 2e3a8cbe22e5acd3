import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '#infrastructure/clock.ts';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { CrashPoints } from '#infrastructure/crash-points.ts';
import { EffectEngine } from '#infrastructure/effects/effect-engine.ts';
import type { WorkLoop } from '#infrastructure/effects/work-loop.ts';
import { WorkerLoop } from '#infrastructure/effects/worker-loop.ts';
import { ErasureSteps } from '#infrastructure/erasure/erasure-steps.ts';
import { EventReader } from '#infrastructure/log/event-reader.ts';
import { StreamWriter } from '#infrastructure/log/stream-writer.ts';
import { complete, erasureStream, finishStep, nextStep } from '../../domain/erasure.ts';
import { ErasureRows, type DueErasure, type ErasureKey } from './erasure-rows.ts';

/** People at a time. */
const SLOTS = 2;
const TIMES = { tick: 5_000, renewLease: 20_000, firstRetry: 60_000, drain: 20_000 };

/**
 * Takes the next step of each erasure until all are done. Each step may be repeated, so a worker that is killed anywhere is
 * followed by another one that goes on where the stream says.
 */
@Injectable()
export class ErasureLoop extends WorkerLoop<ErasureKey, ''> {
  protected override readonly loop: WorkLoop<ErasureKey, ''>;
  readonly #logger = new Logger('erasures');

  constructor(
    configuration: Configuration,
    private readonly rows: ErasureRows,
    private readonly steps: ErasureSteps,
    private readonly reader: EventReader,
    private readonly writer: StreamWriter,
    private readonly clock: Clock,
    private readonly crash: CrashPoints,
    engine: EffectEngine,
  ) {
    super(configuration);
    const work = {
      name: 'erasure',
      actor: 'erasures',
      causeOf: ({ userId }: DueErasure) => `erasure:${userId}`,
      run: (row: DueErasure) => this.#goOn(row),
    };
    this.loop = engine.leasedWork(work, rows, {
      name: 'identity.erasures',
      platforms: [''],
      slots: SLOTS,
      times: TIMES,
      logger: this.#logger,
    });
  }

  async #goOn(row: DueErasure): Promise<void> {
    const { userId } = row;
    const steps = this.steps.inOrder();
    const names = steps.map(({ name }) => name);
    for (;;) {
      const { state } = await this.reader.load(erasureStream, userId);
      const next = steps.find(({ name }) => name === nextStep(state, names));
      if (!next || state.requestedAt === null) break;
      if (!(await this.rows.confirmLease(row))) return;
      const result = await next.run({ userId, requestedAt: state.requestedAt });
      if ('againIn' in result) {
        this.#logger.log({ msg: 'an erasure waits', userId, step: next.name, waitsFor: result.waitsFor });
        return this.rows.putBack(row, result.againIn);
      }
      this.crash.reached('erasure/answer');
      const data = { userId, step: next.name, counts: result.counts, doneAt: this.#now() };
      await this.writer.decide(erasureStream, userId, (erasure) => finishStep(erasure, data));
      this.crash.reached('erasure/outcome');
    }
    await this.writer.decide(erasureStream, userId, (erasure) => complete(erasure, userId, this.#now()));
    this.crash.reached('erasure/acknowledgement');
    await this.rows.drop(userId);
  }

  #now(): string {
    return this.clock.now().toISOString();
  }
}
