import type { Position, StoredEvent } from '@posthorn/event-sourcing/event-store';

/** What a reader hands the events to that it reads; a projection or a process. */
export type EventConsumer = Readonly<{
  name: string;
  kind: 'projection' | 'process';
  /** Whoever holds it may run this reader: see `ReaderLocks`. */
  lock: string;
  categories: readonly string[];
  /** Where to go on. Asked at the start, and again after a fence. */
  resume(): Promise<Position | null>;
  /** `events` are those of its categories, one at least; it moves the checkpoint from `from` to `to`. */
  apply(events: readonly StoredEvent[], from: Position | null, to: Position): Promise<void>;
  /** Nothing up to here concerns it, and nothing is written. */
  passed(to: Position): void;
  /** Moves the checkpoint alone. */
  write(from: Position | null, to: Position): Promise<void>;
  /** Called each time the end of the log is reached. */
  caughtUp(): Promise<void>;
  /** Told when it stops at an event, and when it goes on. */
  note(state: string): Promise<void>;
}>;
