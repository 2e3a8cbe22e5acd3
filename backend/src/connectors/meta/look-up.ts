import type { JsonValue } from '@posthorn/event-sourcing/event-store';
import { textOf } from '../kit/json.ts';
import { comparableText } from '../kit/shown-text.ts';

/**
 * The responding server sends its time, which may differ from the clock that dates posts. So a look-up also accepts posts that are
 * a few minutes too old. Such a post is ruled out by its text, or because another publication claimed it.
 */
const CLOCK_DIFFERENCE_MS = 300_000;

/** Milliseconds on the platform's clock. No post of an attempt that began at `attemptStartedAt` is older. */
export function earliestFor(attemptStartedAt: string, date: string | undefined, now: Date): number {
  const serverNow = Date.parse(date ?? '');
  const behind = Number.isNaN(serverNow) ? 0 : Math.min(0, serverNow - now.getTime());
  return Date.parse(attemptStartedAt) + behind - CLOCK_DIFFERENCE_MS;
}

/** Platforms change, for example, the white space of a text. */
export const isSameText = (one: string, other: string): boolean =>
  comparableText(one) === comparableText(other);

/** Milliseconds, or NaN. `2026-11-21T10:00:00+0000` is ISO 8601, but `Date.parse` need not support it. */
export const graphTime = (value: JsonValue | undefined): number =>
  Date.parse((textOf(value) ?? '').replace(/([+-]\d{2})(\d{2})$/u, '$1:$2'));
