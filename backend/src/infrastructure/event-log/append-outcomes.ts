import { AmbiguousError, RetryableError } from '@posthorn/event-sourcing/event-store';
import { Injectable } from '@nestjs/common';
import { Clock } from '#infrastructure/clock.ts';

/** A cluster that elects a leader takes no appends for a second to three, which is no reason to send people elsewhere. */
const IN_VAIN_MILLISECONDS = 5_000;
/** What became of an append so long ago says nothing of the next one. */
const STALE_MILLISECONDS = 30_000;

type InVain = Readonly<{ since: Date; last: Date; reason: string }>;

/**
 * Whether the appends of this process get through: a cluster without a quorum answers reads and stores nothing. It is known
 * from what was to be recorded anyway. Nothing is appended for the sake of knowing it, so a process that has recorded
 * nothing for half a minute does not know.
 */
@Injectable()
export class AppendOutcomes {
  #inVain: InVain | null = null;

  constructor(private readonly clock: Clock) {}

  /** What `append` answers or throws. */
  async watch<Result>(append: () => Promise<Result>): Promise<Result> {
    const began = this.clock.now();
    try {
      const result = await append();
      this.#inVain = null;
      return result;
    } catch (error) {
      // A conflict or a sealed log is an answer.
      if (error instanceof AmbiguousError || error instanceof RetryableError)
        this.#note(began, error.message);
      throw error;
    }
  }

  /** Why nothing could be recorded lately, in one line; null when it could, or when nobody knows. */
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
