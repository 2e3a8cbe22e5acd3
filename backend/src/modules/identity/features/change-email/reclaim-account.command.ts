import { signInProviders } from '@posthorn/contracts/identity/sign-in-providers.http';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CauseContext } from '#infrastructure/event-log/cause-context.ts';
import { Clock } from '#infrastructure/clock.ts';
import { UsersBeingErased } from '#infrastructure/effects/users-being-erased.ts';
import { EventReader } from '#infrastructure/event-log/event-reader.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { OtherAccounts } from '../../effects/email-changes/other-accounts.ts';
import { AddressBook } from '../../stores/address-book/address-book.ts';
import { TokenRevocations } from '../../effects/erasures/token-revocations.ts';
import { reclaim, restoreEmail, userStream } from '../../domain/user/user.ts';
import { IdentityBook } from '../../stores/address-book/identity-book.ts';
import { AfterSignIn } from '../../ports/after-sign-in.ts';
import { Sessions } from '../../stores/sessions/sessions.ts';
import { SignInLinks } from '../../stores/sign-in-links/sign-in-links.ts';
import { AccountLinks, type DisputedChange } from '../../stores/account-links/account-links.ts';
import { AccountLinkNotValid } from '../../domain/identity.errors.ts';

/** Gives an account back to the reader of its former address, who reports that they did not make the change. Ends all sessions and tokens. */
export class ReclaimAccount extends Command<void> {
  constructor(
    readonly token: string,
    readonly requestId: string,
  ) {
    super();
  }
}

@CommandHandler(ReclaimAccount)
export class ReclaimAccountHandler implements ICommandHandler<ReclaimAccount> {
  constructor(
    private readonly links: AccountLinks,
    private readonly signInLinks: SignInLinks,
    private readonly sessions: Sessions,
    private readonly tokens: TokenRevocations,
    private readonly others: OtherAccounts,
    private readonly addresses: AddressBook,
    private readonly identities: IdentityBook,
    private readonly causes: CauseContext,
    private readonly reader: EventReader,
    private readonly writer: StreamWriter,
    private readonly afterSignIn: AfterSignIn,
    private readonly leaving: UsersBeingErased,
    private readonly clock: Clock,
  ) {}

  /** Each step may be repeated. After a crash, the person can open the link again to complete the steps. */
  async execute({ token, requestId }: ReclaimAccount): Promise<void> {
    const objection = await this.links.readReclaimLink(token);
    if (objection === null || (await this.leaving.has(objection.userId))) throw new AccountLinkNotValid();
    const { userId } = objection;
    const actor = { kind: 'user', id: userId } as const;
    await this.causes.run({ actor, correlationId: requestId, causationId: requestId }, async () => {
      await this.#lockOut(userId);
      await this.links.dropLaterLinks(token);
      await this.#takeBack(objection, requestId);
      // During these steps, a thief may have signed in with the other address and created tokens.
      await this.#lockOut(userId);
      const now = this.clock.now().toISOString();
      await this.writer.decide(userStream, userId, (user) => reclaim(user, now));
    });
  }

  async #lockOut(userId: string): Promise<void> {
    await this.sessions.endAllOf(userId);
    await this.tokens.revokeAllOf(userId, 'not-me');
  }

  async #takeBack({ userId, email }: DisputedChange, requestId: string): Promise<void> {
    const { state: before } = await this.reader.load(userStream, userId);
    if (before?.email != null && before.email !== email) await this.signInLinks.forgetOf(before.email);
    if (email === null) return;
    // The owner may have signed in with the former address and got a new account.
    await this.others.giveBack(email, userId, requestId);
    const now = this.clock.now().toISOString();
    await this.writer.decide(userStream, userId, (user) => restoreEmail(user, email, now));
    for (const provider of signInProviders) await this.identities.dropAll(userId, provider);
    await this.addresses.settle(userId);
    await this.afterSignIn.settle(userId, email);
  }
}
