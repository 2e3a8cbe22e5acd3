import type { Position, StoredEvent } from '@posthorn/event-sourcing/event-store';
import { WakeUp } from '@posthorn/event-store/wake-up';

type Sleep = Readonly<{
  /** The follower’s `heard` before the reader checked for events. */
  heard: number;
  signal: AbortSignal;
  /** Milliseconds. */
  atMost: number;
  /** The reader has read everything up to this position. */
  at: Position | null;
  /** Called when the log has grown up to `to` by events that do not concern the reader. The reader continues to sleep. */
  passed: (to: Position) => void;
}>;

/** New events in the log: one of each type and category. */
export type NewEvents = Readonly<{
  /** Where the previous notification ended; null: in an empty log. */
  from: Position | null;
  to: Position;
  events: readonly StoredEvent[];
}>;

/** One reader at the end of the log. Only events that concern the reader wake it. */
export class TailFollower {
  readonly #signal = new WakeUp();
  #asleep: Pick<Sleep, 'at' | 'passed'> | undefined;

  /** @param concerns depends only on the type and the category of an event */
  constructor(private readonly concerns: (event: StoredEvent) => boolean) {}

  /** The number of signals received: the argument for `sleep`. Read it before checking for events. */
  get heard(): number {
    return this.#signal.heard;
  }

  /** Resolves when an event concerns the reader, when `wake` is called, or after `atMost` milliseconds. */
  async sleep({ heard, signal, atMost, at, passed }: Sleep): Promise<void> {
    this.#asleep = { at, passed };
    await this.#signal.sleep(heard, signal, atMost);
    this.#asleep = undefined;
  }

  wake(): void {
    this.#asleep = undefined;
    this.#signal.ring();
  }

  notify({ from, to, events }: NewEvents): void {
    const { at, passed } = this.#asleep ?? {};
    // A reader that is behind these events reads the log by itself.
    if (!passed || !isUpTo(at ?? null, from) || events.some(this.concerns)) {
      this.wake();
      return;
    }
    if (at && at >= to) return;
    passed(to);
    // `passed` may have called `wake`.
    if (this.#asleep) this.#asleep = { at: to, passed };
  }
}

/** Positions of one log have the same length; others cannot be compared. */
const isUpTo = (at: Position | null, from: Position | null): boolean =>
  from === null || (at !== null && at.length === from.length && at >= from);
