/** The element that had the focus before F8. */
let focusedBefore: Element | null = null;

/**
 * Radix focuses the list of toasts after F8, and after a button closes a toast. After F8, passes the focus on to the button of the toast.
 * After the toast closes, returns the focus to the element before, or to the heading.
 * @param from the element that had the focus; undefined: a toast has closed
 */
export function passFocusOn(list: HTMLElement, from: Element | null | undefined): void {
  if (from !== undefined) focusedBefore = from;
  const button = from !== undefined && list.querySelector<HTMLElement>('[data-state=open] button');
  const before = focusedBefore?.isConnected ? focusedBefore : document.querySelector('h1');
  if (button) button.focus();
  else if (before instanceof HTMLElement) before.focus({ preventScroll: true });
}
