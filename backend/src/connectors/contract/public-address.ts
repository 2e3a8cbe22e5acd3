/** The fields of an account from which its public address may be computed. */
type NamedAccount = Readonly<{ accountName: string; displayName: string | null; server: string | null }>;

/** Computes the account's public address on its platform; null: the name that belongs into the address is not known. */
export type PublicAddress = (account: NamedAccount) => string | null;

/** For platforms where the `accountName` of each account is part of its public address. */
export const addressByName =
  (prefix: string): PublicAddress =>
  ({ accountName }) =>
    `${prefix}${encodeURIComponent(accountName)}`;

/**
 * For platforms where some accounts have no name for addresses: their `accountName` is their display name or their id. An
 * `accountName` that equals the display name may be either of them, so this returns null.
 */
export const addressByNameIfAny =
  (prefix: string): PublicAddress =>
  (account) =>
    account.displayName === null || account.displayName === account.accountName
      ? null
      : addressByName(prefix)(account);
