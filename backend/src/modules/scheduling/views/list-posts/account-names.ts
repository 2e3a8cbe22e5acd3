import { AccountNames } from '#modules/integrations/public.ts';
import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { PostRow } from './post-row.ts';
import type { AccountNamesById } from './post-view.ts';

/** What the accounts of some posts are called now, disconnected ones included. */
@Injectable()
export class NamesOfAccounts {
  constructor(private readonly queries: QueryBus) {}

  async in(rows: readonly Pick<PostRow, 'targets'>[]): Promise<AccountNamesById> {
    const ids = [...new Set(rows.flatMap(({ targets }) => targets.map(({ accountId }) => accountId)))];
    if (ids.length === 0) return new Map();
    const accounts = await this.queries.execute(new AccountNames(ids));
    return new Map(accounts.map(({ id, accountName }) => [id, accountName]));
  }
}
