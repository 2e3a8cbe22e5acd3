import type { Event } from './event.ts';

/** Stored as it is. Never a name, a text somebody wrote, an address or a secret. */
export type Plain = Readonly<{ kind: 'plain' }>;
/** Encrypted with the key of one person, so that destroying the key erases the value for ever. */
export type Personal<Data> = Readonly<{ kind: 'personal'; subject: (data: Data) => string }>;
export type Mark<Data> = Plain | Personal<Data>;

export const plain: Plain = { kind: 'plain' };
/** `subject` names the person (user id, or hashed author of a comment) from plain fields of the same data. */
export const personal = <Data>(subject: (data: Data) => string): Personal<Data> => ({
  kind: 'personal',
  subject,
});

/** Past four levels every value counts as text: a bound that keeps the compiler from digging through a generic event. */
type HoldsText<T, Level extends readonly 0[] = []> = Level['length'] extends 4
  ? true
  : T extends string
    ? true
    : T extends number | boolean | null | undefined
      ? false
      : T extends readonly (infer Item)[]
        ? HoldsText<Item, [...Level, 0]>
        : T extends object
          ? true extends { [K in keyof T]-?: HoldsText<T[K], [...Level, 0]> }[keyof T]
            ? true
            : false
          : false;

/**
 * A mark for each field that holds text at any depth; numbers and booleans need none. A mark on an object or an array
 * covers all below it. A field with text and no mark does not compile.
 */
export type Marks<Data> = Readonly<{
  [K in keyof Data as true extends HoldsText<Data[K]> ? K : never]-?: Mark<Data>;
}>;

/** `upcasts[n]` turns data of schema n into data of schema n + 1. Pure; stored events are never edited. */
export type EventShape<E extends Event> = Readonly<{
  schema: E['schema'];
  fields: Marks<E['data']>;
  upcasts?: Readonly<
    Record<number, (data: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>>
  >;
}>;

export type EventShapes<E extends Event> = Readonly<{
  [Type in E['type']]: EventShape<Extract<E, { type: Type }>>;
}>;

/** Makes events in the shapes that are written today. */
export const eventsOf =
  <E extends Event>(shapes: EventShapes<E>) =>
  <Type extends E['type']>(type: Type, data: Extract<E, { type: Type }>['data']) =>
    ({ type, schema: shapes[type].schema, data }) as unknown as Extract<E, { type: Type }>;
