import type { JsonObject, JsonValue } from '@posthorn/event-sourcing/event-store';

const REPLACEMENT = '\ufffd';
// In Unicode mode a whole pair is one character, so this matches only lone surrogates.
const UNSTORABLE = /\0|\p{Surrogate}/gu;
const UNSTORABLE_ESCAPE = /\\u(?:0000|d[89a-f])/iu;

/** Returns text from outside in a form that the log and the database can store: U+FFFD replaces U+0000 and lone surrogates. */
export const storable = (text: string): string => text.replace(UNSTORABLE, REPLACEMENT);

/**
 * Bytes of UTF-8, far more than any id of a known platform. An index row holds 2,704 bytes with all its columns. A projection stops at an event
 * that its table cannot store (https://www.postgresql.org/docs/current/btree.html#BTREE-LIMITS).
 */
const ID_BYTES_MAX = 1_000;

/** Returns an id from outside that fits the key of a table. It is cut by bytes, because letters may take more than one. */
export function storableId(id: string): string {
  const text = storable(id.slice(0, ID_BYTES_MAX));
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(ID_BYTES_MAX));
  return text.slice(0, read);
}

/** Like `storable`, for every text in the value, including field names. */
export function storableJson(value: JsonValue): JsonValue {
  if (typeof value === 'string') return storable(value);
  if (Array.isArray(value)) return value.map((item: JsonValue) => storableJson(item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value as JsonObject).map(([name, inner]) => [storable(name), storableJson(inner)]),
  );
}

/** Whether parsing this JSON could produce such characters. They appear only as escapes, since the bytes were read as UTF-8. */
export const mayBeUnstorable = (json: string): boolean => UNSTORABLE_ESCAPE.test(json);
