import type { PublicUserView } from '@posthorn/contracts/identity/public-user.http';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { PublicAccounts } from '../../ports/public-accounts.ts';
import { PostTotals } from '../../ports/post-totals.ts';
import { UserDirectory } from '../../ports/user-directory.ts';
import { People } from '../../read-models/users/people.ts';
import { Profiles } from '../../read-models/users/profiles.ts';

/** A user as everybody else sees them. @throws UserNotFound */
export class ShowPublicUser extends Query<PublicUserView> {
  constructor(readonly username: string) {
    super();
  }
}

@QueryHandler(ShowPublicUser)
export class ShowPublicUserHandler implements IQueryHandler<ShowPublicUser> {
  constructor(
    private readonly profiles: Profiles,
    private readonly people: People,
    private readonly directory: UserDirectory,
    private readonly accounts: PublicAccounts,
    private readonly totals: PostTotals,
  ) {}

  async execute({ username }: ShowPublicUser): Promise<PublicUserView> {
    const userId = await this.directory.idOf(username);
    const [person, accounts, posts] = await Promise.all([
      this.profiles.of(userId).then((profile) => this.people.shown(profile)),
      this.accounts.publicOf(userId),
      this.totals.published(userId),
    ]);
    const platforms = new Set(accounts.map(({ platform }) => platform)).size;
    return { ...person, accounts, stats: { posts, engagement: null, platforms } };
  }
}
