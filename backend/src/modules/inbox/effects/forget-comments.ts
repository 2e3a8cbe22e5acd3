import { defineHousekeeping } from '#infrastructure/effects/housekeeping.ts';
import { ExpireWords } from './expire-words/expire-words.ts';
import { WatchedPosts } from './reading/watched-posts.ts';
import { IncomingDeliveries } from './reading/deliveries.ts';

/** Deletes old digests of deliveries and posts that are not followed any more, and expires texts of comments. */
export const InboxHousekeeping = defineHousekeeping({
  name: 'inbox.housekeeping',
  logger: 'inbox',
  needs: { deliveries: IncomingDeliveries, posts: WatchedPosts, words: ExpireWords },
  steps: ({ deliveries, posts, words }) => [
    () => deliveries.sweep(),
    () => posts.sweep(),
    () => words.sweep(),
  ],
});
