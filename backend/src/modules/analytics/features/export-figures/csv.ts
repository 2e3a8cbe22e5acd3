/** A spreadsheet would read such cells as formulas. They get an apostrophe in front, which makes them text. */
const FORMULA = /^[=+\-@\t\r]/u;
const QUOTED = /[",\r\n]/u;

/** One line by RFC 4180. Null: an empty cell. */
export const csvLine = (cells: readonly (string | number | null)[]): string =>
  `${cells.map(cellOf).join(',')}\r\n`;

function cellOf(cell: string | number | null): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
