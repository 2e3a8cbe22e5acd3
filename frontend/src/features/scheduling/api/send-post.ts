import { appState } from '@posthorn/contracts/identity/session.http';
import { POST_TEXT } from '@posthorn/contracts/scheduling/post-words';
import {
  editPost,
  schedulePost,
  type EditPostRequest,
  type SchedulePostRequest,
} from '@posthorn/contracts/scheduling/posts.http';
import { ApiError, codeOf, send, sendForHeader } from '#lib/api-client.ts';
import { wallClock } from '#lib/local-time.ts';
import { useDeclaredMutation } from '#ui/declared-mutation.ts';
import type { DraftSaver } from './drafts/draft-saver.ts';
import { noteDraft } from './drafts/drafts.ts';
import { notePost, postCountsQuery } from './posts.ts';
import { refreshPosts } from './refresh-posts.ts';
import { noteResponse, noteUnanswered, earlierRequestOf } from '../model/composer/unanswered.ts';
import { COMPOSER_TEXT } from '../messages/composer.en.ts';

/** `now`: the post is due now, whatever time the request contains. */
type Timed<Request> = Readonly<{ request: Request; now: boolean }>;
type Scheduled = Timed<SchedulePostRequest>;

/** Another window has changed or ended the draft. The form shows this, and sends nothing. */
class DraftIsNewer extends Error {}

/** @param saver the saver of the draft, which ends after the post was scheduled */
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
    successToast: { title: COMPOSER_TEXT.create.doneTitle, description: COMPOSER_TEXT.create.done },
    // Shows the text of the product, not the message of the server.
    failure: (error) =>
      error instanceof DraftIsNewer
        ? undefined
        : { title: COMPOSER_TEXT.error, description: POST_TEXT.scheduleFailed, variant: 'destructive' },
  });

async function sendDraft(saver: DraftSaver, { request, now }: Scheduled) {
  const sendRequest = async (post: SchedulePostRequest) => {
    const { key } = saver;
    noteUnanswered(key, post);
    try {
      return await send(schedulePost, post);
    } catch (error) {
      if (isRefusal(error)) noteResponse(key);
      throw error;
    }
  };
  const sendNew = async () => sendRequest({ ...(await timed({ request, now })), ...saver.revision });
  const unansweredRequest = earlierRequestOf(saver.key, request, now);
  if (!(await saver.settle())) throw new DraftIsNewer();
  try {
    return await (unansweredRequest ? sendRequest(unansweredRequest) : sendNew());
  } catch (error) {
    const code = codeOf(error);
    if (code === 'scheduling.draft-changed' || code === 'scheduling.draft-gone') {
      await saver.showNewer(error);
      throw new DraftIsNewer();
    }
    // The earlier request never arrived, and its "now" has passed.
    if (unansweredRequest && code === 'scheduling.time-is-past') return sendNew();
    const isOver = code === 'scheduling.post-not-found' || code === 'scheduling.draft-scheduled';
    if (isOver) saver.renew();
    // The earlier request created the post, its response was lost, and the post was deleted since.
    if (code === 'scheduling.post-not-found') return sendNew();
    throw error;
  }
}

/** For a post that is due now, takes the time of the server, because the clock of a device may be wrong. */
async function timed<Request extends EditPostRequest>({ request, now }: Timed<Request>): Promise<Request> {
  if (!now) return request;
  const { header } = await sendForHeader(appState, undefined, 'date');
  if (header === null || request.timezone === undefined) return request;
  const scheduledFor = new Date(header).toISOString();
  return { ...request, scheduledFor, localTime: wallClock(scheduledFor, request.timezone) };
}

/** Whether the server refused the post. After any other error, the post may exist. */
const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && error.reply !== null && error.status < 500;

export const useEditPost = (id: number) =>
  useDeclaredMutation({
    send: async (edited: Timed<EditPostRequest>) => send(editPost, await timed(edited), { params: { id } }),
    onDone: (cache, post) => {
      notePost(cache, id, post);
      return cache.invalidateQueries(postCountsQuery);
    },
    // Shows the post with the change of the other window.
    onRefused: (cache, error) =>
      codeOf(error) === 'scheduling.post-changed' ? refreshPosts(cache, [id]) : undefined,
    successToast: { title: COMPOSER_TEXT.edit.doneTitle, description: COMPOSER_TEXT.edit.done },
    failure: { title: COMPOSER_TEXT.error, again: POST_TEXT.updateFailed },
  });
