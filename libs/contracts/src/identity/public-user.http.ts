import type { Call } from '../shared/call.ts';
import type { Platform } from '../shared/platform.ts';

/** A working connected account, as other users may see it. */
export type PublicAccountView = Readonly<{
  platform: Platform;
  /** As people know it there. */
  accountName: string;
  /** Its page on the platform; null where the address is not known. */
  address: string | null;
}>;

/** What others see of a user. All of it is public: whatever joins it is a decision. */
export type PublicUserView = Readonly<{
  username: string;
  handle: string | null;
  firstName: string | null;
  lastName: string | null;
  isPremium: boolean;
  personalityProfile: string | null;
  bannerImageUrl: string | null;
  profileImageUrl: string | null;
  createdAt: string;
  /** By platform. */
  accounts: readonly PublicAccountView[];
  stats: Readonly<{
    /** Posts that are out on one account at least. */
    posts: number;
    /** Likes, comments and shares that the platforms have reported; null: they were never read. */
    engagement: number | null;
    /** Different ones among `accounts`. */
    platforms: number;
  }>;
}>;

export const PUBLIC_USER_TEXT = { usernameMissing: 'Please name a user.' } as const;

/** Signed in only. 404 for a name that no user has. */
export const showPublicUser: Call<void, PublicUserView> = {
  method: 'GET',
  path: '/api/users/profile/:username',
};
/** The same, with `?username=`. */
export const showPublicUserToo: Call<void, PublicUserView> = { method: 'GET', path: '/api/users/profile' };
