import type { JsonObject, JsonValue } from './event-store.ts';

/** The same JSON, whatever order the keys are in: a log may give them back in another one. */
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
