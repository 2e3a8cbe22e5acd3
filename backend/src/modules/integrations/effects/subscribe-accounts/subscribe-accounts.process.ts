import { Injectable } from '@nestjs/common';
import { handling, type Process } from '#infrastructure/readers/process.ts';
import { Connectors } from '#connectors/connectors.ts';
import { accountStream, type AccountEvent, type Connection } from '../../domain/account/account.ts';
import { SubscriptionRows } from '../../stores/subscriptions/subscription-rows.ts';

/** Whoever connects an account has it subscribed where its platform wants that; what ends with it is done by its cleanup. */
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
      AccountConnected: ({ data }) => this.#connected(data),
      AccountReconnected: ({ data }) => this.#connected(data),
      AccountCredentialsRenewed: async ({ data }) => {
        if (data.cause === 'consent') await this.rows.wantAgain(data.accountId);
      },
    }),
  };

  async #connected(account: Connection): Promise<void> {
    if (this.connectors.find(account.platform)?.subscriptions) await this.rows.want(account);
  }
}
