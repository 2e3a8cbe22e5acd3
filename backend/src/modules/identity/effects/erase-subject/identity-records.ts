import { Injectable } from '@nestjs/common';
import { EventReader } from '#infrastructure/event-log/event-reader.ts';
import { ERASED } from '#infrastructure/event-log/personal-field.ts';
import { userStream } from '../../domain/user/user.ts';
import { Handles } from '../../stores/handles/handles.ts';
import { SignInLinks } from '../../stores/sign-in-links/sign-in-links.ts';

/** The rows that Identity stores about a user beside their events. */
@Injectable()
export class IdentityRecords {
  constructor(
    private readonly handles: Handles,
    private readonly links: SignInLinks,
    private readonly reader: EventReader,
  ) {}

  /** Deletes rows that do not name the person, while they can still be found. */
  async forgetNames(userId: string): Promise<void> {
    await this.handles.rest(userId);
    // Mailed links are stored by address alone. After the key is destroyed they cannot be found, but have expired as well.
    const { state: user } = await this.reader.load(userStream, userId);
    if (user?.email != null && user.email !== ERASED) await this.links.forgetOf(user.email);
  }
}
