import { useEffect, useRef, type RefObject } from 'react';

/**
 * Keeps the focus in the calendar when the focused element is removed. An entry gets a new element when it moves to another cell:
 * after a move, its undo, a refusal, or a change from another window.
 */
export function useFocusInCalendar(
  root: RefObject<HTMLElement | null>,
  /** Returns the element to focus instead. `entry`: the entry that had the focus and is no longer visible. */
  insteadOf: (entry: string | undefined) => HTMLElement | undefined,
): void {
  const last = useRef<HTMLElement | null>(null);
  useEffect(() => {
    const { current: element } = root;
    const note = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement) last.current = target;
    };
    element?.addEventListener('focusin', note);
    return () => {
      element?.removeEventListener('focusin', note);
    };
  }, [root]);
  useEffect(() => {
    const { current: lost } = last;
    if (!lost || lost.isConnected || document.activeElement !== document.body) return;
    const entry = lost.dataset['entry'];
    const moved = entry && root.current?.querySelector<HTMLElement>(`[data-entry="${entry}"]`);
    const instead = moved || insteadOf(entry);
    instead?.focus();
  });
}
