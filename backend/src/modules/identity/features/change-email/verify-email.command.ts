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

/** Changes the address of who is signed in to the one that a link was mailed to. Runs inside a CauseContext. */
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

  /** The link is used up last: what a crash leaves undone the same link does. */
  async execute({ userId, token }: VerifyEmail): Promise<void> {
    // Before the link: a reclaim in between drops it.
    const { state: before } = await this.reader.load(userStream, userId);
    const asked = await this.links.asked(token);
    if (!asked) throw new AccountLinkNotValid();
    if (asked.userId !== userId) throw new OtherAccount();
    const email = canonicalAddress(asked.email) ?? asked.email;
    const holder = await this.addresses.holderOf(asked.email);
    if (holder !== null && holder !== userId) throw new EmailTaken();
    // Before the new address opens anything, and before the old one opens nothing any more.
    if (before?.email != null && before.email !== email) await this.#tell(userId, before.email, email);
    if (!(await this.addresses.claim(asked.email, userId))) throw new EmailTaken();
    await this.#change(before, userId, email);
    await this.addresses.keepOnly(email, userId);
    if (before?.email != null && before.email !== email) await this.signInLinks.forgetOf(before.email);
    await this.afterSignIn.settle(userId, email);
    await this.links.dropAsked(userId);
  }

  /** @throws AccountLinkNotValid where the account was taken back meanwhile: the mail took its time */
  async #change(before: User, userId: string, email: string): Promise<void> {
    const changedAt = this.clock.now().toISOString();
    const isAsBefore = (user: User) =>
      user?.reclaimedAt === before?.reclaimedAt && [before?.email, email].includes(user?.email);
    const { state } = await this.writer.decide(userStream, userId, (user) =>
      isAsBefore(user) ? changeEmail(user, email, changedAt) : [],
    );
    if (isAsBefore(state)) return;
    if (state?.email != null) await this.addresses.keepOnly(state.email, userId);
    throw new AccountLinkNotValid();
  }

  async #tell(userId: string, before: string, email: string): Promise<void> {
    const token = await this.links.notMe(userId, before);
    const link = `${this.configuration.publicUrl}${emailNotMe.path}?token=${token}`;
    try {
      await this.mailer.send(emailChangedMail(before, { email, link }));
    } catch (error) {
      // A mailbox that is no more is a good reason for another address.
      if (!isAddressRefused(error)) throw new MailNotSent(error);
    }
  }
}
