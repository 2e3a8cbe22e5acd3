import { Injectable } from '@nestjs/common';
import { ExportRuns } from '../../domain/metrics/analytics-errors.ts';

/** One at a time for each person, in this process: two of them read the same rows for nobody. */
@Injectable()
export class RunningExports {
  readonly #running = new Set<string>();

  /** @throws ExportRuns */
  begin(userId: string): () => void {
    if (this.#running.has(userId)) throw new ExportRuns();
    this.#running.add(userId);
    return () => {
      this.#running.delete(userId);
    };
  }
}
