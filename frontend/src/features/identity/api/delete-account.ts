import { deleteAccount } from '@posthorn/contracts/identity/account.http';
import { send } from '#lib/api-client.ts';
import { useDeclaredMutation } from '#ui/declared-mutation.ts';
import { forgetPerson } from '../model/forget-person.ts';

/** The page that confirms the deletion. The browser loads it as a new page, so that no data of the user stays in this tab. */
const PAGE_AFTER_DELETION = '/login?deleted=1';

/** `confirm`: the username as the user typed it. */
export const useDeleteAccount = (userId: string) =>
  useDeclaredMutation({
    send: (confirm: string) => send(deleteAccount, { confirm }),
    onDone: () => {
      forgetPerson(userId);
      globalThis.sessionStorage.clear();
      globalThis.location.assign(PAGE_AFTER_DELETION);
    },
  });
