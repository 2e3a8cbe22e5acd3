import type { JsonValue } from '@posthorn/event-sourcing/event-store';
import { textOf } from '../kit/json.ts';
import { essence } from '../kit/shown-text.ts';

/**
 * The server that answers names its time, which need not be the clock that posts are dated by. What is a few minutes too old
 * is ruled out by its text and by being somebody's already.
 */
const DOUBT_MS = 300_000;

/** Milliseconds, on the platform's clock: nothing of an attempt armed at `armedAt` is older. */
export function earliestFor(armedAt: string, date: string | undefined, now: Date): number {
  const serverNow = Date.parse(date ?? '');
  const behind = Number.isNaN(serverNow) ? 0 : Math.min(0, serverNow - now.getTime());
  return Date.parse(armedAt) + behind - DOUBT_MS;
}

/** Both platforms show a text with other white space than it came with. */
export const readsAlike = (one: string, other: string): boolean => essence(one) === essence(other);

/** Milliseconds, or NaN. `2026-11-21T10:00:00+0000` is ISO 8601, but not what `Date.parse` has to know. */
export const graphTime = (value: JsonValue | undefined): number =>
  Date.parse((textOf(value) ?? '').replace(/([+-]\d{2})(\d{2})$/u, '$1:$2'));
