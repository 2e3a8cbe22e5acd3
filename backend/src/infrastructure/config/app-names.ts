export const appNames = [
  'facebook',
  'threads',
  'twitter',
  'linkedin',
  'tiktok',
  'youtube',
  'pinterest',
  'snapchat',
] as const;
/** Our applications at the platforms. One of them may open several platforms: `facebook` also opens Instagram. */
export type AppName = (typeof appNames)[number];
