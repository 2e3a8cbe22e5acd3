import { BRAND } from '@posthorn/contracts/shared/brand';

/** The windows of a browser hear of a sign-out by a change of this key, because they may have text that is not stored yet. */
export const signedOutKey = (userId: string): string => `${BRAND.hashtag}:signed-out:${userId}`;
