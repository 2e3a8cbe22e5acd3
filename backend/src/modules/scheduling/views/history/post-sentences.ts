import { match } from '@posthorn/event-sourcing';
import type { PostEvent } from '../../domain/post/post.ts';

/** One plain sentence per event of a post, for the timeline. */
export const postSentence = match<PostEvent, string>({
  PostScheduled: ({ data }) =>
    `The post was scheduled for ${data.scheduledFor} on ${accounts(data.targets.length)}.`,
  PostEdited: () => 'The post was edited.',
  PostRescheduled: ({ data }) => `The post was moved to ${data.scheduledFor}.`,
  ScheduleRecomputed: ({ data }) =>
    `New time zone rules moved the post from ${data.before} to ${data.scheduledFor}.`,
  PostCancelled: () => 'The post was deleted before it was published.',
  PostArchived: () => 'The post was taken off the list.',
  PostRestored: () => 'The post was brought back.',
  PostPublishingStarted: ({ data }) =>
    `Publishing began on ${accounts(data.targets.length)}. The post can no longer be changed.`,
});

const accounts = (count: number): string => (count === 1 ? 'one account' : `${String(count)} accounts`);
