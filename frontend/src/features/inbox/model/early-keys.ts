/** Keys that a user presses after asking for a reply box, and before the box can take them. */

let typed = '';

/** Collects the text that the user types, so that no key acts as a shortcut. Returns a function that ends this. */
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
  // While the event goes down: before each shortcut.
  document.addEventListener('keydown', press, true);
  return () => {
    document.removeEventListener('keydown', press, true);
    // The box takes them in the same step as it appears. Keys of a box that never came belong to no other box.
    queueMicrotask(() => {
      typed = '';
    });
  };
}

/** Gives the keys typed so far to the box that has just appeared. */
export function giveKeysTo(box: (keys: string) => void): void {
  if (typed !== '') box(typed);
  typed = '';
}

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('input, textarea, select');
