import { Injectable } from '@nestjs/common';
import { EventReader } from '#infrastructure/event-log/event-reader.ts';
import { ERASED } from '#infrastructure/event-log/personal-field.ts';
import { userStream } from '../../domain/user/user.ts';
import { Handles } from '../../stores/handles/handles.ts';
import { SignInLinks } from '../../stores/sign-in-links/sign-in-links.ts';

/** What Identity keeps of somebody beside their events. */
@Injectable()
export class IdentityRecords {
  constructor(
    private readonly handles: Handles,
    private readonly links: SignInLinks,
    private readonly reader: EventReader,
  ) {}

  /** What leads to rows that do not name the person goes first. */
  async forgetNames(userId: string): Promise<void> {
    await this.handles.rest(userId);
    // Links that were mailed are known by the address alone. Once the key is gone they have run out as well.
    const { state: user } = await this.reader.load(userStream, userId);
    if (user?.email != null && user.email !== ERASED) await this.links.forgetOf(user.email);
  }
}
