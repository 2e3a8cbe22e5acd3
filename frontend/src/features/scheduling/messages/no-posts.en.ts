/** Texts of an empty list, which load with the first empty list. */
export const NO_POSTS_TEXT = {
  noMatch: 'No matching posts',
  noMatchHint: 'Try another word, or a hashtag without the #.',
  clearSearch: 'Clear Search',
  showAll: 'Show All Posts',
  titles: {
    all: 'No posts',
    scheduled: 'No scheduled posts',
    posted: 'No posted posts',
    failed: 'No failed posts',
    attention: 'Nothing needs attention',
  },
  hints: {
    all: 'Scheduled posts appear here.',
    scheduled: 'Scheduled posts appear here.',
    posted: 'Posts appear here when they are out.',
    failed: 'No post has failed.',
    attention: 'You have no failed, disconnected or unconfirmed posts.',
  },
} as const;
