export const appNames = [
  'facebook',
  'threads',
  'twitter',
  'linkedin',
  'tiktok',
  'youtube',
  'pinterest',
  'snapchat',
  'instagram-login',
  'tiktok-business',
] as const;
/** Our applications at the platforms. One of them may open several platforms: `facebook` also opens Instagram
 * accounts behind Pages, `instagram-login` those without one. `tiktok-business` connects none: it opens the comments of those
 * that `tiktok` has connected. */
export type AppName = (typeof appNames)[number];
