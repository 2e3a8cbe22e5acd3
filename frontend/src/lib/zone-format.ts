const formats = new Map<string, Intl.DateTimeFormat>();

/** Cached, because `Intl` formatters are slow to create and a list needs the same one for each row. */
function format(zone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = zone + JSON.stringify(options);
  const known = formats.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-GB', { ...options, timeZone: zone });
  formats.set(key, made);
  return made;
}

/** "Sat 21 Nov, 09:30", with the year when it is not this one. */
export const dayAndTime = (instant: string, zone: string, now: number): string =>
  `${dateOf(instant, zone, now)}, ${timeOfDay(instant, zone)}`;

/** "09:30". */
export const timeOfDay = (instant: string, zone: string): string =>
  onClock(Date.parse(instant), zone).toISOString().slice(11, 16);

/** "Sat 21 Nov", with the year when it is not this one. */
export const dateOf = (instant: string, zone: string, now: number): string =>
  dated(new Date(instant), zone, isThisYear(instant, zone, now) ? {} : { year: 'numeric' });

/** The zone's calendar day at an instant (milliseconds since 1970), as a number that grows by one each day. */
export const dayOf = (at: number, zone: string): number =>
  Math.floor(onClock(at, zone).getTime() / 86_400_000);

const isThisYear = (instant: string, zone: string, now: number): boolean =>
  onClock(Date.parse(instant), zone).getUTCFullYear() === onClock(now, zone).getUTCFullYear();

/** The zone's wall-clock time at an instant (milliseconds since 1970), as if it were UTC. All callers share one formatter. */
function onClock(at: number, zone: string): Date {
  const parts = format(zone, WALL).formatToParts(at);
  const part = (wanted: string) => Number(parts.find(({ type }) => type === wanted)?.value);
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

/** The weekday and date, followed by the given options. `Intl` sets a comma after the weekday only with a year; this function removes it. */
const dated = (at: Date, zone: string, options: Intl.DateTimeFormatOptions): string =>
  format(zone, { weekday: 'short', day: 'numeric', month: 'short', ...options })
    .format(at)
    .replace(/^(\p{L}+), /u, '$1 ');

/** "09:30" for today, with the date for any other day. */
export function clockTime(at: number, zone: string, now: number): string {
  const instant = new Date(at).toISOString();
  const isToday = dayOf(at, zone) === dayOf(now, zone);
  return isToday ? timeOfDay(instant, zone) : dayAndTime(instant, zone, now);
}

/** To the second, with the zone's short name: for titles and receipts. */
export const exactTime = (instant: string, zone: string): string =>
  dated(new Date(instant), zone, {
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'short',
  });

/** "CET" or "BST" at that instant, "GMT+9" where there is no such name in English. */
export const zoneName = (instant: string, zone: string): string => named(instant, zone, 'short');

/** "Paris time (GMT+1)" at that instant. "UTC" and similar zones keep their names. */
export function zoneClock(instant: string, zone: string): string {
  const [region, ...places] = zone.split('/');
  const city = region === 'Etc' ? undefined : places.at(-1)?.replaceAll('_', ' ');
  if (city === undefined) return zoneName(instant, zone);
  return `${city} time (${named(instant, zone, 'shortOffset')})`;
}

const named = (instant: string, zone: string, timeZoneName: 'short' | 'shortOffset'): string =>
  format(zone, { timeZoneName })
    .formatToParts(new Date(instant))
    .find(({ type }) => type === 'timeZoneName')?.value ?? zone;

/** The zone of this device. */
export const browserZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** How far a zone's clock is ahead of UTC at an instant (milliseconds since 1970), in minutes. */
export function zoneOffset(zone: string, at: number): number {
  const name = format(zone, { timeZoneName: 'longOffset' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value;
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)/u.exec(name ?? '') ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0));
}

/** Day, time and milliseconds, because the steps of a history are close together. */
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
