import { AmbiguousError, RetryableError } from '@posthorn/event-sourcing/event-store';
import { Injectable } from '@nestjs/common';
import { Clock } from '#infrastructure/clock.ts';

/** Milliseconds. A cluster that elects a leader takes no appends for one to three seconds. Load balancers should not react to that. */
const FAILING_MILLISECONDS = 5_000;
/** Milliseconds. An older outcome says nothing about the next append. */
const STALE_MILLISECONDS = 30_000;

/** `started` and `last`: on the monotonic clock, because people set the other one. */
type Failures = Readonly<{ since: Date; started: number; last: number; reason: string }>;

/**
 * Whether the appends of this process succeed: a cluster without a quorum serves reads but stores nothing. This class watches only real appends
 * and sends none for the check. So it reports no failures for a process that has appended nothing for half a minute.
 */
@Injectable()
export class AppendOutcomes {
  #failures: Failures | null = null;

  constructor(private readonly clock: Clock) {}

  /** Returns or throws what `append` does. */
  async watch<Result>(append: () => Promise<Result>): Promise<Result> {
    const since = this.clock.now();
    const started = this.clock.monotonic();
    try {
      const result = await append();
      this.#failures = null;
      return result;
    } catch (error) {
      // After any other error, such as a conflict or a sealed log, the log has responded.
      if (error instanceof AmbiguousError || error instanceof RetryableError)
        this.#note({ since, started }, error.message);
      throw error;
    }
  }

  /** Why recent appends fail, in one line. Null if they succeeded, if there were none, or if they have failed for less than 5 s. */
  trouble(): string | null {
    const failures = this.#current();
    if (!failures || failures.last - failures.started < FAILING_MILLISECONDS) return null;
    return `no event has been stored since ${failures.since.toISOString()}: ${failures.reason}`;
  }

  #note(failed: Pick<Failures, 'since' | 'started'>, reason: string): void {
    const { since, started } = this.#current() ?? failed;
    this.#failures = { since, started, last: this.clock.monotonic(), reason };
  }

  #current(): Failures | null {
    const last = this.#failures?.last ?? -Infinity;
    return this.clock.monotonic() - last > STALE_MILLISECONDS ? null : this.#failures;
  }
}
