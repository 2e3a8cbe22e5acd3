/** Texts of the bell, which is part of every first load. */
export const BELL_TEXT = {
  title: 'Notifications',
  unread: (count: number) => `Notifications, ${String(count)} unread`,
} as const;
