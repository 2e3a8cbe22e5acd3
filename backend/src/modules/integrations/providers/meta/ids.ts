import type { JsonValue } from '@posthorn/event-sourcing/event-store';

/** Ids are text. A number past 2^53 has lost digits already and is none. */
export function idIn(value: JsonValue | undefined): string | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : null;
  return typeof value === 'string' && value !== '' ? value : null;
}
