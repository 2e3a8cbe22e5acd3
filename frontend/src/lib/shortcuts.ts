import { BRAND } from '@posthorn/contracts/shared/brand';
import { useEffect, useSyncExternalStore } from 'react';

const OFF_KEY = `${BRAND.hashtag}:shortcuts`;
const SEQUENCE_MS = 1_000;
const listeners = new Set<() => void>();

/** Whether single-key shortcuts are on, with a function that switches them. They can disturb speech input (WCAG 2.1.4). */
export function useShortcutsSwitch(): readonly [on: boolean, set: (on: boolean) => void] {
  return [useSyncExternalStore(subscribe, areOn), setOn];
}

/**
 * Binds keys such as `c` or `?`, or a sequence such as `g p`. Ignores keys in fields, and while a dialog or menu is open.
 * @param isFrame true: the screen inside the frame has precedence for the same key
 */
export function useShortcuts(bindings: Readonly<Record<string, () => void>>, isFrame = false): void {
  useEffect(() => {
    let lastKey: { key: string; at: number } | null = null;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (!areOn() || isTextField(event.target) || document.querySelector(OVERLAYS)) return;
      const isSequence = lastKey !== null && event.timeStamp - lastKey.at < SEQUENCE_MS;
      const act = (isSequence && bindings[`${lastKey?.key ?? ''} ${event.key}`]) || bindings[event.key];
      lastKey = { key: event.key, at: event.timeStamp };
      if (!act) return;
      event.preventDefault();
      act();
    };
    // An event reaches the document before the window.
    const target: Document | Window = isFrame ? window : document;
    target.addEventListener('keydown', onKeyDown as EventListener);
    return () => {
      target.removeEventListener('keydown', onKeyDown as EventListener);
    };
  }, [bindings, isFrame]);
}

// Excludes an empty list box, because the list of time zones is always in the DOM.
const OVERLAYS = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]:not(:empty)';

const isTextField = (target: EventTarget | null): boolean =>
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
    // Without storage, the shortcuts stay on.
  }
  listeners.forEach((listener) => {
    listener();
  });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
