/** One message to the user. `undo` runs at most once, while the toast is visible. */
export type ToastItem = Readonly<{
  id: number;
  open: boolean;
  title: string;
  description?: string;
  variant?: 'default' | 'destructive';
  undo?: () => void;
  /** The duration, if it differs from the default. */
  seconds?: number;
  /** True: the message is about the action that led to this page, so a dialog that opens with the page does not dismiss it. */
  stays?: boolean;
  /** A further action, which runs at most once. */
  action?: Readonly<{ label: string; run: () => void }>;
}>;

/** The content and actions of a toast. */
export type ToastMessage = Omit<ToastItem, 'id' | 'open'>;

const LIMIT = 1;
const REMOVE_MS = 1_000_000;

let items: readonly ToastItem[] = [];
let next = 0;
const listeners = new Set<() => void>();

function set(change: (items: readonly ToastItem[]) => readonly ToastItem[]): void {
  items = change(items);
  listeners.forEach((listener) => {
    listener();
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

/** Shows a message, which replaces the previous one. */
export function toast(item: ToastMessage): number {
  const id = ++next;
  set((list) => [{ ...item, id, open: true }, ...list].slice(0, LIMIT));
  return id;
}

/** Dismisses messages when a dialog opens, so that they do not cover it. Messages with an action or `stays` remain. */
export function dismissPassing(): void {
  for (const { id, open, undo, action, stays } of items) if (open && !undo && !action && !stays) dismiss(id);
}

/** Removes all messages. */
export function clearToasts(): void {
  set(() => []);
}
