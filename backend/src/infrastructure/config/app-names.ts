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
] as const;
/** Our applications at the platforms. One of them may open several platforms: `facebook` also opens Instagram
 * accounts behind Pages, `instagram-login` those without one. */
export type AppName = (typeof appNames)[number];
