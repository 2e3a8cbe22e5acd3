import type { Call } from '../shared/call.ts';
import type { Platform } from '../shared/platform.ts';
import type { AccountView } from './accounts.http.ts';

/** One of the pages, channels, boards or organizations that a consent covers. */
export type AccountChoice = Readonly<{
  /** Valid for this list only. */
  id: string;
  platform: Platform;
  accountName: string;
  displayName: string | null;
  /** The account is already connected. Choosing it renews its permission. */
  connected: boolean;
}>;

/** Empty when nothing waits for a choice. `expiresAt`: ISO. After this time, the person must give the consent again. */
export type AccountChoices = Readonly<{
  /** The platform of the consent; null when nothing waits. */
  platform: Platform | null;
  expiresAt: string | null;
  choices: readonly AccountChoice[];
}>;

export const CHOICE_TEXT = {
  noneChosen: 'Please select at least one account',
  gone: 'This selection is no longer valid. Please connect the platform again.',
} as const;

export const listChoices: Call<void, AccountChoices> = {
  method: 'GET',
  path: '/api/connected-accounts/choices',
};
export const chooseAccounts: Call<
  Readonly<{ ids: readonly string[] }>,
  Readonly<{ accounts: readonly AccountView[] }>
> = { method: 'POST', path: '/api/connected-accounts/choices' };
