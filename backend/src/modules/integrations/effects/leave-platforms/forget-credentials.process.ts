import { handling, type Process } from '#infrastructure/readers/process.ts';
import { accountStream, type AccountEvent } from '../../domain/account/account.ts';
import type { AccountRoster } from '../../read-models/accounts/account-roster.ts';
import type { AccountCleanup } from './account-cleanup.ts';

/**
 * Deletes the credentials of a disconnected account, even if the request that disconnected it failed. It also
 * restores the rows of accounts that a restored database has lost. One process does both, so that both happen
 * in the order of the events.
 */
export const forgetCredentials = (cleanup: AccountCleanup, roster: AccountRoster): Process<AccountEvent> => ({
  name: 'integrations.forget-credentials',
  categories: [accountStream.category],
  from: 'start',
  ...handling<AccountEvent>({
    AccountConnected: ({ data }) => roster.restore(data.accountId),
    AccountReconnected: ({ data }) => roster.restore(data.accountId),
    AccountDisconnected: ({ data }) => cleanup.cleanUp(data.accountId),
  }),
});
