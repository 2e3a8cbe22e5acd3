import { useRef } from 'react';

/** The button of the menu in which the user last chose an item. */
let menuButton: HTMLElement | null = null;

/** Remembers the menu of a chosen item. When the dialog that it opened closes, the item is gone, but the menu's button remains. */
export function noteMenuOf(item: EventTarget | null): void {
  const menu = item instanceof Element ? item.closest('[role=menu]') : null;
  menuButton = document.getElementById(menu?.getAttribute('aria-labelledby') ?? '');
}

/** Moves the focus elsewhere when a dialog closes, instead of back. */
let onward: (() => void) | null = null;

/** After the open dialog closes, the focus goes to this place: to the replacement of its opener, or to a section of the screen. */
export function leadFocusOn(go: () => void): void {
  onward = go;
}

/** The focused element, or the button of the menu that has just lost the focus. */
export function lastUsed(): Element | null {
  const { activeElement } = document;
  const isLost = activeElement === document.body || activeElement?.closest('[role=menu]') !== null;
  return isLost && menuButton?.isConnected ? menuButton : activeElement;
}

/**
 * Returns the focus to its place before a dialog opened. Radix does so only for its own trigger, and our dialogs have none. The initial focus
 * goes to the control marked `data-autofocus`. React's `autoFocus` would move it before the old place is noted.
 */
export function useFocusReturn() {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: (event: Event) => {
      opener.current = lastUsed();
      menuButton = null;
      onward = null;
      const field =
        event.currentTarget instanceof Element && event.currentTarget.querySelector('[data-autofocus]');
      if (!(field instanceof HTMLElement)) return;
      event.preventDefault();
      field.focus();
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      const go = onward;
      onward = null;
      if (go) go();
      else if (opener.current instanceof HTMLElement) opener.current.focus();
    },
  };
}
