import type { PublicUserView } from '@posthorn/contracts/identity/public-user.http';
import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ProfileBanners } from '#infrastructure/profile-banners.ts';
import { EntitlementsShown } from '#modules/billing/public.ts';
import type { Profile } from '../../domain/user.ts';

/** What a user and everybody else see of them alike. */
export type Person = Omit<PublicUserView, 'accounts' | 'stats'>;

@Injectable()
export class People {
  constructor(
    private readonly queries: QueryBus,
    private readonly banners: ProfileBanners,
  ) {}

  async shown(profile: Profile): Promise<Person> {
    const [{ plan }, bannerImageUrl] = await Promise.all([
      this.queries.execute(new EntitlementsShown(profile.userId)),
      this.banners.of(profile.userId),
    ]);
    return {
      username: profile.username,
      handle: profile.handle,
      firstName: profile.firstName,
      lastName: profile.lastName,
      isPremium: plan === 'premium',
      personalityProfile: profile.personality,
      bannerImageUrl,
      profileImageUrl: null,
      createdAt: profile.registeredAt,
    };
  }
}
