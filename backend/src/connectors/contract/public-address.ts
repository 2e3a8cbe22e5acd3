/** The facts about an account from which its public address may be computed. */
type NamedAccount = Readonly<{ accountName: string; displayName: string | null; server: string | null }>;

/** Computes the account's public address on its platform; null: the name in the address is not known. */
export type PublicAddress = (account: NamedAccount) => string | null;

/** For platforms where each account has a name for addresses, which is its `accountName`. */
export const addressByName =
  (prefix: string): PublicAddress =>
  ({ accountName }) =>
    `${prefix}${encodeURIComponent(accountName)}`;

/**
 * For platforms where some accounts have no such name: their `accountName` is then their display name or their id. A name equal to
 * the display name may be either, so it makes no address.
 */
export const addressByNameIfAny =
  (prefix: string): PublicAddress =>
  (account) =>
    account.displayName === null || account.displayName === account.accountName
      ? null
      : addressByName(prefix)(account);
