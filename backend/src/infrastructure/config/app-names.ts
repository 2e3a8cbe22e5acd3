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
/**
 * The operator’s applications at the platforms. One application may cover several platforms: `facebook` also covers Instagram accounts
 * behind Pages, `instagram-login` those without one. `tiktok-business` connects no accounts: it reads the comments of accounts that
 * `tiktok` has connected.
 */
export type AppName = (typeof appNames)[number];
