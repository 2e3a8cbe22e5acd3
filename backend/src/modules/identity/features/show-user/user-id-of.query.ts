import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { AddressBook } from '../../address-book.ts';
import { UserNotFound } from '../../domain/user.errors.ts';
import { UserIdOf } from '../../public.ts';
import { Profiles } from './profiles.ts';

@QueryHandler(UserIdOf)
export class UserIdOfHandler implements IQueryHandler<UserIdOf> {
  constructor(
    private readonly addresses: AddressBook,
    private readonly profiles: Profiles,
  ) {}

  async execute({ username }: UserIdOf): Promise<string> {
    const name = username.toLowerCase();
    const userId = await this.addresses.holderOfUsername(name);
    // A crash leaves a name without a user behind, an erasure may leave a user without a name.
    if (userId === null || (await this.profiles.of(userId)).username !== name) throw new UserNotFound();
    return userId;
  }
}
