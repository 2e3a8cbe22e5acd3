import { updateUser, type UpdateUserRequest } from '@posthorn/contracts/identity/profile.http';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { send } from '#lib/api-client.ts';
import { currentUserQuery } from './current-user.ts';

/** Changes what is sent of one's own profile, and nothing else. */
export function useUpdateProfile(userId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (request: UpdateUserRequest) => send(updateUser, request, { params: { userId } }),
    onSuccess: (user) => {
      queryClient.setQueryData(currentUserQuery.queryKey, user);
    },
  });
}
