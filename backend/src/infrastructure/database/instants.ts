/*
 * From the year 10000 on, JavaScript writes a year with a sign and six digits (ECMA-262, Date Time String Format: expanded
 * years). Postgres writes only the needed digits. For years before 1 JavaScript writes a minus or 0000, and Postgres BC. Neither
 * reads what the other writes. Old events contain such times, because earlier releases accepted them.
 */

/** The first instant that JavaScript and Postgres write alike. */
const FIRST = '0001-01-01T00:00:00.000Z';

/** An instant from `Date.toISOString`, in a form that Postgres reads. An instant before the year 1 becomes the start of that year. */
export function asTimestamp(instant: string): string {
  if (instant.startsWith('+')) return instant.slice(1).replace(/^0+/u, '');
  return isBeforeYearOne(instant) ? FIRST : instant;
}

const isBeforeYearOne = (instant: string): boolean => instant.startsWith('-') || instant.startsWith('0000');

/** Returns the row with instants that Postgres can read; `instants` names these fields. Usually this is the row itself. */
export function asStored<Row extends object>(row: Row, instants: readonly (keyof Row & string)[]): Row {
  let stored = row;
  for (const name of instants) {
    const instant = row[name];
    if (typeof instant !== 'string') continue;
    const timestamp = asTimestamp(instant);
    if (timestamp !== instant) stored = { ...stored, [name]: timestamp };
  }
  return stored;
}

/**
 * SQL: a `timestamptz` in seconds since 1970, as `isoOfSeconds` reads it. For thousands of rows this is several times faster than `isoOf`.
 */
export const secondsOf = (instant: string): string => `date_part('epoch', ${instant})`;
/** An instant in the form of `Date.toISOString`, from seconds since 1970. */
export const isoOfSeconds = (seconds: number): string => new Date(Math.round(seconds * 1000)).toISOString();

/** SQL: a `timestamptz` in the form of `Date.toISOString`, whatever the session's zone. */
export const isoOf = (instant: string): string => {
  const digits = `to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  return `case when ${instant} < '10000-01-01Z' then ${digits} else '+' || lpad(${digits}, 26, '0') end`;
};
