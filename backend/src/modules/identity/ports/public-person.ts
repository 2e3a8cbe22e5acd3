import type { PublicUserView } from '@posthorn/contracts/identity/public-user.http';

/** The data that users see of themselves and others see of them. */
export type Person = Omit<PublicUserView, 'accounts' | 'stats'>;

export abstract class PublicPerson {
  /** @throws UserNotFound */
  abstract personOf(userId: string): Promise<Person>;
}
