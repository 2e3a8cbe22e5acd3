import {
  COMMENTS_PAGE,
  listComments,
  markManyRead,
  summarizeInbox,
} from '@posthorn/contracts/inbox/comments.http';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf, send } from '#lib/api-client.ts';
import { toast } from '#ui/toast-store.ts';
import { MARK_ALL_TEXT } from '../later.messages.en.ts';
import { MARK_TEXT } from '../messages.en.ts';

/** Marks these comments as read, as many as the server takes at a time; `onDone` once they have left lists of what is new. */
export function useMarkManyRead(onDone: () => void): (ids: readonly number[]) => void {
  const queryClient = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: (ids: readonly number[]) => send(markManyRead, { ids: ids.slice(0, COMMENTS_PAGE.limitMax) }),
    onSuccess: async ({ marked }) => {
      await Promise.all(
        [listComments, summarizeInbox].map(({ path }) => queryClient.invalidateQueries({ queryKey: [path] })),
      );
      toast({ title: MARK_ALL_TEXT.done(marked) });
      onDone();
    },
    onError: (error) => {
      const description = messageOf(error, MARK_TEXT.failedHint);
      toast({ title: MARK_TEXT.failed, description, variant: 'destructive' });
    },
  });
  return mutate;
}
