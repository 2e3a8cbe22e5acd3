/** In a separate file, because every first load contains the texts of a loading screen. */
export const WAITING_TEXT = {
  loading: 'Loading your posts…',
  looking: 'Looking for posts…',
} as const;
