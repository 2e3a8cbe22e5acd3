import type { SharedModel } from './reader-group.ts';
import type { Position, StoredEvent } from '@posthorn/event-sourcing/event-store';

/** What a reader hands the events to that it reads; a projection or a process. */
export type EventConsumer = Readonly<{
  name: string;
  kind: 'projection' | 'process';
  /** Whoever holds it may run this reader: see `ReaderLocks`. */
  lock: string;
  categories: readonly string[];
  /** Of these categories; null: all of them. */
  types: readonly string[] | null;
  /** Of a read model, once it has been resumed: how it shares transactions with others. */
  shared?: SharedModel;
  /** Where to go on. Asked at the start, and again after a fence. */
  resume(): Promise<Position | null>;
  /**
   * `events` are those of its categories and types, one at least.
   * @returns whether it has moved the checkpoint from `from` to `to` with what it wrote
   */
  apply(events: readonly StoredEvent[], from: Position | null, to: Position): Promise<boolean>;
  /** It has come as far, and nothing is written. */
  passed(to: Position): void;
  /** Moves the checkpoint alone, in one statement with those of others that move at the same time. */
  write(from: Position | null, to: Position): Promise<void>;
  /** Called each time the end of the log is reached. */
  caughtUp(): Promise<void>;
  /** Told when it stops at an event, and when it goes on. */
  note(state: string): Promise<void>;
}>;
