import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { LeavingPeople } from '#infrastructure/erasure/leaving-people.ts';
import { AddressBook } from '../../address-book.ts';
import { UserNotFound } from '../../domain/identity.errors.ts';
import { UserIdOf } from '../../public.ts';
import { Profiles } from './profiles.ts';

@QueryHandler(UserIdOf)
export class UserIdOfHandler implements IQueryHandler<UserIdOf> {
  constructor(
    private readonly addresses: AddressBook,
    private readonly profiles: Profiles,
    private readonly leaving: LeavingPeople,
  ) {}

  async execute({ username }: UserIdOf): Promise<string> {
    const name = username.toLowerCase();
    const userId = await this.addresses.holderOfUsername(name);
    if (userId === null || (await this.leaving.has(userId))) throw new UserNotFound();
    // A crash leaves a name without a user behind.
    if ((await this.profiles.of(userId)).username !== name) throw new UserNotFound();
    return userId;
  }
}
