import { Injectable } from '@nestjs/common';
import { AccountConnections } from '#modules/integrations/ports/account-connections.ts';
import type { MeasuredAccount } from '#modules/integrations/ports/metrics-of-posts.ts';
import { TermBuckets } from '../../stores/terms/term-buckets.ts';
import { MeasuredAccounts } from '../../stores/metrics-polls/measured-accounts.ts';

/** Ends the pause of an account when its platform returns figures again. After a refusal, it also restores the usual expiry of the account's figures. */
@Injectable()
export class AnsweredAccounts {
  constructor(
    private readonly accounts: MeasuredAccounts,
    private readonly buckets: TermBuckets,
    private readonly connections: AccountConnections,
  ) {}

  async noteAnswer({ accountId, ownerId }: MeasuredAccount): Promise<void> {
    const wasRefused = await this.accounts.noteAnswer(accountId);
    if (!wasRefused) return;
    // A response that arrives after the owner disconnected the account must not keep the figures.
    const state = await this.connections.connectionOf(accountId, ownerId);
    if (state !== 'disconnected') await this.buckets.restoreExpiry(accountId);
  }
}
