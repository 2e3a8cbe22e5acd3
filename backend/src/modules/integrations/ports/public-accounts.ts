import type { PublicAccountView } from '@posthorn/contracts/identity/public-user.http';

export abstract class PublicAccounts {
  /**
   * The public data of the user's active accounts. It contains no ids. It leaves out accounts that are
   * disconnected or need a new login.
   */
  abstract publicOf(userId: string): Promise<readonly PublicAccountView[]>;
}
