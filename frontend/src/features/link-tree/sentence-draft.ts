import { BRAND } from '@posthorn/contracts/shared/brand';

const keyOf = (userId: string): string => `${BRAND.hashtag}:sentence:${userId}`;

/** What a user has typed about themselves in this browser and not saved; null: nothing. */
export function readSentence(userId: string): string | null {
  try {
    return localStorage.getItem(keyOf(userId));
  } catch {
    return null;
  }
}

/** @param typed null: what is stored on the server is all */
export function keepSentence(userId: string, typed: string | null): void {
  try {
    if (typed === null) localStorage.removeItem(keyOf(userId));
    else localStorage.setItem(keyOf(userId), typed);
  } catch {
    // Without storage it stays as long as the form.
  }
}
