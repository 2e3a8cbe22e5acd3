/** Separate from the other texts of the list: what a loading screen shows is part of every first load. */
export const WAITING_TEXT = {
  loading: 'Loading your posts…',
  looking: 'Looking for posts…',
} as const;
