import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { UsersBeingErased } from '#infrastructure/effects/users-being-erased.ts';
import { canonicalAddress } from '#infrastructure/config/mail-address.ts';
import { AddressBook } from '../../stores/address-book/address-book.ts';
import { register } from '../../domain/user/user.ts';
import { Sessions, type Browser, type Entered } from '../../stores/sessions/sessions.ts';
import { SignInLinks, type LinkProof } from '../../stores/sign-in-links/sign-in-links.ts';
import { BeingDeleted, LinkNotValid } from '../../domain/identity.errors.ts';
import { UserRegistration } from '../../stores/address-book/user-registration.ts';

/** Uses a link up. It registers a new user, ends the browser's old session and opens a new one. */
export class RedeemLink extends Command<Entered> {
  constructor(
    readonly proof: LinkProof,
    readonly browser: Browser,
    readonly requestId: string,
  ) {
    super();
  }
}

@CommandHandler(RedeemLink)
export class RedeemLinkHandler implements ICommandHandler<RedeemLink> {
  constructor(
    private readonly links: SignInLinks,
    private readonly addresses: AddressBook,
    private readonly registration: UserRegistration,
    private readonly sessions: Sessions,
    private readonly leaving: UsersBeingErased,
  ) {}

  async execute({ proof, browser, requestId }: RedeemLink): Promise<Entered> {
    const written = await this.links.addressFor(proof);
    if (!written) throw new LinkNotValid();
    const email = canonicalAddress(written) ?? written;
    // Events come first: while the log is unavailable the link stays valid for another try.
    const userId = await this.addresses.userIdFor(written);
    if (await this.leaving.has(userId)) throw new BeingDeleted();
    await this.registration.userOf({ userId, email }, requestId, register);
    if (!(await this.links.take(proof))) throw new LinkNotValid();
    return { ...(await this.sessions.enter(userId, browser)), email };
  }
}
