import { Injectable } from '@nestjs/common';
import { ExportRuns } from '../../domain/metrics/analytics-errors.ts';

/** Allows one export at a time for each user, in this process, because parallel exports read the same rows twice. */
@Injectable()
export class RunningExports {
  readonly #running = new Set<string>();

  /** Marks an export as begun. Returns the function that marks its end. @throws ExportRuns */
  begin(userId: string): () => void {
    if (this.#running.has(userId)) throw new ExportRuns();
    this.#running.add(userId);
    return () => {
      this.#running.delete(userId);
    };
  }
}
