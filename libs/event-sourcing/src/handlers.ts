type Typed = Readonly<{ type: string }>;
/** Several types may be declared as one event, with the same data. */
type Of<E extends Typed, Type> = E extends Typed ? (Type extends E['type'] ? E : never) : never;
type Handled<E extends Typed> = Readonly<{
  /** The types that have a handler. */
  types: readonly E['type'][];
}>;

/**
 * For each event type, the handler that computes a view’s result for the event. Types without a handler are ignored. `Rest` are further
 * arguments.
 */
export type Handlers<E extends Typed, Result, Rest extends readonly unknown[] = []> = {
  readonly [Type in E['type']]?: (event: Of<E, Type>, ...rest: Rest) => Result;
};
type Folds<State, E extends Typed, Rest extends readonly unknown[]> = {
  readonly [Type in E['type']]?: (state: State, event: Of<E, Type>, ...rest: Rest) => State;
};

/** Calls the handler of an event. Returns undefined for an event without one. */
export function when<E extends Typed, Result, Rest extends readonly unknown[] = []>(
  handlers: Handlers<E, Result, Rest>,
): ((event: E, ...rest: Rest) => Result | undefined) & Handled<E> {
  type Handler = (event: E, ...rest: Rest) => Result;
  const byType = handlers as unknown as Readonly<Record<string, Handler | undefined>>;
  const handle = (event: E, ...rest: Rest): Result | undefined => byType[event.type]?.(event, ...rest);
  return Object.assign(handle, { types: Object.keys(byType) });
}

/** Like `when`, but every type needs a handler: a new event of the stream does not compile without one. */
export function match<E extends Typed, Result, Rest extends readonly unknown[] = []>(
  handlers: Required<Handlers<E, Result, Rest>>,
): (event: E, ...rest: Rest) => Result {
  type Handler = (event: E, ...rest: Rest) => Result;
  const byType = handlers as unknown as Readonly<Record<string, Handler | undefined>>;
  return (event, ...rest) => {
    const handler = byType[event.type];
    if (!handler) throw new Error(`Unhandled event type: ${event.type}`);
    return handler(event, ...rest);
  };
}

/** A fold of a view: the next state after an event. An event without a handler leaves the state unchanged. */
export function folding<State, E extends Typed, Rest extends readonly unknown[] = []>(
  handlers: Folds<State, E, Rest>,
): ((state: State, event: E, ...rest: Rest) => State) & Handled<E> {
  type Handler = (state: State, event: E, ...rest: Rest) => State;
  const byType = handlers as unknown as Readonly<Record<string, Handler | undefined>>;
  const fold = (state: State, event: E, ...rest: Rest): State => {
    const handler = byType[event.type];
    return handler ? handler(state, event, ...rest) : state;
  };
  return Object.assign(fold, { types: Object.keys(byType) });
}

/** Uses the same handler for each type of a stream, including types that are added later. */
export const eachOf = <Type extends string, Handler>(
  { shapes }: Readonly<{ shapes: Record<Type, unknown> }>,
  handler: Handler,
): Readonly<Record<Type, Handler>> =>
  Object.fromEntries(Object.keys(shapes).map((type) => [type, handler])) as Record<Type, Handler>;
