import type { AccountView } from '@posthorn/contracts/integrations/accounts.http';
import type { PlatformLimits } from '@posthorn/contracts/integrations/platform-limits';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { DeletionRight } from '../../ports/remote-posts.ts';

/** The cast is safe, because only our own connectors write the limits in events. */
export const limitsFrom = (limits: JsonObject): PlatformLimits => limits as unknown as PlatformLimits;
export const limitsToJson = (limits: PlatformLimits): JsonObject => limits;

type AccountData = Readonly<{
  accountId: number;
  platform: AccountView['platform'];
  accountName: string;
  displayName: string | null;
  server: string | null;
  connectedAt: string;
  limits: JsonObject;
  picture?: string | null;
}>;

export const viewOf = (
  account: AccountData,
  status: AccountView['status'],
  {
    deletion,
    connectPath,
    commentsPath,
  }: Readonly<{ deletion: DeletionRight; connectPath: string | null; commentsPath: string | null }>,
): AccountView => ({
  id: account.accountId,
  platform: account.platform,
  accountName: account.accountName,
  displayName: account.displayName,
  isActive: status === 'active',
  status,
  connectedAt: account.connectedAt,
  server: account.server,
  limits: limitsFrom(account.limits),
  deletesPosts: deletion === 'yes',
  connectPath,
  commentsPath,
  ...(account.picture && { pictureUrl: account.picture }),
});
