/** The text that the user types after opening a reply box, before the code of the box has loaded. */

let typed = '';

/** Collects the typed text, so that no key acts as a shortcut. The returned function ends the collection. */
export function holdKeys(onEscape: () => void): () => void {
  typed = '';
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || isField(event.target)) return;
    if (event.key === 'Escape') onEscape();
    else if (event.key === 'Backspace') typed = typed.slice(0, -1);
    else if (event.key !== 'Enter' && event.key.length !== 1) return;
    else if (!event.repeat) typed += event.key === 'Enter' ? '\n' : event.key;
    event.preventDefault();
  };
  // Listens in the capture phase, so that the handler runs before all shortcuts.
  document.addEventListener('keydown', press, true);
  return () => {
    document.removeEventListener('keydown', press, true);
    // A box that has loaded takes the text before this microtask. The text of a box that never loaded must not enter another box.
    queueMicrotask(() => {
      typed = '';
    });
  };
}

/** Passes the collected text to the box that has just appeared. */
export function giveKeysTo(box: (keys: string) => void): void {
  if (typed !== '') box(typed);
  typed = '';
}

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('input, textarea, select');
