import type { JsonObject } from '../../http/json.ts';

/** Forms carry everything as text, JSON does not: both read the same here. */
export const text = (fields: JsonObject, name: string): string | null => {
  const value = fields[name];
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : null;
};

export const flag = (fields: JsonObject, name: string): boolean =>
  [true, 'true', '1', 'on'].includes(fields[name] as string);

export function texts(fields: JsonObject, name: string): readonly string[] {
  const value = fields[name];
  const items: readonly unknown[] = Array.isArray(value)
    ? value
    : value === undefined || value === null
      ? []
      : [value];
  return items.filter((item) => typeof item === 'string' || typeof item === 'number').map(String);
}
