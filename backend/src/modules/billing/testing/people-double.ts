import { Global, Module } from '@nestjs/common';
import { UserDirectory, type UserName } from '#modules/identity/ports/user-directory.ts';

/** Whom Billing asks about people. Each is called by their id, and `nobody` does not exist. */
export class PeopleDouble extends UserDirectory {
  /** Of a person; null: they have none. */
  address: (userId: string) => string | null = (userId) => `${userId}@example.com`;

  override names(ids: readonly string[]): Promise<readonly UserName[]> {
    return Promise.resolve(ids.filter((id) => id !== 'nobody').map((id) => ({ id, name: id })));
  }

  override idOf(username: string): Promise<string> {
    return Promise.resolve(username);
  }

  override mailAddressOf(userId: string): Promise<string | null> {
    return Promise.resolve(this.address(userId));
  }
}

/** Identity, as far as Billing asks it. */
export function peopleOf(double: PeopleDouble) {
  @Global()
  @Module({ providers: [{ provide: UserDirectory, useValue: double }], exports: [UserDirectory] })
  class People {}
  return People;
}
