import type { JsonRecord } from '../../http/json.ts';

/** Reads a field from a form or from JSON, as text. */
export const text = (fields: JsonRecord, name: string): string | null => {
  const value = fields[name];
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : null;
};

export const flag = (fields: JsonRecord, name: string): boolean =>
  [true, 'true', '1', 'on'].includes(fields[name] as string);

export function texts(fields: JsonRecord, name: string): readonly string[] {
  const value = fields[name];
  const items: readonly unknown[] = Array.isArray(value)
    ? value
    : value === undefined || value === null
      ? []
      : [value];
  return items.filter((item) => typeof item === 'string' || typeof item === 'number').map(String);
}
