import type { EventShapes } from './event-shape.ts';

/**
 * A fact that has happened. `type` is the name stored in the event log: never rename it.
 * `schema` counts the shapes that `data` has had; a new shape gets the next number and an upcast.
 */
export type Event<Type extends string = string, Schema extends number = number, Data = unknown> = Readonly<{
  type: Type;
  schema: Schema;
  data: Readonly<Data>;
}>;

/** One kind of stream: `<category>-<id>`, its first state, how each fact changes it, and what is personal in it. */
export type Stream<State, E extends Event> = Readonly<{
  category: string;
  initial: State;
  evolve: (state: State, event: E) => State;
  shapes: EventShapes<E>;
}>;

/** The stored name of one stream. Categories hold no `-`; ids may. */
export const streamName = (stream: { category: string }, id: string | number): string =>
  `${stream.category}-${String(id)}`;

/** A rule of the business said no. The HTTP filter turns `kind` into the status and `code` into the body. */
export abstract class DomainError extends Error {
  abstract readonly code: string;
  readonly kind: 'refused' | 'missing' | 'conflict' | 'forbidden' = 'refused';
}

/** Lets the compiler name the event type that a switch forgot. */
export function assertNever(value: never): never {
  throw new Error(`Unhandled case: ${JSON.stringify(value)}`);
}
