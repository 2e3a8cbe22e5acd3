import { deleteAccount } from '@posthorn/contracts/identity/account.http';
import { send } from '#lib/api-client.ts';
import { useDeclaredMutation } from '#ui/declared-mutation.ts';
import { forgetPerson } from '../model/forget-person.ts';

/** The page that explains the deletion. A full load, so that no data of the user stay in this tab. */
const AFTERWARDS = '/login?deleted=1';

/** `confirm`: the username as the user typed it. */
export const useDeleteAccount = (userId: string) =>
  useDeclaredMutation({
    send: (confirm: string) => send(deleteAccount, { confirm }),
    onDone: () => {
      forgetPerson(userId);
      globalThis.sessionStorage.clear();
      globalThis.location.assign(AFTERWARDS);
    },
  });
