import { handling, type Process } from '#infrastructure/readers/process.ts';
import { accountStream, type AccountEvent } from '../../domain/account/account.ts';
import type { AccountRoster } from '../../read-models/accounts/account-roster.ts';
import type { AccountCleanup } from './account-cleanup.ts';

/**
 * No credentials outlive the account they belong to, whatever happened to the request that disconnected it; and no account
 * of the log is without its row, whatever a restored database has forgotten. One process, because each follows from the other.
 */
export const forgetCredentials = (cleanup: AccountCleanup, roster: AccountRoster): Process<AccountEvent> => ({
  name: 'integrations.forget-credentials',
  categories: [accountStream.category],
  from: 'start',
  ...handling<AccountEvent>({
    AccountConnected: ({ data }) => roster.restore(data.accountId),
    AccountReconnected: ({ data }) => roster.restore(data.accountId),
    AccountDisconnected: ({ data }) => cleanup.of(data.accountId),
  }),
});
