import { POST_TEXT } from '@posthorn/contracts/scheduling/post-words';
import {
  editPost,
  schedulePost,
  type EditPostRequest,
  type SchedulePostRequest,
} from '@posthorn/contracts/scheduling/posts.http';
import { codeOf, send } from '#lib/api-client.ts';
import { useDeclaredMutation } from '#ui/declared-mutation.ts';
import { notePost, postCountsQuery } from './posts.ts';
import { refreshPosts } from './refresh-posts.ts';
import { dropSendingKey, sendingKey, sentBefore } from '../model/sending-key.ts';
import { COMPOSER_TEXT } from '../messages/composer.en.ts';

type Scheduled = Readonly<{ request: SchedulePostRequest; now: boolean }>;

/** @param draft the key of the draft that is sent */
export const useSchedulePost = (draft: string) =>
  useDeclaredMutation({
    send: (scheduled: Scheduled) => sendDraft(draft, scheduled),
    onDone: (cache, post) => {
      dropSendingKey(draft);
      notePost(cache, post.id, post);
      return cache.invalidateQueries(postCountsQuery);
    },
    says: { title: COMPOSER_TEXT.create.doneTitle, description: COMPOSER_TEXT.create.done },
    // Shows the product's own text, whatever the server answers.
    failure: () => ({
      title: COMPOSER_TEXT.error,
      description: POST_TEXT.scheduleFailed,
      variant: 'destructive',
    }),
  });

async function sendDraft(draft: string, { request, now }: Scheduled) {
  const sent = (one: SchedulePostRequest) =>
    send(schedulePost, one, { headers: { 'idempotency-key': sendingKey(draft, one) } });
  const before = now ? sentBefore(draft, request) : null;
  try {
    return await sent(before ?? request);
  } catch (error) {
    const code = codeOf(error);
    // Either the post was written, its answer was lost, and it was deleted since. Or the request never arrived, and its "now" has passed.
    const isOver = code === 'scheduling.post-not-found' || (before && code === 'scheduling.time-is-past');
    if (!isOver) throw error;
    dropSendingKey(draft);
    return sent(request);
  }
}

export const useEditPost = (id: number) =>
  useDeclaredMutation({
    send: (request: EditPostRequest) => send(editPost, request, { params: { id } }),
    onDone: (cache, post) => {
      notePost(cache, id, post);
      return cache.invalidateQueries(postCountsQuery);
    },
    // The user who pressed Update sees what another change made of the post.
    onRefused: (cache, error) =>
      codeOf(error) === 'scheduling.post-changed' ? refreshPosts(cache, [id]) : undefined,
    says: { title: COMPOSER_TEXT.edit.doneTitle, description: COMPOSER_TEXT.edit.done },
    failure: { title: COMPOSER_TEXT.error, again: POST_TEXT.updateFailed },
  });
