import type { AccountView } from '@posthorn/contracts/integrations/accounts.http';
import type { ReactNode } from 'react';
import type { PlatformView } from '@posthorn/contracts/integrations/platforms.http';

/** Accounts as another feature loaded them. */
export type AccountsToChoose = Readonly<{
  list: readonly AccountView[];
  failed: boolean;
  onRetry: () => void;
  /** Buttons to connect an account, labelled by the element with that id. They lead back to the draft. */
  connect: (labelledBy: string) => ReactNode;
}>;

/** The user's time zone, plan and accounts. */
export type Writer = Readonly<{
  id: string;
  zone: string;
  isPremium: boolean;
  accounts: AccountsToChoose;
  platforms: readonly PlatformView[];
}>;
