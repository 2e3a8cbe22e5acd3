import { PLATFORM_NAMES } from '@posthorn/contracts/shared/platform-names';
import { Injectable } from '@nestjs/common';
import { ConnectedAccounts } from '#modules/integrations/ports/connected-accounts.ts';
import { Notices } from './notices.ts';
import { NoticeStates, type NoticeState } from './notice-states.ts';

/** What a notice says now, on an account called `where`. */
export type CurrentNotice = NoticeState & Readonly<{ where: string }>;

/** What a mail has to say when it is about to go: of its notices those that nobody has read and that are still true. */
@Injectable()
export class CurrentNotices {
  constructor(
    private readonly notices: Notices,
    private readonly states: NoticeStates,
    private readonly accounts: ConnectedAccounts,
  ) {}

  async of(userId: string, mailId: string): Promise<readonly CurrentNotice[]> {
    const notices = await this.notices.ofMail(mailId);
    const states = await this.states.of(userId, notices);
    const ids = [...new Set(notices.map(({ accountId }) => accountId))];
    const accounts = await this.accounts.named(ids);
    const names = new Map(
      accounts.map(({ id, platform, accountName }) => [id, `${PLATFORM_NAMES[platform]} (${accountName})`]),
    );
    return notices.flatMap(({ accountId }, at) => {
      const [current, where] = [states[at], names.get(accountId)];
      return current && where !== undefined ? [{ ...current, where }] : [];
    });
  }
}
