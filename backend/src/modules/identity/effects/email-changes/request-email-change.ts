import { EMAIL_CHANGE_TEXT, verifyEmail } from '@posthorn/contracts/identity/email-change.http';
import { Injectable } from '@nestjs/common';
import { Clock } from '#infrastructure/clock.ts';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { isLoopback } from '#infrastructure/config/is-loopback.ts';
import { SignInNotFresh } from '#infrastructure/http/edge/sign-in-not-fresh.ts';
import { RateLimits, type Limit } from '#infrastructure/http/edge/rate-limits.ts';
import { EventReader } from '#infrastructure/event-log/event-reader.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { canonicalAddress } from '#infrastructure/config/mail-address.ts';
import { Mailer } from '#infrastructure/mail/mailer.ts';
import { AddressBook } from '../../stores/address-book/address-book.ts';
import { requestEmail, userStream } from '../../domain/user/user.ts';
import { emailTakenMail, verifyEmailMail } from '../../pages/mails/email-change-mails.ts';
import { linkLine, Terminal } from '../../pages/mails/terminal.ts';
import { PersonalDigests } from '#infrastructure/vault/personal-digests.ts';
import { Sessions } from '../../stores/sessions/sessions.ts';
import { MailNotSent } from '../../pages/mails/mail-not-sent.ts';
import { MAILS_PER_ADDRESS } from '../../stores/sign-in-links/sign-in-limits.ts';
import { AccountLinks } from '../../stores/account-links/account-links.ts';

const REQUESTS_PER_USER: Limit = {
  name: 'identity.email-change',
  points: 5,
  seconds: 3600,
  message: EMAIL_CHANGE_TEXT.tooMany,
};

/** The requesting user and the session of the user's browser. */
export type EmailChangeRequester = Readonly<{ userId: string; sessionId: string }>;

/** Mails a link to the requested address. Response and duration do not show whether another account has the address; only the mail does. */
@Injectable()
export class RequestEmailChange {
  constructor(
    private readonly reader: EventReader,
    private readonly writer: StreamWriter,
    private readonly sessions: Sessions,
    private readonly limits: RateLimits,
    private readonly digests: PersonalDigests,
    private readonly addresses: AddressBook,
    private readonly links: AccountLinks,
    private readonly mailer: Mailer,
    private readonly terminal: Terminal,
    private readonly configuration: Configuration,
    private readonly clock: Clock,
  ) {}

  /**
   * A request for the current address sends nothing, and cancels an earlier request.
   * @param enteredEmail the address as it was written, in lower case
   * @throws SignInNotFresh, MailNotSent, RequestRefused 429
   */
  async requestChange({ userId, sessionId }: EmailChangeRequester, enteredEmail: string): Promise<void> {
    const { state: user } = await this.reader.load(userStream, userId);
    const email = canonicalAddress(enteredEmail) ?? enteredEmail;
    if (user?.email != null && canonicalAddress(user.email) === email)
      return this.links.dropVerificationLink(userId);
    if (!(await this.sessions.isFresh(sessionId))) throw new SignInNotFresh(EMAIL_CHANGE_TEXT.notFresh);
    await this.limits.take(REQUESTS_PER_USER, userId);
    await this.limits.take(MAILS_PER_ADDRESS, (await this.digests.digestOf(email)).toString('hex'));
    const holder = await this.addresses.holderOf(enteredEmail);
    const requestedAt = this.clock.now().toISOString();
    await this.writer.decide(userStream, userId, (known) => requestEmail(known, email, requestedAt));
    const token = await this.links.createVerificationLink({ userId, email: enteredEmail });
    const isTaken = holder !== null && holder !== userId;
    await this.#mail(userId, email, isTaken ? null : token);
  }

  /** @param token null: another user has the address, so the mail contains no link that changes the address */
  async #mail(userId: string, email: string, token: string | null): Promise<void> {
    const { publicUrl, smtpUrl, bindAddress } = this.configuration;
    const link = token === null ? null : `${publicUrl}${verifyEmail.path}?token=${token}`;
    try {
      await this.mailer.send(
        link === null ? emailTakenMail(email, `${publicUrl}/login`) : verifyEmailMail(email, link),
      );
    } catch (error) {
      await this.links.dropVerificationLink(userId);
      throw new MailNotSent(error);
    }
    if (link !== null && !smtpUrl && isLoopback(bindAddress))
      this.terminal.print(linkLine('Confirmation', email, link));
  }
}
