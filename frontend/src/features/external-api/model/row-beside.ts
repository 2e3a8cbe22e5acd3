/** Of a list the row that takes the place of another once that is gone, or the one before it: where the focus goes on. */
export const rowBeside = (list: HTMLElement | null, at: number): Element | undefined =>
  list?.children[at + 1] ?? list?.children[at - 1];
