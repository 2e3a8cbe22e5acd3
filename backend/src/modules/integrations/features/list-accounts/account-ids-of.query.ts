import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { AccountIdsOf } from '../../public.ts';
import { AccountRoster } from '../connect-account/account-roster.ts';

@QueryHandler(AccountIdsOf)
export class AccountIdsOfHandler implements IQueryHandler<AccountIdsOf> {
  constructor(private readonly roster: AccountRoster) {}

  execute({ ownerId }: AccountIdsOf): Promise<readonly number[]> {
    return this.roster.idsOf(ownerId);
  }
}
