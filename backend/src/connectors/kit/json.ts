import type { JsonObject, JsonValue } from '@posthorn/event-sourcing/event-store';

/** Responses of platforms are untrusted, so connectors assume nothing about their shape. */
export const objectOf = (value: JsonValue | undefined): JsonObject | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : null;

export const listOf = (value: JsonValue | undefined): readonly JsonValue[] =>
  Array.isArray(value) ? (value as readonly JsonValue[]) : [];

export const textOf = (value: JsonValue | undefined): string | null =>
  typeof value === 'string' && value !== '' ? value : null;

/** In characters. Far longer than any platform's ids, and short enough for a key of a table. */
const ID_MAX = 512;

/** An id as text. A number above 2^53 would lose digits, so `ServerReply.json` returns such numbers as text. */
export function idIn(value: JsonValue | undefined): string | null {
  const id = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : textOf(value);
  return id === null || id.length > ID_MAX ? null : id;
}

/** A finite number above zero. */
export const amountOf = (value: JsonValue | undefined): number | null =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : null;

export const at = (value: JsonValue | undefined, ...path: readonly string[]): JsonValue | undefined =>
  path.reduce<JsonValue | undefined>((inner, name) => objectOf(inner)?.[name], value);
