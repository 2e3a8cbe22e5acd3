import { CALENDAR } from '@posthorn/contracts/scheduling/calendar.http';

/**
 * The first line of a text with visible characters, cut to `CALENDAR.lineMax`. An ellipsis shows that there
 * is more text. A draft may have thousands of spaces in a row, so this reads each character only once.
 */
export function firstLine(text: string): string {
  const shown = text.trim();
  const end = shown.indexOf('\n');
  const line = end < 0 ? shown : shown.slice(0, end).trimEnd();
  // A code point has at most two code units.
  const points = Array.from(line.slice(0, 2 * (CALENDAR.lineMax + 1)));
  if (points.length > CALENDAR.lineMax) return `${points.slice(0, CALENDAR.lineMax - 1).join('')}…`;
  return end < 0 ? line : `${line}…`;
}
