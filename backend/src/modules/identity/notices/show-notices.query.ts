import type { NoticesView } from '@posthorn/contracts/identity/notices.http';
import { Query, QueryBus, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { AccountNames } from '#modules/integrations/public.ts';
import { Notices } from './notices.ts';

export class ShowNotices extends Query<NoticesView> {
  constructor(readonly userId: string) {
    super();
  }
}

@QueryHandler(ShowNotices)
export class ShowNoticesHandler implements IQueryHandler<ShowNotices> {
  constructor(
    private readonly notices: Notices,
    private readonly queries: QueryBus,
  ) {}

  async execute({ userId }: ShowNotices): Promise<NoticesView> {
    const { newest, unread } = await this.notices.of(userId);
    const ids = [...new Set(newest.map(({ accountId }) => accountId))];
    const accounts = await this.queries.execute(new AccountNames(ids));
    const known = new Map(accounts.map((account) => [account.id, account]));
    return {
      unread,
      // Without its account, which the list of accounts may not have made again yet, nobody could tell what it is about.
      notices: newest.flatMap(({ id, kind, cause, accountId, postId, count, endsAt, at, read }) => {
        const account = known.get(accountId);
        if (!account) return [];
        const { platform, accountName } = account;
        return [{ id, kind, cause, platform, accountName, postId, count, endsAt, at, read }];
      }),
    };
  }
}
