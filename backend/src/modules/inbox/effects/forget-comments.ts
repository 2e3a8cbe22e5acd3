import { defineHousekeeping } from '#infrastructure/effects/housekeeping.ts';
import { ExpireWords } from './expire-words/expire-words.ts';
import { WatchedPosts } from './reading/watched-posts.ts';
import { ResumePaidReading } from './reading/resume-paid-reading.ts';
import { IncomingDeliveries } from './reading/deliveries.ts';

/** Deletes old digests of deliveries and posts that are not followed any more, expires texts of comments, and resumes paid reading. */
export const InboxHousekeeping = defineHousekeeping({
  name: 'inbox.housekeeping',
  logger: 'inbox',
  needs: { deliveries: IncomingDeliveries, posts: WatchedPosts, words: ExpireWords, paid: ResumePaidReading },
  steps: ({ deliveries, posts, words, paid }) => [
    () => deliveries.sweep(),
    () => posts.sweep(),
    () => words.sweep(),
    () => paid.resume(),
  ],
});
