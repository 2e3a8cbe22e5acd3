import { BRAND } from '@posthorn/contracts/shared/brand';
import { signedOutKey } from '#lib/signed-out.ts';

/** Removes all storage keys with the id of the user, such as `posthorn:draft:{userId}:new`. The theme and other keys without a user stay.
 * Open windows of this browser then stop storing data of the user.
 */
export function forgetPerson(userId: string): void {
  const key = signedOutKey(userId);
  // Notifies this window, because the browser notifies only other windows about a change.
  globalThis.dispatchEvent(new StorageEvent('storage', { key }));
  try {
    localStorage.setItem(key, '');
    for (const stored of Object.keys(localStorage)) {
      const [app, , owner] = stored.split(':');
      if (app === BRAND.hashtag && owner === userId) localStorage.removeItem(stored);
    }
  } catch {
    // Without storage, there is nothing to delete.
  }
}
