import { useRef } from 'react';

/**
 * Gives the focus back to where it was when a dialog opened. Radix does so for a trigger of its own only; our dialogs are
 * opened from afar. Focus starts at the control marked `data-autofocus`: React's `autoFocus` would move it before its
 * origin is noted.
 */
export function useFocusReturn() {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: (event: Event) => {
      opener.current = document.activeElement;
      const field =
        event.currentTarget instanceof Element && event.currentTarget.querySelector('[data-autofocus]');
      if (!(field instanceof HTMLElement)) return;
      event.preventDefault();
      field.focus();
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      if (opener.current instanceof HTMLElement) opener.current.focus();
    },
  };
}
