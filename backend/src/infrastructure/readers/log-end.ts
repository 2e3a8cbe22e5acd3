import { performance } from 'node:perf_hooks';
import type { Position, StoredEvent } from '@posthorn/event-sourcing/event-store';
import type { Logger } from '@nestjs/common';
import { CheckpointHasMoved } from './checkpoints.ts';
import type { EventConsumer } from './event-consumer.ts';
import { WRITE_MILLISECONDS, type LazyCheckpoint } from './lazy-checkpoint.ts';
import type { Departure, ReaderGroup } from './reader-group.ts';
import type { TailFollower } from './tail-follower.ts';

/** Milliseconds. How long a reader that failed or was slow in the group reads alone. The time doubles if that soon happens again. */
const ALONE_MILLISECONDS = { first: 10_000, most: 600_000 } as const;

type Waiting = Readonly<{
  follower: TailFollower;
  /** The `heard` of the follower (its number of signals) before the reader checked for events. */
  heard: number;
  checkpoint: LazyCheckpoint;
  signal: AbortSignal;
  isConcernedBy: (event: StoredEvent) => boolean;
  setCaughtUp: (isCaughtUp: boolean) => void;
}>;

/** The end of the log for one reader. There, a read model continues in the group of readers. An event process sleeps until an event concerns it. */
export class LogEnd {
  /** On the clock of `performance.now()`. */
  #aloneUntil = -Infinity;
  /** Milliseconds. How long the reader last read alone. */
  #alone = 0;

  constructor(
    private readonly consumer: EventConsumer,
    private readonly group: ReaderGroup,
    private readonly logger: Logger,
  ) {}

  /**
   * Resolves when the reader must read by itself.
   * @throws CheckpointHasMoved
   */
  async wait(waiting: Waiting): Promise<void> {
    const { shared } = this.consumer;
    if (!shared || performance.now() < this.#aloneUntil) return this.#sleep(waiting);
    const { checkpoint, isConcernedBy, setCaughtUp } = waiting;
    const member = {
      name: this.consumer.name,
      model: shared,
      checkpoint,
      isConcernedBy,
      setCaughtUp,
      pass: (to: Position) => {
        this.pass(checkpoint, to);
      },
    };
    this.#noteDeparture(await this.group.stay(member, waiting.signal));
  }

  /** Records that no event up to this position concerns the reader. */
  pass(checkpoint: LazyCheckpoint, to: Position): void {
    checkpoint.pass(to);
    this.consumer.passed(to);
  }

  #sleep({ follower, heard, checkpoint, signal }: Waiting): Promise<void> {
    const passed = (to: Position) => {
      this.pass(checkpoint, to);
      // A request waits for this position.
      if (checkpoint.toWrite() !== undefined) follower.wake();
    };
    const atMost = checkpoint.untilWrite ?? WRITE_MILLISECONDS;
    return follower.sleep({ heard, signal, atMost, at: checkpoint.passed, passed });
  }

  #noteDeparture({ why, error }: Departure): void {
    if (why === 'moved') throw new CheckpointHasMoved(this.consumer.name);
    if (why !== 'failed' && why !== 'slow') return;
    const now = performance.now();
    const { first, most } = ALONE_MILLISECONDS;
    this.#alone = now - this.#aloneUntil < this.#alone ? Math.min(most, 2 * this.#alone) : first;
    this.#aloneUntil = now + this.#alone;
    if (why === 'slow')
      this.logger.warn('The reader was slow and made other readers wait; it reads alone for a while');
    else
      this.logger.warn({
        msg: 'A batch that readers share failed because of this reader; it reads alone for a while',
        err: error,
      });
  }
}
