/**
 * Positions where a spreadsheet would read a formula. An apostrophe at the position turns the formula into a text. Spreadsheets in some
 * languages split cells at semicolons or tabs, and ignore quotes in the middle of a line. So each of these characters
 * may begin a cell. White space, control characters and quotes may come before the formula character. Spreadsheets
 * for East Asian languages also read full-width characters (OWASP,
 * "CSV Injection").
 */
const FORMULA = /(?<=^|[;\t\r\n])(?=[\s\p{C}\p{Z}"]*[=+\-@＝＋－＠])|^(?=[\t\r\n])/gu;
const QUOTED = /[",;\t\r\n]/u;

/** One line in the format of RFC 4180. Null: an empty cell. */
export const csvLine = (cells: readonly (string | number | null)[]): string =>
  `${cells.map(cellOf).join(',')}\r\n`;

function cellOf(cell: string | number | null): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = cell.replace(FORMULA, "'");
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
