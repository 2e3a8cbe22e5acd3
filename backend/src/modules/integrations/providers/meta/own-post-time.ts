import type { JsonValue } from '@posthorn/event-sourcing/event-store';
import { textOf } from '../json.ts';

/** Servers name their own time with each answer, which leaves little to doubt; without it, clocks may differ more. */
const DOUBT_MS = 10_000;
const DOUBT_WITHOUT_DATE_MS = 60_000;

/** Milliseconds, on the platform's clock: nothing of an attempt armed at `armedAt` is older. */
export function earliestFor(armedAt: string, date: string | undefined, now: Date): number {
  const serverNow = Date.parse(date ?? '');
  if (Number.isNaN(serverNow)) return Date.parse(armedAt) - DOUBT_WITHOUT_DATE_MS;
  return Date.parse(armedAt) + (serverNow - now.getTime()) - DOUBT_MS;
}

/** Both platforms show a text with other white space than it came with. */
export const readsAlike = (one: string, other: string): boolean => plain(one) === plain(other);

const plain = (text: string): string => text.normalize('NFC').replace(/\s+/gu, ' ').trim();

/** Milliseconds, or NaN. `2026-11-21T10:00:00+0000` is ISO 8601, but not what `Date.parse` has to know. */
export const graphTime = (value: JsonValue | undefined): number =>
  Date.parse((textOf(value) ?? '').replace(/([+-]\d{2})(\d{2})$/u, '$1:$2'));
