import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { streamName } from '@posthorn/event-sourcing';
import { canonicalAddress } from '#infrastructure/config/mail-address.ts';
import { EventReader } from '#infrastructure/event-log/event-reader.ts';
import { ERASED } from '#infrastructure/event-log/personal-field.ts';
import { userStream } from '../../domain/user/user.ts';
import { AddressBook } from '../../stores/address-book/address-book.ts';
import { Handles } from '../../stores/handles/handles.ts';
import { Sessions } from '../../stores/sessions/sessions.ts';

/**
 * For use after a restore of the event log: makes handles and addresses of all users follow the older log. Otherwise the address in the log
 * would open a new, empty account.
 */
export class FollowOlderUserLog extends Command<void> {}

@CommandHandler(FollowOlderUserLog)
export class FollowOlderUserLogHandler implements ICommandHandler<FollowOlderUserLog> {
  constructor(
    private readonly addresses: AddressBook,
    private readonly handles: Handles,
    private readonly sessions: Sessions,
    private readonly reader: EventReader,
  ) {}

  async execute(): Promise<void> {
    await this.handles.forgetRevisions();
    const userIds = await this.addresses.userIds();
    for (const userId of userIds) {
      // The log has lost this user. The next sign-in registers the user again, with the same id.
      if (!(await this.#isInLog(userId))) await this.sessions.endAllOf(userId);
      await this.handles.settle(userId);
      await this.addresses.settle(userId);
    }
    // In the first round, an address may still belong to a user who got it after the backup.
    for (const userId of userIds) await this.#claimAddress(userId);
  }

  async #claimAddress(userId: string): Promise<void> {
    const { state: user } = await this.reader.load(userStream, userId);
    if (user?.email == null || user.email === ERASED) return;
    const holder = await this.addresses.holderOf(user.email);
    if (holder !== null && holder !== userId && !(await this.#isInLog(holder)))
      await this.addresses.giveBack(canonicalAddress(user.email) ?? user.email, userId);
    await this.addresses.settle(userId);
  }

  #isInLog(userId: string): Promise<boolean> {
    return this.reader.hasEvents(streamName({ category: userStream.category }, userId));
  }
}
