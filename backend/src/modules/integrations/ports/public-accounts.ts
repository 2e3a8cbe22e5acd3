import type { PublicAccountView } from '@posthorn/contracts/identity/public-user.http';

export abstract class PublicAccounts {
  /** The public data of the user's working accounts. It contains no ids and skips accounts that are disconnected or need a new login. */
  abstract publicOf(userId: string): Promise<readonly PublicAccountView[]>;
}
