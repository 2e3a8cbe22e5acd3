import type { JsonValue } from '@posthorn/event-sourcing/event-store';

type Reviver = (name: string, value: unknown, context: Readonly<{ source?: string }>) => unknown;
/** The third argument is in the runtime before it is in the library's types (ES2026, JSON.parse source text access). */
type Parse = (text: string, reviver: Reviver) => unknown;

/**
 * JSON whose whole numbers past 2^53 become text with all their digits: ids come as such numbers. Undefined when the text is
 * no JSON.
 */
export function exactJson(text: string): JsonValue | undefined {
  try {
    return (JSON.parse as Parse)(text, (_name, value, { source = '' }) =>
      typeof value === 'number' && !Number.isSafeInteger(value) && /^\d+$/u.test(source) ? source : value,
    ) as JsonValue;
  } catch {
    return undefined;
  }
}
