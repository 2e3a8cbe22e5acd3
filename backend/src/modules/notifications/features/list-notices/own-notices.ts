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
    const current = await this.#stillTrue(userId);
    const newest = current.slice(0, NOTICES_SHOWN);
    const ids = [...new Set(newest.map(({ accountId }) => accountId))];
    const accounts = await this.accounts.named(ids);
    const known = new Map(accounts.map((account) => [account.id, account]));
    return {
      unread: current.filter(({ read }) => !read).length,
      // Leaves out a notice while the account list lacks its account, because the user could not see what it is about.
      notices: newest.flatMap(({ id, kind, cause, accountId, postId, count, quote, endsAt, at, read }) => {
        const account = known.get(accountId);
        if (!account) return [];
        const { platform, accountName } = account;
        return [{ id, kind, cause, platform, accountName, postId, count, quote, endsAt, at, read }];
      }),
    };
  }

  /** Read marks are only in the row. The log does not record what a user has looked at. */
  async markRead(userId: string, which: ReadNoticesRequest): Promise<void> {
    const isMoved = await this.notices.markRead(userId, which);
    if (isMoved) await this.live.publish([{ userId, topic: 'notices' }]);
  }

  /** Each subject once, in its current state: the newest notice of a post on an account, or of an account, stands for it. */
  async #stillTrue(userId: string): Promise<readonly ShownNotice[]> {
    const notices = newestOfEach(await this.notices.ofApp(userId));
    const states = await this.states.shown(userId, notices);
    // A count starts at the notice's first comment. It includes the comments of newer notices and those without a notice.
    const counted = new Map<string, number>();
    return notices.flatMap((notice, at) => {
      const state = states[at];
      if (!state) return [];
      if (state.cause !== 'comments') return [{ ...notice, ...state, quote: null }];
      const { subject } = notice;
      // The newest notice of a post quotes its newest comment.
      const quote = counted.has(subject) ? null : state.quote;
      const count = Math.min(notice.count, state.count - (counted.get(subject) ?? 0));
      counted.set(subject, Math.max(state.count, counted.get(subject) ?? 0));
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
