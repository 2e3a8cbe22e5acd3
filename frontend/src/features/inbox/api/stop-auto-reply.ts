import { listComments, stopAutoReply, type CommentView } from '@posthorn/contracts/inbox/comments.http';
import { send } from '#lib/api-client.ts';
import { useDeclaredMutation } from '#ui/declared-mutation.ts';
import { INBOX } from '../messages/inbox.en.ts';
import { COMING_TEXT } from '../messages/later.en.ts';
import { liveComments } from './comments.ts';

/** Stops the automatic reply to a comment. Then shows the comment as the server returns it. */
export const useStopAutoReply = ({ id }: CommentView) =>
  useDeclaredMutation({
    send: () => send(stopAutoReply, undefined, { params: { id } }),
    onDone: (cache, after) => {
      liveComments.note(cache, after.id, after);
    },
    onRefused: (cache) => {
      void cache.invalidateQueries({ queryKey: [listComments.path] });
    },
    successToast: { title: COMING_TEXT.stopped },
    failure: { title: INBOX.error, again: INBOX.failed },
  });
