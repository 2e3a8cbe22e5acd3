/** Apart from the other texts of the list: what is shown while a screen is on its way is part of every first load. */
export const WAITING_TEXT = {
  loading: 'Loading your posts…',
  looking: 'Looking for posts…',
} as const;
