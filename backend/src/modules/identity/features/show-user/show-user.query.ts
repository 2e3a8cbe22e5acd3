import type { UserView } from '@posthorn/contracts/identity/session.http';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { AccountLinks } from '../../stores/account-links/account-links.ts';
import { PublicPersons } from '../../read-models/users/public-persons.ts';
import { Profiles } from '../../read-models/users/profiles.ts';

/** Returns the account of the signed-in user, with private data. */
export class ShowUser extends Query<UserView> {
  constructor(readonly userId: string) {
    super();
  }
}

@QueryHandler(ShowUser)
export class ShowUserHandler implements IQueryHandler<ShowUser> {
  constructor(
    private readonly profiles: Profiles,
    private readonly links: AccountLinks,
    private readonly people: PublicPersons,
    private readonly configuration: Configuration,
  ) {}

  async execute({ userId }: ShowUser): Promise<UserView> {
    const profile = await this.profiles.profileOf(userId);
    return {
      ...(await this.people.shown(profile)),
      id: userId,
      email: profile.email,
      pendingEmail: await this.links.pendingOf(userId),
      timezone: profile.timezone,
      pagesDomain: this.configuration.pagesDomain,
    };
  }
}
