import { updateUser, type UpdateUserRequest } from '@posthorn/contracts/identity/profile.http';
import type { UserView } from '@posthorn/contracts/identity/session.http';
import { getLinkPage } from '@posthorn/contracts/link-tree/link-page.http';
import { send } from '#lib/api-client.ts';
import { useDeclaredMutation } from '#ui/declared-mutation.ts';
import type { ToastMessage } from '#ui/toast-store.ts';
import { currentUserQuery } from './current-user.ts';

/** Changes the given fields of the user's own profile. Also reloads the link page, because its URL depends on the handle. */
export const useUpdateProfile = (userId: string, successToast: (changed: UserView) => ToastMessage) =>
  useDeclaredMutation({
    send: (request: UpdateUserRequest) => send(updateUser, request, { params: { userId } }),
    onDone: (cache, user) => {
      cache.setQueryData(currentUserQuery.queryKey, user);
      void cache.invalidateQueries({ queryKey: [getLinkPage.path] });
    },
    successToast,
  });
