import { setImmediate as nextTurn } from 'node:timers/promises';
import { CALENDAR } from '@posthorn/contracts/scheduling/calendar.http';
import { expect, it } from '@jest/globals';
import { firstLine } from './first-line.ts';

it.each([
  ['', ''],
  [' \n ', ''],
  ['\n\n  Sale!  ', 'Sale!'],
  ['Sale! \t\n\n All week.', 'Sale!…'],
  ['x'.repeat(CALENDAR.lineMax), 'x'.repeat(CALENDAR.lineMax)],
  ['🎺'.repeat(CALENDAR.lineMax + 1), `${'🎺'.repeat(CALENDAR.lineMax - 1)}…`],
  [`a${'🎺'.repeat(CALENDAR.lineMax)}`, `a${'🎺'.repeat(CALENDAR.lineMax - 2)}…`],
])('cuts %j to its first line', (text, line) => {
  expect(firstLine(text)).toBe(line);
});

it('reads each character of a long row of spaces only once', async () => {
  expect(firstLine(`a${' '.repeat(200_000)}b`)).toMatch(/^a\s+…$/u);
  // Jest can end a test only while the test waits. So if `firstLine` took seconds, the time limit fails the test here.
  await nextTurn();
});
