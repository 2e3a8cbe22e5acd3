import type { PublicUserView } from '@posthorn/contracts/identity/public-user.http';

/** The data about a user that the user and other people see. */
export type Person = Omit<PublicUserView, 'accounts' | 'stats'>;

export abstract class PublicPerson {
  /** @throws UserNotFound */
  abstract personOf(userId: string): Promise<Person>;
}
