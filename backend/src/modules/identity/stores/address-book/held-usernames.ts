import { Injectable } from '@nestjs/common';
import { UsersBeingErased } from '#infrastructure/effects/users-being-erased.ts';
import { UserNotFound } from '../../domain/identity.errors.ts';
import { Usernames } from '../../ports/usernames.ts';
import { Profiles } from '../../read-models/users/profiles.ts';
import { AddressBook } from './address-book.ts';

@Injectable()
export class HeldUsernames extends Usernames {
  constructor(
    private readonly addresses: AddressBook,
    private readonly profiles: Profiles,
    private readonly leaving: UsersBeingErased,
  ) {
    super();
  }

  override async idOf(username: string): Promise<string> {
    const name = username.toLowerCase();
    const userId = await this.addresses.holderOfUsername(name);
    if (userId === null || (await this.leaving.has(userId))) throw new UserNotFound();
    // After a crash, a name may belong to a user who is not registered.
    if ((await this.profiles.profileOf(userId)).username !== name) throw new UserNotFound();
    return userId;
  }
}
