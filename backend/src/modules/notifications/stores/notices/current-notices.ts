import { Injectable } from '@nestjs/common';
import { NoticedAccounts } from '#modules/integrations/ports/noticed-accounts.ts';
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
    private readonly accounts: NoticedAccounts,
  ) {}

  async of(userId: string, mailId: string): Promise<readonly CurrentNotice[]> {
    const notices = await this.notices.ofMail(mailId);
    const states = await this.states.of(userId, notices);
    const ids = [...new Set(notices.map(({ accountId }) => accountId))];
    const accounts = await this.accounts.named(ids);
    const names = new Map(
      accounts.map(({ id, platformName, accountName }) => [id, `${platformName} (${accountName})`] as const),
    );
    return notices.flatMap(({ accountId }, at) => {
      const [current, where] = [states[at], names.get(accountId)];
      return current && where !== undefined ? [{ ...current, where }] : [];
    });
  }
}
