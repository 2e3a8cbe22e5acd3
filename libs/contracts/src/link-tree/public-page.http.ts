import type { Call } from '../shared/call.ts';
import type { Platform } from '../shared/platform.ts';
import type { LinkPageTheme } from './themes.ts';

/** The public data of a user with a handle. The page itself shows all of it. */
export type LinkTreeUser = Readonly<{
  handle: string;
  /** First and last name, else the first name, else `@handle`. */
  displayName: string;
  firstName: string | null;
  lastName: string | null;
  isPremium: boolean;
  sentence: string;
  theme: LinkPageTheme;
  /** Only while the owner has Premium. */
  bannerImageUrl: string | null;
  /** Null: the avatar is drawn from the name. */
  profileImageUrl: string | null;
}>;

export type LinkTreeMedia = Readonly<{
  mediaUrl: string;
  mediaType: 'image' | 'video';
  thumbnailUrl: string | null;
  width: number | null;
  height: number | null;
  altText: string | null;
}>;

export type LinkTreePost = Readonly<{
  id: number;
  title: string | null;
  content: string;
  /** As platforms show them: `#bread #rolls`. */
  hashtags: string | null;
  /** UTC instant of the first publication. */
  publishedAt: string;
  media: readonly LinkTreeMedia[];
  platforms: readonly Platform[];
}>;

/** An active account whose URL is known, or one of the owner's links that are on the page now (`platform` null). */
export type LinkTreeAccount = Readonly<{
  platform: Platform | null;
  name: string;
  /** The profile or page on the platform, or where the link leads. Accounts without a known URL are left out. */
  address: string;
}>;

/** The calls of this file also accept the handle as `?handle=`. 404 `link-tree.profile-not-found`. They need no session. */
export const linkTreeUser: Call<void, LinkTreeUser> = { method: 'GET', path: '/api/linktree/user/:handle' };
/** Newest first; as many as the owner's plan shows. */
export const linkTreePosts: Call<void, readonly LinkTreePost[]> = {
  method: 'GET',
  path: '/api/linktree/posts/:handle',
};
export const linkTreeAccounts: Call<void, readonly LinkTreeAccount[]> = {
  method: 'GET',
  path: '/api/linktree/accounts/:handle',
};
