import { ConnectedAccounts } from '#modules/integrations/ports/connected-accounts.ts';
import { Injectable } from '@nestjs/common';
import type { AccountNamesById } from './post-view.ts';

type WithTargets = Readonly<{ targets: readonly Readonly<{ accountId: number }>[] }>;

/** Finds the current names of the accounts of posts, including disconnected accounts. */
@Injectable()
export class NamesOfAccounts {
  constructor(private readonly accounts: ConnectedAccounts) {}

  async in(posts: readonly WithTargets[]): Promise<AccountNamesById> {
    const ids = [...new Set(posts.flatMap(({ targets }) => targets.map(({ accountId }) => accountId)))];
    if (ids.length === 0) return new Map();
    const accounts = await this.accounts.named(ids);
    return new Map(accounts.map(({ id, accountName }) => [id, accountName]));
  }
}
