/** One message to the user. `undo` runs at most once, as long as the toast is in sight. */
export type ToastItem = Readonly<{
  id: number;
  open: boolean;
  title: string;
  description?: string;
  variant?: 'default' | 'destructive';
  undo?: () => void;
  /** It is about what led to this page: a dialog that opens with the page does not send it away. */
  stays?: boolean;
  /** What may be done besides; like `undo` at most once. */
  action?: Readonly<{ label: string; run: () => void }>;
}>;

/** What a toast says, and what can be done from it. */
export type ToastMessage = Omit<ToastItem, 'id' | 'open'>;

const LIMIT = 1;
const REMOVE_MS = 1_000_000;

let items: readonly ToastItem[] = [];
let next = 0;
const listeners = new Set<() => void>();

function set(change: (items: readonly ToastItem[]) => readonly ToastItem[]): void {
  items = change(items);
  listeners.forEach((tell) => {
    tell();
  });
}

export const toasts = (): readonly ToastItem[] => items;

export function subscribeToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export function dismiss(id: number): void {
  set((list) => list.map((item) => (item.id === id ? { ...item, open: false } : item)));
  setTimeout(() => {
    set((list) => list.filter((item) => item.id !== id));
  }, REMOVE_MS);
}

/** Shows a message; a newer one takes its place. */
export function toast(item: ToastMessage): number {
  const id = ++next;
  set((list) => [{ ...item, id, open: true }, ...list].slice(0, LIMIT));
  return id;
}

/** What is newly open is not covered by a message about what came before, unless the message offers something to do. */
export function dismissPassing(): void {
  for (const { id, open, undo, action, stays } of items) if (open && !undo && !action && !stays) dismiss(id);
}

/** Forgets all messages, as a newly opened page has none. */
export function clearToasts(): void {
  set(() => []);
}
