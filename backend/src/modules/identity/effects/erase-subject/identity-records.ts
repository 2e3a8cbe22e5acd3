import { Injectable } from '@nestjs/common';
import type { PersonalRecords } from '#infrastructure/readers/erasure-registry.ts';
import { EventReader } from '#infrastructure/event-log/event-reader.ts';
import { ERASED } from '#infrastructure/event-log/personal-field.ts';
import { userStream } from '../../domain/user/user.ts';
import { Handles } from '../../stores/handles/handles.ts';
import { SignInLinks } from '../../stores/sign-in-links/sign-in-links.ts';

/** What Identity keeps of somebody beside their events. */
@Injectable()
export class IdentityRecords implements PersonalRecords {
  readonly module = 'identity';
  readonly tables = [
    { table: 'identity.session', owner: 'user_id' },
    { table: 'identity.api_token', owner: 'owner_id' },
    { table: 'identity.account_link', owner: 'user_id' },
    { table: 'identity.account_export', owner: 'user_id' },
    { table: 'identity.notice', owner: 'user_id' },
    { table: 'identity.email', owner: 'user_id' },
    { table: 'identity.provider_identity', owner: 'user_id' },
    { table: 'identity.username', owner: 'user_id' },
    { table: 'identity.handle', owner: 'user_id' },
  ];

  constructor(
    private readonly handles: Handles,
    private readonly links: SignInLinks,
    private readonly reader: EventReader,
  ) {}

  readonly before = async (userId: string): Promise<void> => {
    await this.handles.rest(userId);
    // Links that were mailed are known by the address alone. Once the key is gone they have run out as well.
    const { state: user } = await this.reader.load(userStream, userId);
    if (user?.email != null && user.email !== ERASED) await this.links.forgetOf(user.email);
  };
}
