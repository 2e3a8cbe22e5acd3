import type { EventShapes } from './event-shape.ts';
import type { Event } from './event.ts';

export type { Event } from './event.ts';
export { eachOf, folding, match, when, type Handlers } from './handlers.ts';
export { isSameJson } from './same-json.ts';
export { categoryOf, streamName } from './stream-name.ts';

/**
 * How to load the state of a stream that grows without limit, without reading all of it. The stream is read backwards from its end, up to
 * the newest event that contains the whole state. Earlier events stay in the log and in the chain.
 */
export type Summary<State, E extends Event> = Readonly<{
  /** Event types that contain the whole state: such an event, applied to the initial state, replaces all earlier events. */
  types: readonly E['type'][];
  /** An append adds a summary when it reaches this many events since the last summary. */
  every: number;
  /** Creates the event with the whole state; null: nothing to summarize. Omitted when the stream’s own events contain the state. */
  of?: (state: State) => E | null;
}>;

/** One kind of stream: `<category>-<id>`, its first state, how each event changes it, and what is personal in it. */
export type Stream<State, E extends Event> = Readonly<{
  category: string;
  initial: State;
  evolve: (state: State, event: E) => State;
  shapes: EventShapes<E>;
  summary?: Summary<State, E>;
}>;

/** Makes the compiler report the event type that a switch forgot. */
export function assertNever(value: never): never {
  throw new Error(`Unhandled case: ${JSON.stringify(value)}`);
}
