/**
 * Places where a spreadsheet would read a formula. An apostrophe there makes it a text. Some languages divide cells at semicolons or tabs, and
 * then quotes in the middle of a line do not hold: each such place begins a cell. White space, controls and quotes may stand before the sign,
 * and spreadsheets for East Asian languages read full-width signs (OWASP, "CSV Injection").
 */
const FORMULA = /(?<=^|[;\t\r\n])(?=[\s\p{C}\p{Z}"]*[=+\-@＝＋－＠])|^(?=[\t\r\n])/gu;
const QUOTED = /[",;\t\r\n]/u;

/** One line by RFC 4180. Null: an empty cell. */
export const csvLine = (cells: readonly (string | number | null)[]): string =>
  `${cells.map(cellOf).join(',')}\r\n`;

function cellOf(cell: string | number | null): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = cell.replace(FORMULA, "'");
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
