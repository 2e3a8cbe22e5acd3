import type { Call } from '../shared/call.ts';
import type { Platform } from '../shared/platform.ts';

/** A working connected account, as other users see it. */
export type PublicAccountView = Readonly<{
  platform: Platform;
  /** The name that people see on the platform. */
  accountName: string;
  /** The URL of the account's page on the platform; null if it is not known. */
  address: string | null;
}>;

/** The data of a user that other users see. All of it is public, so think before you add a field. */
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
  /** Ordered by platform. */
  accounts: readonly PublicAccountView[];
  stats: Readonly<{
    /** Number of posts that are published on at least one account. */
    posts: number;
    /** Likes, comments and shares that the platforms have reported; null: Posthorn has never read these figures. */
    engagement: number | null;
    /** Number of different platforms among `accounts`. */
    platforms: number;
  }>;
}>;

export const PUBLIC_USER_TEXT = { usernameMissing: 'Please name a user.' } as const;

/** Requires a sign-in. 404 for an unknown name. */
export const showPublicUser: Call<void, PublicUserView> = {
  method: 'GET',
  path: '/api/users/profile/:username',
};
/** As `showPublicUser`, with the name as `?username=`. */
export const showPublicUserByQuery: Call<void, PublicUserView> = {
  method: 'GET',
  path: '/api/users/profile',
};
