import { ACCOUNT_LIST_TEXT } from '@posthorn/contracts/integrations/account-list-text';
import { disconnectAccount } from '@posthorn/contracts/integrations/accounts.http';
import { accountsQuery } from './accounts.ts';
import { send } from '#lib/api-client.ts';
import { removeFromList } from '#lib/optimistic-updates.ts';
import { useDeclaredMutation } from '#ui/declared-mutation.ts';
import { ACCOUNTS_TEXT } from '../messages/accounts.en.ts';

export const useDisconnectAccount = () =>
  useDeclaredMutation({
    send: (id: number) => send(disconnectAccount, undefined, { params: { id } }),
    optimistic: removeFromList(accountsQuery),
    refreshes: [accountsQuery],
    successToast: { title: ACCOUNTS_TEXT.disconnected },
    failure: { title: ACCOUNTS_TEXT.error, again: ACCOUNT_LIST_TEXT.disconnectFailed },
  });
