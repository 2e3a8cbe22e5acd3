import { Injectable } from '@nestjs/common';
import { AccountConnections } from '#modules/integrations/ports/account-connections.ts';
import type { MeasuredAccount } from '#modules/integrations/ports/metrics-of-posts.ts';
import { TermBuckets } from '../../stores/terms/term-buckets.ts';
import { MeasuredAccounts } from '../../stores/looks/measured-accounts.ts';

/** Accounts whose platform answers: what kept them is over, and figures that were about to go with a refused one stay. */
@Injectable()
export class AnsweredAccounts {
  constructor(
    private readonly accounts: MeasuredAccounts,
    private readonly buckets: TermBuckets,
    private readonly connections: AccountConnections,
  ) {}

  async note({ accountId, ownerId }: MeasuredAccount): Promise<void> {
    if (!(await this.accounts.noteAnswer(accountId))) return;
    // An answer that was on its way when somebody disconnected it keeps nothing.
    const state = await this.connections.connectionOf(accountId, ownerId);
    if (state !== 'disconnected') await this.buckets.keepOn(accountId);
  }
}
