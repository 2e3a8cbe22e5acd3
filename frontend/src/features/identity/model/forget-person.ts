import { BRAND } from '@posthorn/contracts/shared/brand';

/**
 * Drafts, settings and whatever else this browser has kept of a person: all keys that name them, as `posthorn:draft:{userId}:new` does. How it
 * looks and answers to keys is the browser's own, and stays.
 */
export function forgetPerson(userId: string): void {
  try {
    for (const key of Object.keys(localStorage)) {
      const [app, , owner] = key.split(':');
      if (app === BRAND.hashtag && owner === userId) localStorage.removeItem(key);
    }
  } catch {
    // Without storage nothing was kept.
  }
}
