import type { AccountView } from '@posthorn/contracts/integrations/accounts.http';
import type { ReactNode } from 'react';
import type { PlatformView } from '@posthorn/contracts/integrations/platforms.http';

/** The accounts, which another feature loads. */
export type AccountsToChoose = Readonly<{
  list: readonly AccountView[];
  failed: boolean;
  onRetry: () => void;
  /** Returns buttons that connect an account, labelled by the element with this id. After connecting, the user returns to the draft. */
  connect: (labelledBy: string) => ReactNode;
}>;

/** The user as the composer needs them: id, time zone, plan, accounts and platforms. */
export type Writer = Readonly<{
  id: string;
  zone: string;
  isPremium: boolean;
  accounts: AccountsToChoose;
  platforms: readonly PlatformView[];
}>;
