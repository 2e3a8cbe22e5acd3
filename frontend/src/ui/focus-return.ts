import { useRef } from 'react';

/** The button of the menu in which the user last chose an item, until a dialog opens. */
let menuButton: HTMLElement | null = null;

/** Remembers the menu of a chosen item. When a dialog of this item closes, the item no longer exists, but the button of the menu does. */
export function noteMenuOf(item: EventTarget | null): void {
  const menu = item instanceof Element ? item.closest('[role=menu]') : null;
  menuButton = document.getElementById(menu?.getAttribute('aria-labelledby') ?? '');
}

/** Sets the focus when the open dialog closes; null: the focus returns to the opener. */
let focusAfterClose: (() => void) | null = null;

/** Sets where the focus goes when the open dialog closes, for example to a section, or to the replacement of a removed opener. */
export function focusAfterDialog(go: () => void): void {
  focusAfterClose = go;
}

/** Returns the focused element. If a menu has just lost the focus, returns the button of the menu. */
export function lastUsed(): Element | null {
  const { activeElement } = document;
  const isLost = activeElement === document.body || activeElement?.closest('[role=menu]') !== null;
  return isLost && menuButton?.isConnected ? menuButton : activeElement;
}

/** Returns the focus to the opener when a dialog closes. Radix does this only for its own trigger, which our dialogs do not use. The
 * initial focus goes to the control with `data-autofocus`. React's `autoFocus` would move the focus before the opener is noted.
 */
export function useFocusReturn() {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: (event: Event) => {
      opener.current = lastUsed();
      menuButton = null;
      focusAfterClose = null;
      const field =
        event.currentTarget instanceof Element && event.currentTarget.querySelector('[data-autofocus]');
      if (!(field instanceof HTMLElement)) return;
      event.preventDefault();
      field.focus();
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      const go = focusAfterClose;
      focusAfterClose = null;
      if (go) go();
      else if (opener.current instanceof HTMLElement) opener.current.focus();
    },
  };
}
