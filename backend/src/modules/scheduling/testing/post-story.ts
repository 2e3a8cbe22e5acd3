import { NO_OPTIONAL_WORDS } from '@posthorn/contracts/scheduling/optional-words';
import type { PostScheduled } from '../domain/post/post-events.ts';
import { postEvent } from '../domain/post/post-events.ts';

// Builds events of posts as this module records them, for benches and for specs of several modules.
export { postEvent };
export { eventAbout } from '../domain/publication/event-about.ts';

type Data = PostScheduled['data'];
type ScheduledData = Pick<Data, 'postId' | 'ownerId' | 'scheduledFor' | 'targets'> & Partial<Data>;

/** A post with only these fields set. */
export const scheduledPost = (data: ScheduledData): PostScheduled =>
  postEvent('PostScheduled', {
    content: '',
    ...NO_OPTIONAL_WORDS,
    media: [],
    aiRepliesEnabled: false,
    perTarget: [],
    timezone: null,
    localTime: null,
    ...data,
  });
