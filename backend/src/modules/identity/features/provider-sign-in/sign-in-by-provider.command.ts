import { randomUUID } from 'node:crypto';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { UsersBeingErased } from '#infrastructure/effects/users-being-erased.ts';
import { canonicalAddress } from '#infrastructure/config/mail-address.ts';
import { EventReader } from '#infrastructure/event-log/event-reader.ts';
import { AddressBook } from '../../stores/address-book/address-book.ts';
import { hasIdentity, registerWith, userStream, type User } from '../../domain/user/user.ts';
import { IdentityBook, type ProvenIdentity } from '../../stores/address-book/identity-book.ts';
import { Sessions, type Browser, type Entered } from '../../stores/sessions/sessions.ts';
import { UserRegistration } from '../../stores/address-book/user-registration.ts';
import { SignInRefused } from '../../gateways/open-id/sign-in-refused.ts';

/**
 * Signs in the user with this identity at a provider, or registers a new user. The address alone never identifies a user: an attacker could
 * make a provider report any address, and would get the account.
 */
export class SignInByProvider extends Command<Entered> {
  constructor(
    readonly identity: ProvenIdentity,
    readonly browser: Browser,
    readonly requestId: string,
  ) {
    super();
  }
}

@CommandHandler(SignInByProvider)
export class SignInByProviderHandler implements ICommandHandler<SignInByProvider> {
  constructor(
    private readonly book: IdentityBook,
    private readonly addresses: AddressBook,
    private readonly reader: EventReader,
    private readonly registration: UserRegistration,
    private readonly sessions: Sessions,
    private readonly leaving: UsersBeingErased,
  ) {}

  async execute({ identity, browser, requestId }: SignInByProvider): Promise<Entered> {
    const { email } = identity;
    const userId = await this.book.claim(identity, randomUUID());
    if (await this.leaving.has(userId)) throw new SignInRefused('beingDeleted');
    const { state: known } = await this.reader.load(userStream, userId);
    requireConnected(known, identity);
    if (!known && email !== null) await this.requireNewAddress(identity, email, userId);
    const user = await this.registration.userOf({ userId, email }, requestId, (state, registration) =>
      registerWith(state, registration, identity),
    );
    requireConnected(user, identity);
    const userEmail = user?.email ?? null;
    const session = await this.sessions.enter(userId, browser);
    return { ...session, email: userEmail === null ? null : canonicalAddress(userEmail) };
  }

  private async requireNewAddress(identity: ProvenIdentity, email: string, userId: string): Promise<void> {
    if ((await this.addresses.findOrAdd(email, userId)) === userId) return;
    await this.book.drop(identity, userId);
    throw new SignInRefused('emailKnown');
  }
}

/** Checks the user's events. An interrupted change may have left the identity's row without its event. */
function requireConnected(user: User, identity: ProvenIdentity): void {
  if (user && !hasIdentity(user, identity)) throw new SignInRefused('notConnected');
}
