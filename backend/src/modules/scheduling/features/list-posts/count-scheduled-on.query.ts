import { ReadGate } from '#infrastructure/readers/read-gate.ts';
import { ConnectedAccounts } from '#modules/integrations/ports/connected-accounts.ts';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { RequestedAccountIsMissing } from '../../domain/post/post-errors.ts';
import { postList } from '../../read-models/posts/post-list.projection.ts';
import { PostRows } from '../../read-models/posts/post-rows.ts';

/**
 * How many posts are still to be published on one connected account.
 * @throws RequestedAccountIsMissing when the account is not connected, or belongs to another user
 */
export class CountScheduledOn extends Query<number> {
  constructor(
    readonly userId: string,
    readonly accountId: number,
  ) {
    super();
  }
}

@QueryHandler(CountScheduledOn)
export class CountScheduledOnHandler implements IQueryHandler<CountScheduledOn> {
  constructor(
    private readonly gate: ReadGate,
    private readonly rows: PostRows,
    private readonly accounts: ConnectedAccounts,
  ) {}

  async execute({ userId, accountId }: CountScheduledOn): Promise<number> {
    const accounts = await this.accounts.accountsOf(userId);
    if (!accounts.some(({ id }) => id === accountId)) throw new RequestedAccountIsMissing();
    await this.gate.waitFor([postList.name]);
    return this.rows.openOn(userId, accountId);
  }
}
