import { chooseAccounts } from '@posthorn/contracts/integrations/choices.http';
import { send } from '#lib/api-client.ts';
import { useDeclaredMutation } from '#ui/declared-mutation.ts';
import { CHOOSE_TEXT } from '../messages/accounts.en.ts';
import { accountsQuery } from './accounts.ts';

/** @param onConnected runs even if the user has left the form */
export const useChooseAccounts = (onConnected: () => void) =>
  useDeclaredMutation({
    send: (request: { ids: readonly string[] }) => send(chooseAccounts, request),
    onDone: (cache) => {
      onConnected();
      return cache.invalidateQueries(accountsQuery);
    },
    successToast: ({ accounts }) => ({
      title: CHOOSE_TEXT.done(accounts.length),
      description: CHOOSE_TEXT.doneHint,
      stays: true,
    }),
  });
