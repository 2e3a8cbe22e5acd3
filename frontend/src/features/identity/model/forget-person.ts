import { BRAND } from '@posthorn/contracts/shared/brand';
import { signedOutKey } from '#lib/signed-out.ts';

/**
 * Removes all keys in storage that contain the user's id, such as `posthorn:draft:{userId}:new`. Theme and shortcuts stay, because they belong
 * to the browser. Open windows of this browser store nothing more of the user.
 */
export function forgetPerson(userId: string): void {
  const key = signedOutKey(userId);
  // Only other windows hear of a change by themselves.
  globalThis.dispatchEvent(new StorageEvent('storage', { key }));
  try {
    localStorage.setItem(key, '');
    for (const key of Object.keys(localStorage)) {
      const [app, , owner] = key.split(':');
      if (app === BRAND.hashtag && owner === userId) localStorage.removeItem(key);
    }
  } catch {
    // Without storage nothing was kept.
  }
}
