import { CALENDAR } from '@posthorn/contracts/scheduling/calendar.http';

/**
 * The first line that has visible characters, cut to `CALENDAR.lineMax`. An ellipsis shows that there
 * is more text. A draft may have thousands of spaces in a row, so this reads each character only once.
 */
export function firstLine(text: string): string {
  const shown = text.trim();
  const end = shown.indexOf('\n');
  const line = end < 0 ? shown : shown.slice(0, end).trimEnd();
  if (lengthOf(line, CALENDAR.lineMax) < line.length)
    return `${line.slice(0, lengthOf(line, CALENDAR.lineMax - 1))}…`;
  return end < 0 ? line : `${line}…`;
}

/** The length of the first `points` code points of a text, in code units. */
function lengthOf(text: string, points: number): number {
  let length = 0;
  for (let left = points; left > 0 && length < text.length; left -= 1)
    length += (text.codePointAt(length) ?? 0) > 0xffff ? 2 : 1;
  return length;
}
