import type { PublicAccountView } from '@posthorn/contracts/identity/public-user.http';

export abstract class PublicAccounts {
  /**
   * What anybody may know of the user's accounts that work: no ids, and none that is disconnected or has to be connected
   * again.
   */
  abstract publicOf(userId: string): Promise<readonly PublicAccountView[]>;
}
