import type { PublicUserView } from '@posthorn/contracts/identity/public-user.http';

/** What a user and everybody else see of them alike. */
export type Person = Omit<PublicUserView, 'accounts' | 'stats'>;

export abstract class PublicPerson {
  /** @throws UserNotFound */
  abstract of(userId: string): Promise<Person>;
}
