import type { PublicUserView } from '@posthorn/contracts/identity/public-user.http';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { ProfileFigures } from '#infrastructure/http/pages/profile-figures.ts';
import { PublicAccounts } from '#modules/integrations/ports/public-accounts.ts';
import { PostTotals } from '#modules/scheduling/ports/post-totals.ts';
import { Usernames } from '#modules/identity/ports/usernames.ts';
import { PublicPerson } from '#modules/identity/ports/public-person.ts';

/** Returns the public data of a user. @throws UserNotFound */
export class ShowPublicUser extends Query<PublicUserView> {
  constructor(readonly username: string) {
    super();
  }
}

@QueryHandler(ShowPublicUser)
export class ShowPublicUserHandler implements IQueryHandler<ShowPublicUser> {
  constructor(
    private readonly usernames: Usernames,
    private readonly people: PublicPerson,
    private readonly accounts: PublicAccounts,
    private readonly totals: PostTotals,
    private readonly figures: ProfileFigures,
  ) {}

  async execute({ username }: ShowPublicUser): Promise<PublicUserView> {
    const userId = await this.usernames.idOf(username);
    const [person, accounts, posts, engagement] = await Promise.all([
      this.people.personOf(userId),
      this.accounts.publicOf(userId),
      this.totals.published(userId),
      this.figures.engagementOf(userId),
    ]);
    const platforms = new Set(accounts.map(({ platform }) => platform)).size;
    return { ...person, accounts, stats: { posts, engagement, platforms } };
  }
}
