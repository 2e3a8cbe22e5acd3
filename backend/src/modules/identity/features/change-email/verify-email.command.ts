import { emailNotMe } from '@posthorn/contracts/identity/email-change.http';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#infrastructure/clock.ts';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { EventReader } from '#infrastructure/event-log/event-reader.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { canonicalAddress } from '#infrastructure/config/mail-address.ts';
import { isAddressRefused } from '#infrastructure/mail/mail-failure.ts';
import { Mailer } from '#infrastructure/mail/mailer.ts';
import { AddressBook } from '../../stores/address-book/address-book.ts';
import { changeEmail, userStream, type User } from '../../domain/user/user.ts';
import { emailChangedMail } from '../../pages/mails/email-change-mails.ts';
import { AfterSignIn } from '../../ports/after-sign-in.ts';
import { MailNotSent } from '../../pages/mails/mail-not-sent.ts';
import { SignInLinks } from '../../stores/sign-in-links/sign-in-links.ts';
import { AccountLinks } from '../../stores/account-links/account-links.ts';
import { AccountLinkNotValid, EmailTaken, OtherAccount } from '../../domain/identity.errors.ts';

/** Changes the address of the signed-in user to the address that got the link. Runs inside a CauseContext. */
export class VerifyEmail extends Command<void> {
  constructor(
    readonly userId: string,
    readonly token: string,
  ) {
    super();
  }
}

@CommandHandler(VerifyEmail)
export class VerifyEmailHandler implements ICommandHandler<VerifyEmail> {
  constructor(
    private readonly links: AccountLinks,
    private readonly signInLinks: SignInLinks,
    private readonly addresses: AddressBook,
    private readonly reader: EventReader,
    private readonly writer: StreamWriter,
    private readonly mailer: Mailer,
    private readonly configuration: Configuration,
    private readonly afterSignIn: AfterSignIn,
    private readonly clock: Clock,
  ) {}

  /** The last step makes the link invalid. After a crash, the user can open the link again to complete the steps. */
  async execute({ userId, token }: VerifyEmail): Promise<void> {
    // This must be loaded before the check of the link. If the owner takes the account back between the two steps, the link is invalid.
    const { state: before } = await this.reader.load(userStream, userId);
    const request = await this.links.readVerificationLink(token);
    if (!request) throw new AccountLinkNotValid();
    if (request.userId !== userId) throw new OtherAccount();
    const email = canonicalAddress(request.email) ?? request.email;
    const holder = await this.addresses.holderOf(request.email);
    if (holder !== null && holder !== userId) throw new EmailTaken();
    // The old address gets the notice before it loses access and the new address gains access.
    if (before?.email != null && before.email !== email)
      await this.#mailOldAddress(userId, before.email, email);
    if (!(await this.addresses.claim(request.email, userId))) throw new EmailTaken();
    await this.#change(before, userId, email);
    await this.addresses.settle(userId);
    if (before?.email != null && before.email !== email) await this.signInLinks.forgetOf(before.email);
    await this.afterSignIn.settle(userId, email);
    await this.links.dropVerificationLink(userId);
  }

  /** @throws AccountLinkNotValid when the owner took the account back while the mail was being sent */
  async #change(before: User, userId: string, email: string): Promise<void> {
    const changedAt = this.clock.now().toISOString();
    const isUnchanged = (user: User) =>
      user?.reclaimedAt === before?.reclaimedAt && [before?.email, email].includes(user?.email);
    const { state } = await this.writer.decide(userStream, userId, (user) =>
      isUnchanged(user) ? changeEmail(user, email, changedAt) : [],
    );
    if (isUnchanged(state)) return;
    await this.addresses.settle(userId);
    throw new AccountLinkNotValid();
  }

  async #mailOldAddress(userId: string, oldAddress: string, email: string): Promise<void> {
    const token = await this.links.createReclaimLink(userId, oldAddress);
    const link = `${this.configuration.publicUrl}${emailNotMe.path}?token=${token}`;
    try {
      await this.mailer.send(emailChangedMail(oldAddress, { email, link }));
    } catch (error) {
      // A refused address is not an error: the user may change the address because the old mailbox is lost.
      if (!isAddressRefused(error)) throw new MailNotSent(error);
    }
  }
}
