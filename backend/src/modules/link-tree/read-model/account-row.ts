import type { Platform } from '@posthorn/contracts/shared/platform';
import type { ShownAccountEvent } from '#modules/integrations/public.ts';

export type AccountRow = Readonly<{
  account_id: number;
  user_id: string;
  platform: Platform;
  account_name: string;
  display_name: string | null;
  is_active: boolean;
  connected_at: string;
}>;

const TYPES: ReadonlySet<string> = new Set<ShownAccountEvent['type']>([
  ...(['AccountConnected', 'AccountReconnected', 'AccountRenamed'] as const),
  ...(['AccountNeedsReconnect', 'AccountDisconnected'] as const),
]);

export const isOfAccount = (event: Readonly<{ type: string }>): event is ShownAccountEvent =>
  TYPES.has(event.type);

export function foldAccount(row: AccountRow | undefined, event: ShownAccountEvent): AccountRow | undefined {
  switch (event.type) {
    case 'AccountConnected':
    case 'AccountReconnected': {
      const { accountId, ownerId, platform, accountName, displayName, connectedAt } = event.data;
      return {
        account_id: accountId,
        user_id: ownerId,
        platform,
        account_name: accountName,
        // Its place on the page is that of its first connection.
        display_name: displayName,
        is_active: true,
        connected_at: row?.connected_at ?? connectedAt,
      };
    }
    case 'AccountRenamed': {
      const { accountName, displayName } = event.data;
      return row && { ...row, account_name: accountName, display_name: displayName };
    }
    case 'AccountNeedsReconnect':
    case 'AccountDisconnected':
      return row && { ...row, is_active: false };
  }
}
