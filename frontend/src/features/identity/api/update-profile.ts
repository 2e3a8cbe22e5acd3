import { updateUser, type UpdateUserRequest } from '@posthorn/contracts/identity/profile.http';
import { getLinkPage } from '@posthorn/contracts/link-tree/link-page.http';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { send } from '#lib/api-client.ts';
import { currentUserQuery } from './current-user.ts';

/** Changes what is sent of one's own profile, and nothing else. The address of the link page follows the handle. */
export function useUpdateProfile(userId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (request: UpdateUserRequest) => send(updateUser, request, { params: { userId } }),
    onSuccess: (user) => {
      queryClient.setQueryData(currentUserQuery.queryKey, user);
      void queryClient.invalidateQueries({ queryKey: [getLinkPage.path] });
    },
  });
}
