/**
 * A fact that has happened. `type` is the name stored in the event log: never rename it. `schema` is the version of `data`; a changed
 * `data` gets the next number and an upcast.
 */
export type Event<Type extends string = string, Schema extends number = number, Data = unknown> = Readonly<{
  type: Type;
  schema: Schema;
  data: Readonly<Data>;
}>;
