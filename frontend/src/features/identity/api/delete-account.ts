import { deleteAccount } from '@posthorn/contracts/identity/account.http';
import { useMutation } from '@tanstack/react-query';
import { send } from '#lib/api-client.ts';
import { forgetPerson } from '../forget-person.ts';

/** The page that says what is happening. A full load: nothing of the person stays in this tab. */
const AFTERWARDS = '/login?deleted=1';

/** `confirm`: the username, as it was typed. */
export const useDeleteAccount = (userId: string) =>
  useMutation({
    mutationFn: (confirm: string) => send(deleteAccount, { confirm }),
    onSuccess: () => {
      forgetPerson(userId);
      globalThis.sessionStorage.clear();
      globalThis.location.assign(AFTERWARDS);
    },
  });
