import { POST_TEXT } from '@posthorn/contracts/scheduling/post-words';
import {
  editPost,
  schedulePost,
  type EditPostRequest,
  type SchedulePostRequest,
} from '@posthorn/contracts/scheduling/posts.http';
import { ApiError, codeOf, send } from '#lib/api-client.ts';
import { useDeclaredMutation } from '#ui/declared-mutation.ts';
import type { DraftSaver } from './drafts/draft-saver.ts';
import { noteDraft } from './drafts/drafts.ts';
import { notePost, postCountsQuery } from './posts.ts';
import { refreshPosts } from './refresh-posts.ts';
import { noteAnswer, noteUnanswered, sentBefore } from '../model/composer/unanswered.ts';
import { COMPOSER_TEXT } from '../messages/composer.en.ts';

type Scheduled = Readonly<{ request: SchedulePostRequest; now: boolean }>;

/** Another window has changed or ended the draft. The form says so, and sends nothing. */
class DraftIsNewer extends Error {}

/** @param saver of the draft that is sent, and gone afterwards */
export const useSchedulePost = (saver: DraftSaver) =>
  useDeclaredMutation({
    send: (scheduled: Scheduled) => sendDraft(saver, scheduled),
    onDone: (cache, post) => {
      noteDraft(cache, saver.id, null);
      saver.drop();
      notePost(cache, post.id, post);
      return cache.invalidateQueries(postCountsQuery);
    },
    onRefused: () => {
      saver.goOn();
    },
    says: { title: COMPOSER_TEXT.create.doneTitle, description: COMPOSER_TEXT.create.done },
    // Shows the product's own text, whatever the server answers.
    failure: (error) =>
      error instanceof DraftIsNewer
        ? undefined
        : { title: COMPOSER_TEXT.error, description: POST_TEXT.scheduleFailed, variant: 'destructive' },
  });

async function sendDraft(saver: DraftSaver, { request, now }: Scheduled) {
  const sent = async (one: SchedulePostRequest) => {
    const { key } = saver;
    noteUnanswered(key, one);
    try {
      return await send(schedulePost, one);
    } catch (error) {
      if (isAnswer(error)) noteAnswer(key);
      throw error;
    }
  };
  const before = sentBefore(saver.key, request, now);
  if (!(await saver.settle())) throw new DraftIsNewer();
  try {
    return await sent(before ?? { ...request, ...saver.revision });
  } catch (error) {
    const code = codeOf(error);
    if (code === 'scheduling.draft-changed' || code === 'scheduling.draft-gone') {
      await saver.showNewer(error);
      throw new DraftIsNewer();
    }
    // The request never arrived, and its "now" has passed.
    if (before && code === 'scheduling.time-is-past') return sent({ ...request, ...saver.revision });
    const isOver = code === 'scheduling.post-not-found' || code === 'scheduling.draft-scheduled';
    if (isOver) saver.renew();
    // The post was written, its answer was lost, and it was deleted since.
    if (code === 'scheduling.post-not-found') return sent({ ...request, ...saver.revision });
    throw error;
  }
}

/** The server has refused. After any other error the post may exist. */
const isAnswer = (error: unknown): boolean =>
  error instanceof ApiError && error.reply !== null && error.status < 500;

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
