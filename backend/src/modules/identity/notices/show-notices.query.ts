import { NOTICES_SHOWN, type NoticesView } from '@posthorn/contracts/identity/notices.http';
import { Query, QueryBus, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { AccountNames } from '#modules/integrations/public.ts';
import { Notices, type Notice } from './notices.ts';
import { NoticeStates } from './notice-states.ts';

export class ShowNotices extends Query<NoticesView> {
  constructor(readonly userId: string) {
    super();
  }
}

@QueryHandler(ShowNotices)
export class ShowNoticesHandler implements IQueryHandler<ShowNotices> {
  constructor(
    private readonly notices: Notices,
    private readonly states: NoticeStates,
    private readonly queries: QueryBus,
  ) {}

  async execute({ userId }: ShowNotices): Promise<NoticesView> {
    const told = await this.#stillTrue(userId);
    const newest = told.slice(0, NOTICES_SHOWN);
    const ids = [...new Set(newest.map(({ accountId }) => accountId))];
    const accounts = await this.queries.execute(new AccountNames(ids));
    const known = new Map(accounts.map((account) => [account.id, account]));
    return {
      unread: told.filter(({ read }) => !read).length,
      // Without its account, which the list of accounts may not have made again yet, nobody could tell what it is about.
      notices: newest.flatMap(({ id, kind, cause, accountId, postId, count, endsAt, at, read }) => {
        const account = known.get(accountId);
        if (!account) return [];
        const { platform, accountName } = account;
        return [{ id, kind, cause, platform, accountName, postId, count, endsAt, at, read }];
      }),
    };
  }

  /** Each subject once, as it is now: of a post on an account, or of an account, its newest notice speaks. */
  async #stillTrue(userId: string): Promise<readonly Notice[]> {
    const notices = newestOfEach(await this.notices.ofApp(userId));
    const states = await this.states.of(userId, notices);
    // Comments are counted from the first one of a notice on, which takes in those of newer notices and those that nobody is told of.
    const counted = new Map<string, number>();
    return notices.flatMap((notice, at) => {
      const state = states[at];
      if (!state) return [];
      if (state.cause !== 'comments') return [{ ...notice, endsAt: null, ...state }];
      const { subject } = notice;
      const count = Math.min(notice.count, state.count - (counted.get(subject) ?? 0));
      counted.set(subject, Math.max(state.count, counted.get(subject) ?? 0));
      return count > 0 ? [{ ...notice, count }] : [];
    });
  }
}

function newestOfEach(notices: readonly Notice[]): readonly Notice[] {
  const known = new Set<string>();
  return notices.filter(({ kind, subject }) => {
    const isNew = !known.has(subject);
    known.add(subject);
    return isNew || kind === 'newComment';
  });
}
