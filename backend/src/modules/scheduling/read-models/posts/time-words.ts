import { isOfSomeDay } from '#infrastructure/http/edge/day-of-calendar.ts';

/**
 * Years from 10000 on have six digits and a sign, as `Date.toISOString` writes them. Clients send such times
 * of old posts back unchanged. Upper and lower case are equal (RFC 3339, 5.6).
 */
const INSTANT =
  /^(?:\d{4}|\+\d{6})-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})$/iu;
const LOCAL_TIME = /^\d{4}-(?:0[1-9]|1[0-2])-\d{2}T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?$/u;
/**
 * Whether this is an ISO 8601 time with an offset, on an existing day. Without an offset, a time means a
 * different instant in each zone.
 */
export const isInstant = (value: unknown): value is string =>
  typeof value === 'string' && INSTANT.test(value) && !Number.isNaN(Date.parse(value)) && isOfSomeDay(value);

/** Whether this is a time like `2026-11-21T09:30`, on an existing day. */
export const isLocalTime = (value: unknown): value is string =>
  typeof value === 'string' && LOCAL_TIME.test(value) && isOfSomeDay(value);
