import type { AccountView } from '@posthorn/contracts/integrations/accounts.http';
import type { PlatformView } from '@posthorn/contracts/integrations/platforms.http';

/** Accounts as another feature loaded them. */
export type Accounts = Readonly<{ list: readonly AccountView[]; failed: boolean; onRetry: () => void }>;

/** Where the writer stands: their clock, their plan, their accounts. */
export type Writer = Readonly<{
  id: string;
  zone: string;
  isPremium: boolean;
  accounts: Accounts;
  platforms: readonly PlatformView[];
}>;
