const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns a cached formatter, because `Intl` formatters are slow to create and each row of a list needs one. */
function format(zone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = zone + JSON.stringify(options);
  const known = formats.get(key);
  if (known) return known;
  const created = new Intl.DateTimeFormat('en-GB', { ...options, timeZone: zone });
  formats.set(key, created);
  return created;
}

/** For example "Sat 21 Nov, 09:30", with the year if it is not the current year. */
export const dayAndTime = (instant: string, zone: string, now: number): string =>
  `${dateOf(instant, zone, now)}, ${timeOfDay(instant, zone)}`;

/** For example "09:30". */
export const timeOfDay = (instant: string, zone: string): string =>
  localAsUtc(Date.parse(instant), zone).toISOString().slice(11, 16);

/** For example "Sat 21 Nov", with the year if it is not the current year. */
export const dateOf = (instant: string, zone: string, now: number): string =>
  weekdayAndDate(new Date(instant), zone, isThisYear(instant, zone, now) ? {} : { year: 'numeric' });

/** Returns the day in the zone at an instant (milliseconds since 1970), as a number that grows by one each day. */
export const dayOf = (at: number, zone: string): number =>
  Math.floor(localAsUtc(at, zone).getTime() / 86_400_000);

const isThisYear = (instant: string, zone: string, now: number): boolean =>
  localAsUtc(Date.parse(instant), zone).getUTCFullYear() === localAsUtc(now, zone).getUTCFullYear();

/** Returns the local time of a zone at an instant (milliseconds since 1970), as if it were UTC. All callers share one formatter. */
function localAsUtc(at: number, zone: string): Date {
  const parts = format(zone, WALL).formatToParts(at);
  const part = (requested: string) => Number(parts.find(({ type }) => type === requested)?.value);
  return new Date(Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute')));
}

const WALL = {
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  hourCycle: 'h23',
} as const;

/** Formats weekday and date, followed by the given options. Removes the comma that `Intl` adds after the weekday if there is a year. */
const weekdayAndDate = (at: Date, zone: string, options: Intl.DateTimeFormatOptions): string =>
  format(zone, { weekday: 'short', day: 'numeric', month: 'short', ...options })
    .format(at)
    .replace(/^(\p{L}+), /u, '$1 ');

/** For example "09:30" for today, with the date for any other day. */
export function clockTime(at: number, zone: string, now: number): string {
  const instant = new Date(at).toISOString();
  const isToday = dayOf(at, zone) === dayOf(now, zone);
  return isToday ? timeOfDay(instant, zone) : dayAndTime(instant, zone, now);
}

/** The date and time with seconds and the short name of the zone, for titles and receipts. */
export const exactTime = (instant: string, zone: string): string =>
  weekdayAndDate(new Date(instant), zone, {
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'short',
  });

/** The name of the zone at an instant, such as "CET" or "BST", or "GMT+9" if English has no name. */
export const zoneName = (instant: string, zone: string): string => zonePart(instant, zone, 'short');

/** For example "Paris time (GMT+1)" at an instant. "UTC" and similar zones keep their names. */
export function zoneClock(instant: string, zone: string): string {
  const [region, ...places] = zone.split('/');
  const city = region === 'Etc' ? undefined : places.at(-1)?.replaceAll('_', ' ');
  if (city === undefined) return zoneName(instant, zone);
  return `${city} time (${zonePart(instant, zone, 'shortOffset')})`;
}

const zonePart = (instant: string, zone: string, timeZoneName: 'short' | 'shortOffset'): string =>
  format(zone, { timeZoneName })
    .formatToParts(new Date(instant))
    .find(({ type }) => type === 'timeZoneName')?.value ?? zone;

/** The zone of this device. */
export const browserZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Returns the offset of a zone from UTC at an instant (milliseconds since 1970), in minutes. */
export function zoneOffset(zone: string, at: number): number {
  const name = format(zone, { timeZoneName: 'longOffset' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value;
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)/u.exec(name ?? '') ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0));
}

/** The day and the time with milliseconds, because the steps of a history are close together. */
export const stepTime = (instant: string, zone: string): string =>
  format(zone, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    fractionalSecondDigits: 3,
  }).format(new Date(instant));
