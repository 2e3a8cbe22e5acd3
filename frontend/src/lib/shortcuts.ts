import { BRAND } from '@posthorn/contracts/shared/brand';
import { useEffect, useSyncExternalStore } from 'react';

const OFF_KEY = `${BRAND.hashtag}:shortcuts`;
const SEQUENCE_MS = 1_000;
const listeners = new Set<() => void>();

/** Single-key shortcuts disturb speech input and some users' hands, so users can switch them off (WCAG 2.1.4). */
export function useShortcutsSwitch(): readonly [on: boolean, set: (on: boolean) => void] {
  return [useSyncExternalStore(subscribe, areOn), setOn];
}

/** Keys as written: `c`, `?`, or a sequence like `g p`. Ignored in fields, and while a dialog or menu is open. */
export function useShortcuts(bindings: Readonly<Record<string, () => void>>): void {
  useEffect(() => {
    let before: { key: string; at: number } | null = null;
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (!areOn() || isWritten(event.target) || document.querySelector(OVERLAYS)) return;
      const isSequence = before !== null && event.timeStamp - before.at < SEQUENCE_MS;
      const act = (isSequence && bindings[`${before?.key ?? ''} ${event.key}`]) || bindings[event.key];
      before = { key: event.key, at: event.timeStamp };
      if (!act) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', press);
    return () => {
      document.removeEventListener('keydown', press);
    };
  }, [bindings]);
}

// The list of time zones is in the DOM even while it is empty.
const OVERLAYS = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]:not(:empty)';

const isWritten = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type=checkbox], [type=radio]), textarea, select'));

function areOn(): boolean {
  try {
    return localStorage.getItem(OFF_KEY) !== 'off';
  } catch {
    return true;
  }
}

function setOn(on: boolean): void {
  try {
    if (on) localStorage.removeItem(OFF_KEY);
    else localStorage.setItem(OFF_KEY, 'off');
  } catch {
    // Without storage they stay on.
  }
  listeners.forEach((tell) => {
    tell();
  });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
