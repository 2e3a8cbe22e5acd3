import type { JsonObject, JsonValue } from './event-store.ts';

/** Compares JSON values regardless of key order, because a log may return keys in another order. */
export function isSameJson(one: JsonValue | undefined, other: JsonValue | undefined): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const [mine, theirs] = [one as JsonObject, other as JsonObject];
  const names = Object.keys(mine);
  return (
    names.length === Object.keys(theirs).length &&
    names.every((name) => name in theirs && isSameJson(mine[name], theirs[name]))
  );
}
