import { DRAFT_TEXT, duplicatePost } from '@posthorn/contracts/scheduling/drafts.http';
import { editPost, getPost, type PostView } from '@posthorn/contracts/scheduling/posts.http';
import { send, sendForHeader } from '#lib/api-client.ts';
import { useDeclaredMutation } from '#ui/declared-mutation.ts';
import { CARD_ACTIONS_TEXT as TEXT } from '../messages/card-actions.en.ts';
import { POSTS_TEXT } from '../messages/posts.en.ts';
import { CALENDARS } from './calendar-cache.ts';
import { notePost, postCountsQuery } from './posts.ts';
import { refreshPosts } from './refresh-posts.ts';

type PostRef = Pick<PostView, 'id'>;

/**
 * Makes a post due now, at the revision that the user saw. Uses the time of the server, because the clock of a device may be wrong.
 */
export const usePostNow = () =>
  useDeclaredMutation({
    send: async ({ id, revision }: Pick<PostView, 'id' | 'revision'>) => {
      const { reply: post, header } = await sendForHeader(getPost, undefined, 'date', { params: { id } });
      const moment = header === null ? new Date() : new Date(header);
      const { content } = post;
      return send(editPost, { content, scheduledFor: moment.toISOString(), revision }, { params: { id } });
    },
    onDone: (cache, post) => {
      notePost(cache, post.id, post);
      return cache.invalidateQueries(postCountsQuery);
    },
    onRefused: (cache, _, { id }) => {
      void refreshPosts(cache, [id]);
    },
    refreshes: [CALENDARS],
    successToast: { title: TEXT.postingNow, description: TEXT.postingNowHint },
    failure: { title: TEXT.notPosted, again: TEXT.tryAgain },
  });

/** @param onDone receives the id of the new draft */
export const useDuplicatePost = (onDone: (draftId: string) => void) =>
  useDeclaredMutation({
    send: ({ id }: PostRef) => send(duplicatePost, undefined, { params: { id } }),
    onDone: (_, { id }) => {
      onDone(id);
    },
    successToast: { title: TEXT.duplicated, description: TEXT.duplicatedHint, stays: true },
    failure: { title: POSTS_TEXT.error, again: DRAFT_TEXT.duplicateFailed },
  });
