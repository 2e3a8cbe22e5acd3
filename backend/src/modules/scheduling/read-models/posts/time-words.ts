import { isOfSomeDay } from '#infrastructure/http/edge/day-of-calendar.ts';

/**
 * From the year 10000 on with a sign, as `Date.toISOString` writes it, because clients send old posts back unchanged. Case does not matter (RFC 3339,
 * 5.6).
 */
const INSTANT =
  /^(?:\d{4}|\+\d{6})-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})$/iu;
const LOCAL_TIME = /^\d{4}-(?:0[1-9]|1[0-2])-\d{2}T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?$/u;
/** `Europe/Paris`, `Etc/GMT+5`, `UTC`; not `+02:00`, which the runtime would also accept. */
const ZONE = /^[A-Za-z][\w+-]*(?:\/[\w+-]+)*$/u;

/** ISO 8601 with an offset, of a day that exists. Without an offset it would mean another instant on each machine. */
export const isInstant = (value: unknown): value is string =>
  typeof value === 'string' && INSTANT.test(value) && !Number.isNaN(Date.parse(value)) && isOfSomeDay(value);

/** `2026-11-21T09:30`, of a day that exists. */
export const isLocalTime = (value: unknown): value is string =>
  typeof value === 'string' && LOCAL_TIME.test(value) && isOfSomeDay(value);

/** A zone that this runtime's zone data knows. */
export function isZone(value: unknown): value is string {
  if (typeof value !== 'string' || value.length > 64 || !ZONE.test(value)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
