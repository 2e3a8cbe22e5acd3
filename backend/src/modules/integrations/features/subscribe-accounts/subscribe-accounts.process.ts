import { Injectable } from '@nestjs/common';
import type { Process } from '#infrastructure/processes/process.ts';
import { Connectors } from '../../connectors/connectors.ts';
import { accountStream, type AccountEvent } from '../../domain/account.ts';
import { SubscriptionRows } from './subscription-rows.ts';

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
    types: ['AccountConnected', 'AccountReconnected', 'AccountCredentialsRenewed'],
    from: 'start',
    handle: async ({ type, data }) => {
      if (type === 'AccountConnected' || type === 'AccountReconnected') {
        if (this.connectors.find(data.platform)?.subscriptions) await this.rows.want(data);
      } else if (type === 'AccountCredentialsRenewed' && data.cause === 'consent')
        await this.rows.wantAgain(data.accountId);
    },
  };
}
