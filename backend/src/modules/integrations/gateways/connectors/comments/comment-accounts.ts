import type { Platform } from '@posthorn/contracts/shared/platform';
import { Injectable } from '@nestjs/common';
import type { AccountAccess } from '#connectors/contract/account-access.ts';
import type { CommentConnector, ReadingPace } from '#connectors/contract/comments.ts';
import type { Refused } from '#connectors/contract/outcome.ts';
import { Connectors } from '#connectors/connectors.ts';
import { refused } from '#connectors/kit/outcomes.ts';
import { AccountSession } from '../publish/account-session.ts';
import { limitsFrom } from '../../../read-models/accounts/account-view.ts';
import { SimulatedAccounts } from '../../../read-models/accounts/simulated-accounts.ts';
import type { CommentAccount } from '../../../ports/comments-of-accounts.ts';

type Step<Result> = (connector: CommentConnector, access: AccountAccess) => Promise<Result>;

/** Gives access to accounts for everything about comments. */
@Injectable()
export class CommentAccounts {
  constructor(
    private readonly accounts: AccountSession,
    private readonly connectors: Connectors,
    private readonly simulated: SimulatedAccounts,
  ) {}

  connectorOf(platform: Platform): CommentConnector | null {
    return this.connectors.find(platform)?.comments ?? null;
  }

  /**
   * Runs a repeatable step on a usable account. `words`: everything with texts that the step sends to the
   * platform.
   */
  async withAccount<Result extends Readonly<{ kind: string }>>(
    account: CommentAccount,
    words: unknown,
    step: Step<Result>,
  ): Promise<Result | Refused> {
    const connector = this.connectorOf(account.platform);
    if (!connector) return refused('not-allowed', null, false);
    return this.accounts.withAccount<Result>(account, (access) => step(connector, access), {
      words,
      isRepeatable: true,
    });
  }

  /** A sentence on why comments of this account cannot be read; null: no reason is known. */
  async whyUnreadable(account: CommentAccount): Promise<string | null> {
    const connector = this.connectorOf(account.platform);
    if (!connector?.unreadable) return null;
    const state = await this.accounts.recentStateOf(account);
    if (!state || state.status === 'new') return null;
    return connector.unreadable(
      await this.accounts.access(account, state, { isRepeatable: true }).credentials(),
    );
  }

  /** How the connector reads an account, within the limit of the account's own server, and whether the sandbox simulates the account. */
  async wayOf(
    account: CommentAccount,
    { pace }: CommentConnector,
  ): Promise<Readonly<{ pace: ReadingPace; isSimulated: boolean }>> {
    const state = await this.accounts.recentStateOf(account);
    const connection = state && state.status !== 'new' ? state.connection : null;
    const { requests } = connection ? limitsFrom(connection.limits) : {};
    return {
      pace: pace.host && requests ? { ...pace, host: { ...pace.host, ...requests } } : pace,
      isSimulated: this.simulated.isSimulated(account.platform, connection?.server ?? null),
    };
  }
}
