import { AmbiguousError, RetryableError } from '@posthorn/event-sourcing/event-store';
import { Injectable } from '@nestjs/common';
import { Clock } from '#infrastructure/clock.ts';

/** In milliseconds. A cluster that elects a leader takes no appends for one to three seconds. Load balancers should not react to that. */
const IN_VAIN_MILLISECONDS = 5_000;
/** In milliseconds. An older outcome says nothing about the next append. */
const STALE_MILLISECONDS = 30_000;

type InVain = Readonly<{ since: Date; last: Date; reason: string }>;

/**
 * Whether the appends of this process succeed: a cluster without a quorum answers reads and stores nothing. It watches only real appends
 * and sends none of its own. A process that has appended nothing for half a minute therefore does not know.
 */
@Injectable()
export class AppendOutcomes {
  #inVain: InVain | null = null;

  constructor(private readonly clock: Clock) {}

  /** Returns or throws what `append` does. */
  async watch<Result>(append: () => Promise<Result>): Promise<Result> {
    const began = this.clock.now();
    try {
      const result = await append();
      this.#inVain = null;
      return result;
    } catch (error) {
      // A conflict or a sealed log is an answer too.
      if (error instanceof AmbiguousError || error instanceof RetryableError)
        this.#note(began, error.message);
      throw error;
    }
  }

  /** Why recent appends failed, in one line; null when they succeeded, or when there were none. */
  trouble(): string | null {
    const inVain = this.#current();
    if (!inVain || inVain.last.getTime() - inVain.since.getTime() < IN_VAIN_MILLISECONDS) return null;
    return `nothing could be recorded since ${inVain.since.toISOString()}: ${inVain.reason}`;
  }

  #note(began: Date, reason: string): void {
    this.#inVain = { since: this.#current()?.since ?? began, last: this.clock.now(), reason };
  }

  #current(): InVain | null {
    const age = this.clock.now().getTime() - (this.#inVain?.last.getTime() ?? 0);
    return age > STALE_MILLISECONDS ? null : this.#inVain;
  }
}
