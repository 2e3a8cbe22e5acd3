import { Injectable } from '@nestjs/common';
import { canonicalAddress, isSameMailbox } from '#infrastructure/config/mail-address.ts';
import { UsersBeingErased } from '#infrastructure/effects/users-being-erased.ts';
import { BeingDeleted } from '../../domain/identity.errors.ts';
import { register } from '../../domain/user/user.ts';
import { AddressBook } from '../../stores/address-book/address-book.ts';
import { UserRegistration } from '../../stores/address-book/user-registration.ts';
import { Sessions, type Browser, type Entered } from '../../stores/sessions/sessions.ts';
import type { ProvenLink } from '../../stores/sign-in-links/proven-link.ts';
import { SignInLinks } from '../../stores/sign-in-links/sign-in-links.ts';

/** Signs in the owner of a mailbox, with the link or the code in a mail. */
@Injectable()
export class MailboxSignIn {
  constructor(
    private readonly links: SignInLinks,
    private readonly addresses: AddressBook,
    private readonly registration: UserRegistration,
    private readonly sessions: Sessions,
    private readonly leaving: UsersBeingErased,
  ) {}

  /**
   * Registers the user if needed, invalidates link and code, ends the old session of the browser, and opens a new session.
   * @returns null if another request has used the link or code in the meantime, or if the account no longer has the address. A crash may
   *   leave a former address in the table until `settleAddresses` deletes it.
   */
  async enter(proven: ProvenLink, browser: Browser, requestId: string): Promise<Entered | null> {
    const { email: written } = proven;
    const email = canonicalAddress(written) ?? written;
    // Events come first, so that the link stays valid for another try if the log is unavailable.
    const userId = await this.addresses.findOrAdd(written);
    if (await this.leaving.has(userId)) throw new BeingDeleted();
    const user = await this.registration.userOf({ userId, email }, requestId, register);
    if (user?.email == null || !isSameMailbox(user.email, email)) return null;
    if (!(await this.links.take(proven))) return null;
    return { ...(await this.sessions.enter(userId, browser)), email };
  }
}
