import {
  NOTICES_SHOWN,
  type NoticesView,
  type NoticeView,
  type ReadNoticesRequest,
} from '@posthorn/contracts/notifications/notices.http';
import { Injectable } from '@nestjs/common';
import { LiveUpdates } from '#infrastructure/live/live-updates.ts';
import { ConnectedAccounts } from '#modules/integrations/ports/connected-accounts.ts';
import { Notices, type Notice } from '../../stores/notices/notices.ts';
import { NoticeStates } from '../../stores/notices/notice-states.ts';

/** A user's own notices. */
@Injectable()
export class OwnNotices {
  constructor(
    private readonly notices: Notices,
    private readonly states: NoticeStates,
    private readonly accounts: ConnectedAccounts,
    private readonly live: LiveUpdates,
  ) {}

  async show(userId: string): Promise<NoticesView> {
    const current = await this.#currentNotices(userId);
    const newest = current.slice(0, NOTICES_SHOWN);
    const ids = [...new Set(newest.map(({ accountId }) => accountId))];
    const accounts = await this.accounts.named(ids);
    const known = new Map(accounts.map((account) => [account.id, account]));
    return {
      unread: current.filter(({ read }) => !read).length,
      // Leaves out a notice while the account list lacks its account: the page could not show which account
      // is meant.
      notices: newest.flatMap(({ id, kind, cause, accountId, postId, count, quote, endsAt, at, read }) => {
        const account = known.get(accountId);
        if (!account) return [];
        const { platform, accountName } = account;
        return [{ id, kind, cause, platform, accountName, postId, count, quote, endsAt, at, read }];
      }),
    };
  }

  /** Only the row stores read marks. The log does not record which notices a user has read. */
  async markRead(userId: string, which: ReadNoticesRequest): Promise<void> {
    const isChanged = await this.notices.markRead(userId, which);
    if (isChanged) await this.live.publish([{ userId, topic: 'notices' }]);
  }

  /**
   * The notices whose cause still holds. Shows one notice, the newest, for each post on an account and for
   * each account.
   */
  async #currentNotices(userId: string): Promise<readonly ShownNotice[]> {
    const notices = newestOfEach(await this.notices.ofApp(userId));
    const states = await this.states.shown(userId, notices);
    // For each post: `state.count` of the newer notice. A notice's `state.count` covers all new comments
    // since its first comment, including the comments of newer notices.
    const newerComments = new Map<string, number>();
    return notices.flatMap((notice, index) => {
      const state = states[index];
      if (!state) return [];
      if (state.cause !== 'comments') return [{ ...notice, ...state, quote: null }];
      const { subject } = notice;
      // The newest notice of a post quotes its newest comment.
      const quote = newerComments.has(subject) ? null : state.quote;
      const count = Math.min(notice.count, state.count - (newerComments.get(subject) ?? 0));
      newerComments.set(subject, Math.max(state.count, newerComments.get(subject) ?? 0));
      return count > 0 ? [{ ...notice, count, quote }] : [];
    });
  }
}

type ShownNotice = Notice & Pick<NoticeView, 'quote'>;

function newestOfEach(notices: readonly Notice[]): readonly Notice[] {
  const known = new Set<string>();
  return notices.filter(({ kind, subject }) => {
    const isNew = !known.has(subject);
    known.add(subject);
    return isNew || kind === 'newComment';
  });
}
