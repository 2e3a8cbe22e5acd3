import { assertNever } from '@posthorn/event-sourcing';
import type { PostEvent } from '../../domain/post/post.ts';

/** One plain sentence per event of a post, for the timeline. */
export function postSentence(event: PostEvent): string {
  switch (event.type) {
    case 'PostScheduled':
      return `The post was scheduled for ${event.data.scheduledFor} on ${accounts(event.data.targets.length)}.`;
    case 'PostEdited':
      return 'The post was edited.';
    case 'PostRescheduled':
      return `The post was moved to ${event.data.scheduledFor}.`;
    case 'ScheduleRecomputed':
      return `New time zone rules moved the post from ${event.data.before} to ${event.data.scheduledFor}.`;
    case 'PostCancelled':
      return 'The post was deleted before it was published.';
    case 'PostArchived':
      return 'The post was taken off the list.';
    case 'PostRestored':
      return 'The post was brought back.';
    case 'PostPublishingStarted':
      return `Publishing began on ${accounts(event.data.targets.length)}. The post can no longer be changed.`;
    default:
      return assertNever(event);
  }
}

const accounts = (count: number): string => (count === 1 ? 'one account' : `${String(count)} accounts`);
