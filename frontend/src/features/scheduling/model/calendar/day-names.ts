const formats = new Map<string, Intl.DateTimeFormat>();

function format(name: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const known = formats.get(name) ?? new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' });
  formats.set(name, known);
  return known;
}

/** For example "Saturday, 28 November 2026". */
export const dayName = (day: string): string =>
  format('day', { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }).format(new Date(day));

/** For example "Sat". */
export const weekdayName = (day: string): string =>
  format('weekday', { weekday: 'short' }).format(new Date(day));

/** For example "November 2026". */
export const monthName = (day: string): string =>
  format('month', { month: 'long', year: 'numeric' }).format(new Date(day));

/** For example "23–29 November 2026". */
export const spanName = (first: string, last: string): string =>
  format('span', { day: 'numeric', month: 'long', year: 'numeric' }).formatRange(
    new Date(first),
    new Date(last),
  );
