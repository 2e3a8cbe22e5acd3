import { Injectable } from '@nestjs/common';
import { ProfilePictures } from '#infrastructure/http/pages/profile-pictures.ts';
import type { Profile } from '../../domain/user/user.ts';
import { PlanOf } from '../../ports/plan-of.ts';
import { PublicPerson, type Person } from '../../ports/public-person.ts';
import { Profiles } from './profiles.ts';

@Injectable()
export class PublicPersons extends PublicPerson {
  constructor(
    private readonly profiles: Profiles,
    private readonly plans: PlanOf,
    private readonly pictures: ProfilePictures,
  ) {
    super();
  }

  override async personOf(userId: string): Promise<Person> {
    return this.shown(await this.profiles.profileOf(userId));
  }

  async shown(profile: Profile): Promise<Person> {
    const [{ plan }, pictures] = await Promise.all([
      this.plans.shown(profile.userId),
      this.pictures.of(profile.userId),
    ]);
    return {
      username: profile.username,
      handle: profile.handle,
      firstName: profile.firstName,
      lastName: profile.lastName,
      isPremium: plan === 'premium',
      personalityProfile: profile.personality,
      bannerImageUrl: pictures.bannerImageUrl,
      profileImageUrl: pictures.profileImageUrl,
      createdAt: profile.registeredAt,
    };
  }
}
