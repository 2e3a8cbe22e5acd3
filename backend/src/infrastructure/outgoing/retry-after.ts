type Headers = Readonly<Record<string, string>>;

/** The time of the server's clock, in milliseconds since 1970. The times in its headers follow this clock. */
export const clockOf = (headers: Headers, now: Date): number =>
  Date.parse(headers['date'] ?? '') || now.getTime();

/** Milliseconds until the server wants the next request, from `Retry-After` in seconds or as a date. Null: the header is missing or invalid. */
export function retryAfterOf(headers: Headers, now: Date): number | null {
  const value = headers['retry-after'];
  if (value === undefined) return null;
  if (/^\d+(\.\d+)?$/u.test(value.trim())) return Number(value) * 1000;
  const instant = Date.parse(value);
  return Number.isNaN(instant) ? null : instant - clockOf(headers, now);
}
