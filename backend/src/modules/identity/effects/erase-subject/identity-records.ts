import { Injectable } from '@nestjs/common';
import { EventReader } from '#infrastructure/event-log/event-reader.ts';
import { ERASED } from '#infrastructure/event-log/personal-field.ts';
import { userStream } from '../../domain/user/user.ts';
import { AddressBook } from '../../stores/address-book/address-book.ts';
import { Handles } from '../../stores/handles/handles.ts';
import { SignInLinks } from '../../stores/sign-in-links/sign-in-links.ts';

/** Deletes rows of Identity about a user that `RowErasure` cannot find by the user's id. */
@Injectable()
export class IdentityRecords {
  constructor(
    private readonly handles: Handles,
    private readonly addresses: AddressBook,
    private readonly links: SignInLinks,
    private readonly reader: EventReader,
  ) {}

  /** Call this before the key of the user is destroyed, because the rows can only be found with decrypted data. */
  async forgetNames(userId: string): Promise<void> {
    await this.handles.rest(userId);
    const username = await this.addresses.usernameOf(userId);
    if (username !== null) await this.handles.restUsername(username);
    // Rows of mailed links contain only a digest of the address. If the key is already destroyed, these links have expired.
    const { state: user } = await this.reader.load(userStream, userId);
    if (user?.email != null && user.email !== ERASED) await this.links.forgetOf(user.email);
  }
}
