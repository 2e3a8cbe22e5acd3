import type { JsonObject, JsonValue } from '@posthorn/event-sourcing/event-store';

const INSTEAD = '\ufffd';
// In Unicode mode a whole pair is one character, so only halves match.
const UNSTORABLE = /\0|\p{Surrogate}/gu;
const NEEDS_CARE = /\\u(?:0000|d[89a-f])/iu;

/** Text of strangers as the log and the database can keep it: U+0000 and halves of surrogate pairs are replaced by U+FFFD. */
export const storable = (text: string): string => text.replace(UNSTORABLE, INSTEAD);

/** The same for every text within, names of fields included. */
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
