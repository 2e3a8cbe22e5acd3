import type { EventShapes } from './event-shape.ts';
import type { Event } from './event.ts';

export type { Event } from './event.ts';
export { eachOf, folding, match, when, type Handlers } from './handlers.ts';
export { isSameJson } from './same-json.ts';
export { categoryOf, streamName } from './stream-name.ts';

/**
 * How the state of a stream that grows for ever is known without reading it whole: it is read from its end backwards, up to
 * the newest event that tells everything. The events before stay in the log and in the chain.
 */
export type Summary<State, E extends Event> = Readonly<{
  /** Types after which nothing that was before matters: folded onto the first state, each gives the whole state. */
  types: readonly E['type'][];
  /** `of` is appended with the decision that makes so many events since the last one of them. */
  every: number;
  /** The event that tells the whole state; null: there is nothing to tell. Left out where the stream's own events do. */
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

/** Lets the compiler name the event type that a switch forgot. */
export function assertNever(value: never): never {
  throw new Error(`Unhandled case: ${JSON.stringify(value)}`);
}
