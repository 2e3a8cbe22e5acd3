import { BRAND } from '@posthorn/contracts/shared/brand';

/** Returns the storage key whose change informs all windows about a sign-out. Windows then stop storing text of the user. */
export const signedOutKey = (userId: string): string => `${BRAND.hashtag}:signed-out:${userId}`;
