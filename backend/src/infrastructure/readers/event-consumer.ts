import type { SharedModel } from './reader-group.ts';
import type { Position, StoredEvent } from '@posthorn/event-sourcing/event-store';

/** Handles the events of a reader: a projection or an event process. */
export type EventConsumer = Readonly<{
  name: string;
  kind: 'projection' | 'process';
  /** The lock that an OS process needs to run this reader: see `ReaderLocks`. */
  lock: string;
  categories: readonly string[];
  /** Types of these categories; null: all types. */
  types: readonly string[] | null;
  /** Set for a read model after `resume`: how it shares transactions with others. */
  shared?: SharedModel;
  /** The position to continue from. Called at the start, and again after another process has moved the checkpoint. */
  resume(): Promise<Position | null>;
  /**
   * `events` are of its categories and types, at least one.
   * @returns whether it moved the checkpoint from `from` to `to` together with its rows
   */
  apply(events: readonly StoredEvent[], from: Position | null, to: Position): Promise<boolean>;
  /** Called when the reader has reached this position without a write. */
  passed(to: Position): void;
  /** Moves the checkpoint alone, in one statement with other checkpoints that move at the same time. */
  write(from: Position | null, to: Position): Promise<void>;
  /** Called each time the end of the log is reached. */
  caughtUp(): Promise<void>;
  /** Called when the reader stops at an event, and when it continues. */
  note(state: string): Promise<void>;
}>;
