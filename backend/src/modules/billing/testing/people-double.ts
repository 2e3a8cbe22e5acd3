import { Global, Module } from '@nestjs/common';
import { KnownUsers } from '#modules/identity/ports/known-users.ts';
import { MailAddresses } from '#modules/identity/ports/mail-addresses.ts';

/** A test double for the ports of Identity that Billing uses. All users exist except one: see `has`. */
export class PeopleDouble implements KnownUsers, MailAddresses {
  /** Returns the address of a user; null: none. */
  address: (userId: string) => string | null = (userId) => `${userId}@example.com`;

  has(userId: string): Promise<boolean> {
    return Promise.resolve(userId !== 'nobody');
  }

  addressOf(userId: string): Promise<string | null> {
    return Promise.resolve(this.address(userId));
  }
}

/** Returns a module that provides the double. */
export function peopleOf(double: PeopleDouble) {
  @Global()
  @Module({
    providers: [KnownUsers, MailAddresses].map((provide) => ({ provide, useValue: double })),
    exports: [KnownUsers, MailAddresses],
  })
  class People {}
  return People;
}
