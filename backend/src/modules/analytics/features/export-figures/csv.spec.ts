import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { csvLine } from './csv.ts';

/** Parses a CSV file in the format of RFC 4180. */
function parse(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [];
  const cells = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n)/gu;
  let row: string[] = [];
  let end = 0;
  for (const [all, cell = '', then] of text.matchAll(cells)) {
    end += all.length;
    row.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);
    if (then === ',') continue;
    rows.push(row);
    row = [];
  }
  expect([end, row]).toEqual([text.length, []]);
  return rows;
}
/** A spreadsheet skips white space, control characters and quotes before a formula. */
const isFormula = (text: string) => /^[\s\p{C}\p{Z}"]*[=+\-@＝＋－＠]/u.test(text);
const withoutApostrophes = (text: string) => text.replaceAll("'", '');

it.each([
  ['=1+2', "'=1+2\r\n"],
  ['+1', "'+1\r\n"],
  ['-1', "'-1\r\n"],
  ['@SUM(A1)', "'@SUM(A1)\r\n"],
  ['\tx', '"\'\tx"\r\n'],
  ['\nx', '"\'\nx"\r\n'],
  ['\r=1', '"\'\r\'=1"\r\n'],
  ['\n=1', '"\'\n\'=1"\r\n'],
  [' =1', "' =1\r\n"],
  ['\u00a0=1', "'\u00a0=1\r\n"],
  ['\ufeff=1', "'\ufeff=1\r\n"],
  ['\0=1', "'\0=1\r\n"],
  ['＝1', "'＝1\r\n"],
  ['＋1', "'＋1\r\n"],
  ['－1', "'－1\r\n"],
  ['＠SUM(A1)', "'＠SUM(A1)\r\n"],
  ['a;b', '"a;b"\r\n'],
  ['a;=1', '"a;\'=1"\r\n'],
  ['a; -1', '"a;\' -1"\r\n'],
  ['a\t=1', '"a\t\'=1"\r\n'],
  ['a\n@x', '"a\n\'@x"\r\n'],
  ['a;"=1', '"a;\'""=1"\r\n'],
  ['a=1', 'a=1\r\n'],
  ['a,=1', '"a,=1"\r\n'],
  ['=HYPERLINK("http://x","y")', '"\'=HYPERLINK(""http://x"",""y"")"\r\n'],
  ['a "word"', '"a ""word"""\r\n'],
  ['two\r\nlines', '"two\r\nlines"\r\n'],
  ['two\nlines', '"two\nlines"\r\n'],
  ['a,b', '"a,b"\r\n'],
  ['שלום, עולם', '"שלום, עולם"\r\n'],
  ['\u202e=1', "'\u202e=1\r\n"],
  ["'quoted", "'quoted\r\n"],
])('writes %j as a text', (cell, line) => {
  expect(csvLine([cell])).toBe(line);
});
it('leaves a cell without a value empty, and writes numbers unchanged', () => {
  expect(csvLine([null, 0, -3, Number.MAX_SAFE_INTEGER, ''])).toBe(',0,-3,9007199254740991,\r\n');
});
it('writes texts that a parser reads back unchanged, and none as a formula', () => {
  const cell = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: fc.constantFrom('"', ',', ';', '\r', '\n', '=', '-', '\t', ' ', 'ש', '\u202e', 'a') }),
  );
  fc.assert(
    fc.property(fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { maxLength: 5 }), (rows) => {
      const file = rows.map(csvLine).join('');
      const parsed = parse(file);
      expect(parsed.map((row) => row.map(withoutApostrophes))).toEqual(
        rows.map((row) => row.map(withoutApostrophes)),
      );
      expect(parsed.flat().some(isFormula)).toBe(false);
      // A spreadsheet that splits at semicolons or tabs ignores a quote in the middle of a line.
      expect(file.split(/[;\t\r\n]/u).some(isFormula)).toBe(false);
    }),
  );
});
