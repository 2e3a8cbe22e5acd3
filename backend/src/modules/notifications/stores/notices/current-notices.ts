import { PLATFORM_NAMES } from '@posthorn/contracts/shared/platform-names';
import { Injectable } from '@nestjs/common';
import { hasErased } from '#infrastructure/event-log/personal-field.ts';
import { ConnectedAccounts } from '#modules/integrations/ports/connected-accounts.ts';
import { Notices } from './notices.ts';
import { NoticeStates, type MailedState } from './notice-states.ts';

/** The current state of a notice. `where`: the platform and name of its account. */
export type CurrentNotice = MailedState & Readonly<{ where: string }>;

/** The content of a mail when it is sent: its notices that are unread and whose causes still hold. */
@Injectable()
export class CurrentNotices {
  constructor(
    private readonly notices: Notices,
    private readonly states: NoticeStates,
    private readonly accounts: ConnectedAccounts,
  ) {}

  async noticesOf(userId: string, mailId: string): Promise<readonly CurrentNotice[]> {
    const notices = await this.notices.ofMail(mailId);
    const states = await this.states.mailed(userId, notices);
    const ids = [...new Set(notices.map(({ accountId }) => accountId))];
    const accounts = await this.accounts.named(ids);
    const names = new Map(
      accounts
        .filter(({ accountName }) => !hasErased(accountName))
        .map(({ id, platform, accountName }) => [id, `${PLATFORM_NAMES[platform]} (${accountName})`]),
    );
    return notices.flatMap(({ accountId }, index) => {
      const [current, where] = [states[index], names.get(accountId)];
      return current && where !== undefined ? [{ ...current, where }] : [];
    });
  }
}
