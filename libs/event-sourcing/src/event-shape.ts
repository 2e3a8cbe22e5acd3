import type { Event } from './event.ts';

/** Stored unencrypted. Never use it for a name, a text that a person wrote, an e-mail address or a secret. */
export type Plain = Readonly<{ kind: 'plain' }>;
/** Encrypted with the key of one person, so that destroying the key erases the value for good. */
export type Personal<Data> = Readonly<{ kind: 'personal'; subject: (data: Data) => string }>;
export type Mark<Data> = Plain | Personal<Data>;

export const plain: Plain = { kind: 'plain' };
/** `subject` returns the person (user id, or hashed author of a comment) from plain fields of the same data. */
export const personal = <Data>(subject: (data: Data) => string): Personal<Data> => ({
  kind: 'personal',
  subject,
});

/** Below four levels every value counts as text. The bound keeps the compiler from unlimited recursion in a generic event. */
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
 * A mark for each field with text at any depth; numbers and booleans need none. A mark on an object or an array covers everything below it.
 * A text field without a mark does not compile.
 */
export type Marks<Data> = Readonly<{
  [K in keyof Data as true extends HoldsText<Data[K]> ? K : never]-?: Mark<Data>;
}>;

/**
 * `fields`: the marks of the fields with text; numbers and booleans are not listed. `upcasts[n]` turns data of schema n into data of
 * schema n + 1. It is a pure function; stored events never change.
 */
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

/** Creates events with the current schema of their type. */
export const eventsOf =
  <E extends Event>(shapes: EventShapes<E>) =>
  <Type extends E['type']>(type: Type, data: Extract<E, { type: Type }>['data']) =>
    ({ type, schema: shapes[type].schema, data }) as unknown as Extract<E, { type: Type }>;
