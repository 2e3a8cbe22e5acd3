import { openOtherAccount } from '@posthorn/contracts/identity/email-change.http';
import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '#infrastructure/clock.ts';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { isSameMailbox } from '#infrastructure/config/mail-address.ts';
import { UsersBeingErased } from '#infrastructure/effects/users-being-erased.ts';
import { CauseContext } from '#infrastructure/event-log/cause-context.ts';
import { EventReader } from '#infrastructure/event-log/event-reader.ts';
import { hasErased } from '#infrastructure/event-log/personal-field.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { Mailer } from '#infrastructure/mail/mailer.ts';
import { loseEmail, userStream } from '../../domain/user/user.ts';
import { otherAccountMail } from '../../pages/mails/email-change-mails.ts';
import { AfterSignIn } from '../../ports/after-sign-in.ts';
import { AccountLinks } from '../../stores/account-links/account-links.ts';
import { AddressBook } from '../../stores/address-book/address-book.ts';
import { Sessions } from '../../stores/sessions/sessions.ts';

/** Handles accounts that have an address when its earlier owner takes it back. They keep their content, and their owner gets a link. */
@Injectable()
export class OtherAccounts {
  readonly #logger = new Logger('identity');

  constructor(
    private readonly addresses: AddressBook,
    private readonly links: AccountLinks,
    private readonly sessions: Sessions,
    private readonly reader: EventReader,
    private readonly writer: StreamWriter,
    private readonly causes: CauseContext,
    private readonly leaving: UsersBeingErased,
    private readonly afterSignIn: AfterSignIn,
    private readonly mailer: Mailer,
    private readonly configuration: Configuration,
    private readonly clock: Clock,
  ) {}

  /**
   * Gives the address back to `owner`. If another account has the address, its sessions end, and it loses the address. The reader of the
   * address gets a link to that account. Each step may be repeated.
   */
  async giveBack(email: string, owner: string, requestId: string): Promise<void> {
    const holder = await this.addresses.holderOf(email);
    if (holder !== null && holder !== owner) {
      await this.sessions.endAllOf(holder);
      await this.#mail(holder, email);
      // The history of this account must not name the other account as the cause.
      const actor = { kind: 'system', id: 'reclaim' } as const;
      await this.causes.run({ actor, correlationId: requestId, causationId: requestId }, () =>
        this.#lose(holder, email),
      );
    }
    const lastHolder = await this.addresses.giveBack(email, owner);
    // A browser may have signed in during these steps, or another account may have got the address.
    if (lastHolder !== null) await this.sessions.endAllOf(lastHolder);
  }

  async #lose(userId: string, email: string): Promise<void> {
    const now = this.clock.now().toISOString();
    await this.writer.decide(userStream, userId, (user) =>
      user?.email != null && isSameMailbox(user.email, email) ? loseEmail(user, now) : [],
    );
    await this.afterSignIn.settle(userId, null);
  }

  /** Sends the link. If the mail fails, the account loses the address all the same, so this logs the error. */
  async #mail(userId: string, email: string): Promise<void> {
    const { state: user } = await this.reader.load(userStream, userId);
    if (!user || hasErased(user.username) || (await this.leaving.has(userId))) return;
    const token = await this.links.createOtherAccountLink(userId);
    const link = `${this.configuration.publicUrl}${openOtherAccount.path}?token=${token}`;
    try {
      await this.mailer.send(otherAccountMail(email, { username: user.username, link }));
    } catch (error) {
      this.#logger.error({
        msg: 'An account lost its address to the earlier owner, and the mail with the link to it was not sent; only Google or LinkedIn, if connected, still open this account',
        userId,
        err: error,
      });
    }
  }
}
