import { pageAddressById } from '@posthorn/contracts/integrations/profile-address';
import type { Platform } from '@posthorn/contracts/shared/platform';
import { folding } from '@posthorn/event-sourcing';
import { column, rowTable, type RowOf } from '#infrastructure/readers/row-table.ts';
import type { ShownAccountEvent } from '#modules/integrations/ports/events.ts';

export const ACCOUNT = rowTable('link_tree_account', 'account_id', {
  account_id: 'bigint not null',
  user_id: 'text not null',
  platform: column<Platform>('text not null'),
  account_name: 'text not null',
  display_name: 'text',
  /** The public URL of a page or channel that its id identifies; null for all other accounts. */
  address_by_id: 'text',
  is_active: 'boolean not null',
  connected_at: 'timestamptz not null',
  /** The path of the account's stored picture. */
  picture: 'text',
});
export type ShownAccountRow = RowOf<typeof ACCOUNT>;

type Connected = Extract<ShownAccountEvent, { data: { connectedAt: string } }>;
/** A reconnected account keeps the time of its first connection, because this time sets its position on the page. */
const connected = (row: ShownAccountRow | undefined, { data }: Pick<Connected, 'data'>): ShownAccountRow => ({
  account_id: data.accountId,
  user_id: data.ownerId,
  platform: data.platform,
  account_name: data.accountName,
  display_name: data.displayName,
  address_by_id: pageAddressById(data.platform, data.remoteId),
  is_active: true,
  connected_at: row?.connected_at ?? data.connectedAt,
  picture: null,
});

export const foldAccount = folding<ShownAccountRow | undefined, ShownAccountEvent>({
  AccountConnected: connected,
  AccountReconnected: connected,
  AccountRenamed: (row, { data: { accountName, displayName } }) =>
    row && { ...row, account_name: accountName, display_name: displayName },
  AccountNeedsReconnect: (row) => row && { ...row, is_active: false },
  AccountDisconnected: (row) => row && { ...row, is_active: false, picture: null },
  AccountPictureStored: (row, { data: { mediaUrl } }) => row && { ...row, picture: mediaUrl },
});
