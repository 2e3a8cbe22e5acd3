import { useRef } from 'react';

/** Of the menu in which something was chosen last. */
let menuButton: HTMLElement | null = null;

/** An item of a menu was chosen: the item is gone when the dialog that it opens is closed, the menu's button is not. */
export function noteMenuOf(item: EventTarget | null): void {
  const menu = item instanceof Element ? item.closest('[role=menu]') : null;
  menuButton = document.getElementById(menu?.getAttribute('aria-labelledby') ?? '');
}

/** Where the focus goes when a dialog is closed, if not back. */
let onward: (() => void) | null = null;

/** What closes the dialog that is open now leads on: to what takes the place of its opener, or to a section of the same screen. */
export function leadFocusOn(go: () => void): void {
  onward = go;
}

/** What has the focus, or the button of the menu that has just lost it. */
function openerNow(): Element | null {
  const { activeElement } = document;
  const isLost = activeElement === document.body || activeElement?.closest('[role=menu]') !== null;
  return isLost && menuButton?.isConnected ? menuButton : activeElement;
}

/**
 * Gives the focus back to where it was when a dialog opened. Radix does so for a trigger of its own only; our dialogs are
 * opened from afar. Focus starts at the control marked `data-autofocus`: React's `autoFocus` would move it before its
 * origin is noted.
 */
export function useFocusReturn() {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: (event: Event) => {
      opener.current = openerNow();
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
