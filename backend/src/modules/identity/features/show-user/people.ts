import type { PublicUserView } from '@posthorn/contracts/identity/public-user.http';
import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { EntitlementsShown } from '#modules/billing/public.ts';
import type { Profile } from '../../domain/user.ts';

/** What a user and everybody else see of them alike. */
export type Person = Omit<PublicUserView, 'accounts' | 'stats'>;

@Injectable()
export class People {
  constructor(private readonly queries: QueryBus) {}

  async shown(profile: Profile): Promise<Person> {
    const { plan } = await this.queries.execute(new EntitlementsShown(profile.userId));
    return {
      username: profile.username,
      handle: profile.handle,
      firstName: profile.firstName,
      lastName: profile.lastName,
      isPremium: plan === 'premium',
      personalityProfile: profile.personality,
      bannerImageUrl: null,
      profileImageUrl: null,
      createdAt: profile.registeredAt,
    };
  }
}
