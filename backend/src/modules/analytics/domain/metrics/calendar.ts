import { DAY_MS, HOUR_MS, MINUTE_MS } from '@posthorn/contracts/shared/durations';

/** Only the years 1000 to 2999: the days before and after them have four-digit years too, and PostgreSQL writes them in this form. */
const DAY_TEXT = /^[12]\d{3}-\d{2}-\d{2}$/u;

/** Whether the text is a day that exists, such as `2026-11-25`, in the years 1000 to 2999. */
export const isDay = (text: string): boolean => {
  if (!DAY_TEXT.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
};

/** All days from `from` to `to`, both included. */
export function daysFrom(from: string, to: string): readonly string[] {
  const days: string[] = [];
  for (let at = Date.parse(`${from}T00:00:00Z`); at <= Date.parse(`${to}T00:00:00Z`); at += DAY_MS)
    days.push(new Date(at).toISOString().slice(0, 10));
  return days;
}

export const dayAfter = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10);

/** Days and hours of a time zone. Create it once and use it for many instants, because its creation is slow. */
export class ZoneCalendar {
  readonly #parts: Intl.DateTimeFormat;
  /** The beginning of the day that was requested last. */
  #last = 0;

  /** @param zone an IANA name */
  constructor(zone: string) {
    this.#parts = new Intl.DateTimeFormat('en-CA', {
      timeZone: zone,
      hourCycle: 'h23',
      calendar: 'gregory',
      numberingSystem: 'latn',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
    });
  }

  /** The local day and hour of an instant. */
  at(instant: number): Readonly<{ day: string; hour: number }> {
    const parts: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {};
    for (const { type, value } of this.#parts.formatToParts(instant)) parts[type] = value;
    const { year = '', month = '', day = '', hour = '' } = parts;
    return { day: `${year.padStart(4, '0')}-${month}-${day}`, hour: Number(hour) };
  }

  /** 1 is Monday. */
  weekdayAt(instant: number): number {
    return new Date(`${this.at(instant).day}T00:00:00Z`).getUTCDay() || 7;
  }

  /** The first instant of a day, to the minute: midnight, or the first later time if clocks go forward at midnight. */
  beginOf(day: string): number {
    // Callers request days in order, and most days begin 24 hours after the day before. A right guess saves the slow search.
    const guess = this.#last + DAY_MS;
    const isRight = this.at(guess).day === day && this.at(guess - MINUTE_MS).day < day;
    this.#last = isRight ? guess : this.#search(day);
    return this.#last;
  }

  #search(day: string): number {
    const noon = Date.parse(`${day}T12:00:00Z`);
    // No zone is more than 15 hours away from UTC.
    let [before, after] = [noon - 28 * HOUR_MS, noon + 16 * HOUR_MS];
    while (after - before > MINUTE_MS) {
      const middle = Math.floor((before + after) / 2 / MINUTE_MS) * MINUTE_MS;
      if (this.at(middle).day < day) before = middle;
      else after = middle;
    }
    return after;
  }
}
