import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '#infrastructure/clock.ts';
import { CrashPoints } from '#infrastructure/config/crash-points.ts';
import { defineLeasedWork, type NextRun } from '#infrastructure/effects/define-leased-work.ts';
import type { Lease } from '#infrastructure/effects/lease.ts';
import { ErasureSteps } from '#infrastructure/readers/erasure-steps.ts';
import { EventReader } from '#infrastructure/event-log/event-reader.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { complete, erasureStream, finishStep, nextStep } from '../../domain/erasure/erasure.ts';
import { ErasureRows } from '../../stores/erasures/erasure-rows.ts';

/** Runs the steps of an erasure. After a crash, another worker continues with the first step that the stream does not record as done. */
@Injectable()
export class ErasureRun {
  readonly #logger = new Logger('erasures');

  constructor(
    private readonly rows: ErasureRows,
    private readonly steps: ErasureSteps,
    private readonly reader: EventReader,
    private readonly writer: StreamWriter,
    private readonly clock: Clock,
    private readonly crash: CrashPoints,
  ) {}

  async runSteps(lease: Lease<Readonly<{ userId: string }>>): Promise<NextRun> {
    const { userId } = lease.row;
    const steps = this.steps.inOrder();
    const names = steps.map(({ name }) => name);
    for (;;) {
      const { state } = await this.reader.load(erasureStream, userId);
      const next = steps.find(({ name }) => name === nextStep(state, names));
      if (!next || state.requestedAt === null) break;
      if (!(await lease.confirm())) return 'gone';
      const result = await next.run({ userId, requestedAt: state.requestedAt });
      if ('againIn' in result) {
        this.#logger.log({
          msg: 'An erasure step cannot finish yet; it runs again later',
          userId,
          step: next.name,
          waitsFor: result.waitsFor,
        });
        return result.againIn;
      }
      this.crash.reached('erasure/answer');
      const data = { userId, step: next.name, counts: result.counts, doneAt: this.#now() };
      await this.writer.decide(erasureStream, userId, (erasure) => finishStep(erasure, data));
      this.crash.reached('erasure/outcome');
    }
    await this.writer.decide(erasureStream, userId, (erasure) => complete(erasure, userId, this.#now()));
    this.crash.reached('erasure/acknowledgement');
    await this.rows.drop(userId);
    return 'gone';
  }

  #now(): string {
    return this.clock.now().toISOString();
  }
}

/** Continues all erasures that are not complete. */
export const ErasureLoop = defineLeasedWork({
  name: 'erasure',
  actor: 'erasures',
  loop: 'identity.erasures',
  logger: 'erasures',
  needs: { erasure: ErasureRun },
  rows: { table: 'identity.erasure', columns: { userId: 'text' }, lease: 60_000 },
  // The number of people whose erasures run in parallel.
  slots: 2,
  times: { tick: 5_000, renewLease: 20_000, firstRetry: 60_000, drain: 20_000 },
  run: (_, { erasure }, lease) => erasure.runSteps(lease),
});
