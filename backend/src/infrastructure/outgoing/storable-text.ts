import type { JsonObject, JsonValue } from '@posthorn/event-sourcing/event-store';

const INSTEAD = '\ufffd';
// In Unicode mode a whole pair is one character, so only halves match.
const UNSTORABLE = /\0|\p{Surrogate}/gu;
const NEEDS_CARE = /\\u(?:0000|d[89a-f])/iu;

/** Text of strangers as the log and the database can keep it: U+0000 and halves of surrogate pairs are replaced by U+FFFD. */
export const storable = (text: string): string => text.replace(UNSTORABLE, INSTEAD);

/**
 * Bytes of UTF-8, far more than any id of a known platform. A row of an index holds 2,704 with all its columns, and whoever reads the log
 * stops at an event that a table cannot take (https://www.postgresql.org/docs/current/btree.html#BTREE-LIMITS).
 */
const ID_BYTES_MAX = 1_000;

/** An id of strangers as the key of a table can hold it: cut, because most letters take more than one byte. */
export function storableId(id: string): string {
  const text = storable(id.slice(0, ID_BYTES_MAX));
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(ID_BYTES_MAX));
  return text.slice(0, read);
}

/** As `storable`, for every text within, names of fields included. */
export function storableJson(value: JsonValue): JsonValue {
  if (typeof value === 'string') return storable(value);
  if (Array.isArray(value)) return value.map((item: JsonValue) => storableJson(item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value as JsonObject).map(([name, inner]) => [storable(name), storableJson(inner)]),
  );
}

/** Whether parsing this JSON could give such characters: they come as escapes alone, since bytes were read as UTF-8. */
export const needsCare = (json: string): boolean => NEEDS_CARE.test(json);
