type Typed = Readonly<{ type: string }>;
/** Several types may be declared as one event, with the same data. */
type Of<E extends Typed, Type> = E extends Typed ? (Type extends E['type'] ? E : never) : never;
type Handled<E extends Typed> = Readonly<{
  /** Those that have a handler. */
  types: readonly E['type'][];
}>;

/** By event type: what a view makes of such an event. It ignores the types that it does not name. `Rest` are further arguments. */
export type Handlers<E extends Typed, Result, Rest extends readonly unknown[] = []> = {
  readonly [Type in E['type']]?: (event: Of<E, Type>, ...rest: Rest) => Result;
};
type Folds<State, E extends Typed, Rest extends readonly unknown[]> = {
  readonly [Type in E['type']]?: (state: State, event: Of<E, Type>, ...rest: Rest) => State;
};

/** Calls the handler of an event. Undefined for an event that has none. */
export function when<E extends Typed, Result, Rest extends readonly unknown[] = []>(
  handlers: Handlers<E, Result, Rest>,
): ((event: E, ...rest: Rest) => Result | undefined) & Handled<E> {
  type Handler = (event: E, ...rest: Rest) => Result;
  const byType = handlers as unknown as Readonly<Record<string, Handler | undefined>>;
  const handle = (event: E, ...rest: Rest): Result | undefined => byType[event.type]?.(event, ...rest);
  return Object.assign(handle, { types: Object.keys(byType) });
}

/** As `when`, but every type has its handler: a new event of the stream does not compile until it has one too. */
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

/**
 * A fold of a view: what an event makes of its state. An event without a handler leaves the state as it is.
 */
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

/** The same handler for each type of a stream, a new one included. */
export const eachOf = <Type extends string, Handler>(
  { shapes }: Readonly<{ shapes: Record<Type, unknown> }>,
  handler: Handler,
): Readonly<Record<Type, Handler>> =>
  Object.fromEntries(Object.keys(shapes).map((type) => [type, handler])) as Record<Type, Handler>;
