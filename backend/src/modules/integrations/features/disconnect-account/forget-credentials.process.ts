import type { Process } from '#infrastructure/processes/process.ts';
import { accountStream, type AccountEvent } from '../../domain/account.ts';
import type { Farewell } from './farewell.ts';

/** No credentials outlive the account they belong to, whatever happened to the request that disconnected it. */
export const forgetCredentials = (farewell: Farewell): Process<AccountEvent> => ({
  name: 'integrations.forget-credentials',
  categories: [accountStream.category],
  from: 'start',
  handle: async (event) => {
    if (event.type === 'AccountDisconnected') await farewell.of(event.data.accountId);
  },
});
