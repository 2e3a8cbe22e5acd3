/** The element that had the focus last, and its row. */
let focused: readonly Element[] = [];

export const lastFocused = (): readonly Element[] => focused;

/** Notes an element that gets the focus. A button loses it again when it is disabled while its request runs. */
export function noteFocus({ target }: FocusEvent): void {
  if (target instanceof Element) focused = withRow(target);
}

/** Returns the element with its row. The label counts as the row of a checkbox, radio or file input. */
export function withRow(element: Element): readonly Element[] {
  const row = element.closest('label, [data-row]');
  return row && row !== element ? [element, row] : [element];
}
