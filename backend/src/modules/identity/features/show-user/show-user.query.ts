import type { UserView } from '@posthorn/contracts/identity/session.http';
import { Query, QueryBus, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { EntitlementsShown } from '#modules/billing/public.ts';
import { AccountLinks } from '../change-email/account-links.ts';
import { Profiles } from './profiles.ts';

/** A user as they see themselves. */
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
    private readonly queries: QueryBus,
  ) {}

  async execute({ userId }: ShowUser): Promise<UserView> {
    const profile = await this.profiles.of(userId);
    const { plan } = await this.queries.execute(new EntitlementsShown(userId));
    return {
      id: userId,
      username: profile.username,
      email: profile.email,
      pendingEmail: await this.links.pendingOf(userId),
      firstName: profile.firstName,
      lastName: profile.lastName,
      handle: profile.handle,
      isPremium: plan === 'premium',
      personalityProfile: profile.personality,
      bannerImageUrl: null,
      profileImageUrl: null,
      createdAt: profile.registeredAt,
      timezone: profile.timezone,
    };
  }
}
