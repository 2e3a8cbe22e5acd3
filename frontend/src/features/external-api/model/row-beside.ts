/** The row that takes a removed row's place in the list, or the one before it. The focus moves there. */
export const rowBeside = (list: HTMLElement | null, at: number): Element | undefined =>
  list?.children[at + 1] ?? list?.children[at - 1];
