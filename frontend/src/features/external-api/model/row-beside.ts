/** Returns the row to focus after the row `at` is removed: the next row, else the previous row. */
export const rowBeside = (list: HTMLElement | null, at: number): Element | undefined =>
  list?.children[at + 1] ?? list?.children[at - 1];
