import { readViewOf } from '#infrastructure/readers/read-views.ts';
import type { AccountStatus } from '@posthorn/contracts/integrations/accounts.http';
import type { Platform } from '@posthorn/contracts/shared/platform';
import { folding } from '@posthorn/event-sourcing';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import { column, rowProjection, rowTable, type RowOf } from '#infrastructure/readers/row-table.ts';
import { accountStream, type AccountEvent, type Connection } from '../../domain/account/account.ts';

const ACCOUNT = rowTable('integrations_account', 'account_id', {
  account_id: 'bigint not null',
  owner_id: 'text not null',
  platform: column<Platform>('text not null'),
  account_name: 'text not null',
  display_name: 'text',
  server: 'text',
  status: column<AccountStatus | 'disconnected'>('text not null'),
  connected_at: 'timestamptz not null',
  limits: column<JsonObject>('jsonb not null'),
  ending_at: 'timestamptz',
  /** The path of the stored picture. */
  picture: 'text',
});
export type AccountRow = RowOf<typeof ACCOUNT>;

const connected = (_: AccountRow | undefined, { data }: Readonly<{ data: Connection }>): AccountRow => ({
  account_id: data.accountId,
  owner_id: data.ownerId,
  platform: data.platform,
  account_name: data.accountName,
  display_name: data.displayName,
  server: data.server,
  status: 'active',
  connected_at: data.connectedAt,
  limits: data.limits,
  ending_at: null,
  picture: null,
});

export const foldAccount = folding<AccountRow | undefined, AccountEvent>({
  AccountConnected: connected,
  AccountReconnected: connected,
  AccountNeedsReconnect: (row) => row && { ...row, status: 'needs-reconnect' },
  AccountExpirySeen: (row, { data: { expiresAt } }) => row && { ...row, ending_at: expiresAt },
  AccountDisconnected: (row) => row && { ...row, status: 'disconnected', picture: null },
  AccountPictureStored: (row, { data }) => row && { ...row, picture: data.mediaUrl },
  AccountLimitsRead: (row, { data }) => row && { ...row, limits: data.limits },
  AccountRenamed: (row, { data: { accountName, displayName, server } }) =>
    row && { ...row, account_name: accountName, display_name: displayName, server },
  // Only a new consent to the account itself changes the row. But every renewal updates the owner's screens,
  // which show what the new credentials allow.
  AccountCredentialsRenewed: (row, { data: { cause, opens } }) =>
    row && cause === 'consent' && opens === undefined ? { ...row, ending_at: null } : row,
});

/**
 * Contains all accounts that were ever connected, because old posts still show the names of disconnected
 * accounts.
 */
export const accountList = rowProjection<AccountRow, AccountEvent>({
  name: 'integrations.accounts',
  version: 3,
  categories: [accountStream.category],
  table: ACCOUNT,
  owner: 'owner_id',
  indexes: ['create index on {schema}.integrations_account (owner_id)'],
  keyOf: ({ data }) => data.accountId,
  fold: foldAccount,
  touched: ({ owner_id: userId }) => ({ userId, topic: 'accounts' }),
});
export const ACCOUNTS_VIEW = readViewOf(accountList, 'integrations_account');

/**
 * The server of a due account; empty for the platform's own server, and for an account that is not in the
 * list yet.
 */
export const ACCOUNT_SERVER = {
  join: `left join ${ACCOUNTS_VIEW} account on account.account_id = due.account_id`,
  sql: `coalesce(account.server, '')`,
} as const;
