import { Injectable } from '@nestjs/common';
import { handling, type Process } from '#infrastructure/readers/process.ts';
import { Connectors } from '#connectors/connectors.ts';
import { accountStream, type AccountEvent, type Connection } from '../../domain/account/account.ts';
import { SubscriptionRows } from '../../stores/subscriptions/subscription-rows.ts';

/**
 * Requests a webhook subscription for each connected account on a platform that needs one. The account's
 * cleanup ends the subscription.
 */
@Injectable()
export class SubscribeAccounts {
  constructor(
    private readonly rows: SubscriptionRows,
    private readonly connectors: Connectors,
  ) {}

  readonly process: Process<AccountEvent> = {
    name: 'integrations.subscribe-accounts',
    categories: [accountStream.category],
    from: 'start',
    ...handling<AccountEvent>({
      AccountConnected: ({ data }) => this.#requestCheck(data),
      AccountReconnected: ({ data }) => this.#requestCheck(data),
      AccountCredentialsRenewed: async ({ data }) => {
        if (data.cause === 'consent') await this.rows.requestAnotherCheck(data.accountId);
      },
    }),
  };

  async #requestCheck(account: Connection): Promise<void> {
    if (this.connectors.find(account.platform)?.subscriptions) await this.rows.requestCheck(account);
  }
}
