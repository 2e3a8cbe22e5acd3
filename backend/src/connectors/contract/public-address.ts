/** The fields of an account from which its public URL may be computed. */
type NamedAccount = Readonly<{ accountName: string; displayName: string | null; server: string | null }>;

/** Computes the account's public URL on its platform; null: the name that belongs into the URL is not known. */
export type PublicAddress = (account: NamedAccount) => string | null;

/** For platforms where the `accountName` of each account is part of its public URL. */
export const urlByName =
  (prefix: string): PublicAddress =>
  ({ accountName }) =>
    `${prefix}${encodeURIComponent(accountName)}`;

/**
 * For platforms where some accounts have no name for URLs: their `accountName` is their display name or their id. An
 * `accountName` that equals the display name may be either of them, so this returns null.
 */
export const urlByNameIfAny =
  (prefix: string): PublicAddress =>
  (account) =>
    account.displayName === null || account.displayName === account.accountName
      ? null
      : urlByName(prefix)(account);
