import { BRAND } from '@posthorn/contracts/shared/brand';

const keyOf = (userId: string): string => `${BRAND.hashtag}:signed-out:${userId}`;
const listeners = new Set<(userId: string) => void>();

/** Other windows of this browser hear it as well, because they may have text that is not stored yet. */
export function announceSignOut(userId: string): void {
  for (const tell of listeners) tell(userId);
  try {
    localStorage.setItem(keyOf(userId), '');
    localStorage.removeItem(keyOf(userId));
  } catch {
    // Without storage no window has stored anything.
  }
}

/** Calls the listener when the user signs out in any window of this browser. */
export function onSignOut(userId: string, listener: () => void): () => void {
  const tell = (who: string) => {
    if (who === userId) listener();
  };
  const heard = ({ key }: StorageEvent) => {
    if (key === keyOf(userId)) listener();
  };
  listeners.add(tell);
  globalThis.addEventListener('storage', heard);
  return () => {
    listeners.delete(tell);
    globalThis.removeEventListener('storage', heard);
  };
}
