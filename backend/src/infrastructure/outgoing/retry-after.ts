type Headers = Readonly<Record<string, string>>;

/** The other side's own clock, by which its times are read. */
export const clockOf = (headers: Headers, now: Date): number =>
  Date.parse(headers['date'] ?? '') || now.getTime();

/** Milliseconds after which a server wants to be asked again, by `Retry-After` in seconds or as a date; null: it does not say. */
export function retryAfterOf(headers: Headers, now: Date): number | null {
  const value = headers['retry-after'];
  if (value === undefined) return null;
  if (/^\d+(\.\d+)?$/u.test(value.trim())) return Number(value) * 1000;
  const instant = Date.parse(value);
  return Number.isNaN(instant) ? null : instant - clockOf(headers, now);
}
