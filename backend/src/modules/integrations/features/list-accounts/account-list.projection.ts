import type { AccountStatus } from '@posthorn/contracts/integrations/accounts.http';
import type { Platform } from '@posthorn/contracts/shared/platform';
import { assertNever } from '@posthorn/event-sourcing';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { LoggedEvent } from '#infrastructure/log/logged-event.ts';
import { keyedRows } from '#infrastructure/projections/keyed-rows.ts';
import type { Projection } from '#infrastructure/projections/projection.ts';
import { accountStream, type AccountEvent } from '../../domain/account.ts';

export type AccountRow = Readonly<{
  account_id: number;
  owner_id: string;
  platform: Platform;
  account_name: string;
  display_name: string | null;
  server: string | null;
  status: AccountStatus | 'disconnected';
  connected_at: string;
  limits: JsonObject;
}>;

/** Every account that was ever connected: old posts still show the name of one that is gone. */
export const accountList: Projection<AccountEvent> = {
  name: 'integrations.accounts',
  version: 1,
  categories: [accountStream.category],
  tables: {
    integrations_account: `account_id bigint primary key, owner_id text not null, platform text not null,
      account_name text not null, display_name text, server text, status text not null,
      connected_at timestamptz not null, limits jsonb not null`,
  },
  personal: { integrations_account: 'owner_id' },
  indexes: ['create index on {schema}.integrations_account (owner_id)'],
  apply: keyedRows<AccountRow, AccountEvent>({
    table: 'integrations_account',
    key: 'account_id',
    keyOf: (event) => event.data.accountId,
    columns: {
      account_id: 'bigint',
      owner_id: 'text',
      platform: 'text',
      account_name: 'text',
      display_name: 'text',
      server: 'text',
      status: 'text',
      connected_at: 'timestamptz',
      limits: 'jsonb',
    },
    fold: foldAccount,
    touched: ({ owner_id: userId }) => ({ userId, topic: 'accounts' }),
  }),
};

/** The server of an account that is due: one that is not in the list yet counts as on its platform's own. */
export const ACCOUNT_SERVER = {
  join: 'left join read_v1.integrations_account account on account.account_id = due.account_id',
  sql: `coalesce(account.server, '')`,
} as const;

export function foldAccount(
  row: AccountRow | undefined,
  event: Pick<LoggedEvent<AccountEvent>, 'type' | 'schema' | 'data'>,
): AccountRow | undefined {
  const { type, data } = event as AccountEvent;
  switch (type) {
    case 'AccountConnected':
    case 'AccountReconnected':
      return {
        account_id: data.accountId,
        owner_id: data.ownerId,
        platform: data.platform,
        account_name: data.accountName,
        display_name: data.displayName,
        server: data.server,
        status: 'active',
        connected_at: data.connectedAt,
        limits: data.limits,
      };
    case 'AccountNeedsReconnect':
      return row && { ...row, status: 'needs-reconnect' };
    case 'AccountDisconnected':
      return row && { ...row, status: 'disconnected' };
    case 'AccountLimitsRead':
      return row && { ...row, limits: data.limits };
    case 'AccountRenamed': {
      const { accountName, displayName, server } = data;
      return row && { ...row, account_name: accountName, display_name: displayName, server };
    }
    // The vault's business: nothing of them is shown.
    case 'AccountCredentialsRenewed':
    case 'AccountRenewalFailed':
    // A notice tells of it.
    case 'AccountExpirySeen':
    // Nothing has happened.
    case 'AccountSummarized':
      return row;
    default:
      return assertNever(type);
  }
}
