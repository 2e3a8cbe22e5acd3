import type { PublicUserView } from '@posthorn/contracts/identity/public-user.http';
import { Injectable } from '@nestjs/common';
import { ProfileBanners } from '#infrastructure/http/pages/profile-banners.ts';
import type { Profile } from '../../domain/user/user.ts';
import { PlanOf } from '../../ports/plan-of.ts';

/** What a user and everybody else see of them alike. */
export type Person = Omit<PublicUserView, 'accounts' | 'stats'>;

@Injectable()
export class People {
  constructor(
    private readonly plans: PlanOf,
    private readonly banners: ProfileBanners,
  ) {}

  async shown(profile: Profile): Promise<Person> {
    const [{ plan }, bannerImageUrl] = await Promise.all([
      this.plans.shown(profile.userId),
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
