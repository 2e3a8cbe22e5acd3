/** Texts of the bell, which every first load contains. */
export const BELL_TEXT = {
  title: 'Notifications',
  unread: (count: number) => `Notifications, ${String(count)} unread`,
} as const;
