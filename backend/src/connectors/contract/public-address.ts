/** What is known of an account that its public address may be made of. */
type NamedAccount = Readonly<{ accountName: string; displayName: string | null; server: string | null }>;

/** Where anybody finds an account on its platform; null: the name that stands in its address is not known. */
export type PublicAddress = (account: NamedAccount) => string | null;

/** Where every account has a name for addresses, which is its `accountName`. */
export const addressByName =
  (prefix: string): PublicAddress =>
  ({ accountName }) =>
    `${prefix}${encodeURIComponent(accountName)}`;

/**
 * Where some accounts have no such name: their `accountName` is what they are called then, or their id. A name that is the
 * same as what the account is called may be either, so it makes no address.
 */
export const addressByNameIfAny =
  (prefix: string): PublicAddress =>
  (account) =>
    account.displayName === null || account.displayName === account.accountName
      ? null
      : addressByName(prefix)(account);
