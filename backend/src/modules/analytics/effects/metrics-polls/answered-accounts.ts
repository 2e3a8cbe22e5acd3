import { Injectable } from '@nestjs/common';
import { AccountConnections } from '#modules/integrations/ports/account-connections.ts';
import type { MeasuredAccount } from '#modules/integrations/ports/metrics-of-posts.ts';
import { TermBuckets } from '../../stores/terms/term-buckets.ts';
import { MeasuredAccounts } from '../../stores/metrics-polls/measured-accounts.ts';

/** Ends the pause of accounts whose platform answers again, and cancels the early expiry of figures after a refusal. */
@Injectable()
export class AnsweredAccounts {
  constructor(
    private readonly accounts: MeasuredAccounts,
    private readonly buckets: TermBuckets,
    private readonly connections: AccountConnections,
  ) {}

  async note({ accountId, ownerId }: MeasuredAccount): Promise<void> {
    if (!(await this.accounts.noteAnswer(accountId))) return;
    // An answer that arrives after the owner disconnected the account must not keep its figures.
    const state = await this.connections.connectionOf(accountId, ownerId);
    if (state !== 'disconnected') await this.buckets.keepOn(accountId);
  }
}
