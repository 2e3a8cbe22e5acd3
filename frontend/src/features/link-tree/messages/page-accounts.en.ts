/** Texts of the accounts in the link page editor. */
export const PAGE_ACCOUNTS_TEXT = {
  list: 'Accounts in the order of the page',
  /** Distinguishes accounts with the same name on different platforms. */
  named: (platform: string, name: string) => `${platform} account ${name}`,
  unknown: 'Not on your page: we do not know the address of this profile.',
} as const;
