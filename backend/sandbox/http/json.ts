export type JsonRecord = Record<string, unknown>;

export const isObject = (value: unknown): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns undefined when the text is not JSON; no valid JSON text parses to undefined. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
