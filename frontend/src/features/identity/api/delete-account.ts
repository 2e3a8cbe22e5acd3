import { deleteAccount } from '@posthorn/contracts/identity/account.http';
import { send } from '#lib/api-client.ts';
import { useDeclaredMutation } from '#ui/declared-mutation.ts';
import { forgetPerson } from '../model/forget-person.ts';

/** The page that says what is happening. A full load: nothing of the person stays in this tab. */
const AFTERWARDS = '/login?deleted=1';

/** `confirm`: the username, as it was typed. */
export const useDeleteAccount = (userId: string) =>
  useDeclaredMutation({
    send: (confirm: string) => send(deleteAccount, { confirm }),
    onDone: () => {
      forgetPerson(userId);
      globalThis.sessionStorage.clear();
      globalThis.location.assign(AFTERWARDS);
    },
  });
