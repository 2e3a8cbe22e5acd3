import type { EndReason, RefreshState } from '@posthorn/contracts/analytics/analytics.http';

/** The result for one account after a manual refresh. */
export const REFRESH_TEXT: Readonly<Record<RefreshState, string>> = {
  asked: 'Requested just now. New figures appear here.',
  recent: 'Updated a short while ago. These are the latest figures.',
  paused: 'Not updated: updates are paused.',
  ended: 'Not updated: updates have ended.',
};

export const END_TEXT: Readonly<Record<EndReason, (platform: string) => string>> = {
  gone: (platform) => `No longer on ${platform}. These are its last figures.`,
  disconnected: () => 'The account is disconnected. These are its last figures.',
  complete: () => 'Updates of this post have ended. These are its last figures.',
};

/** The metrics of a card by account. */
export const DETAILS_TEXT = {
  accounts: 'Figures by account',
  unknownAccount: 'Disconnected account',
  recorded: (when: string) => `Recorded ${when}`,
  checked: (when: string) => `checked ${when}`,
  next: (when: string) => `next update ${when}`,
  firstAt: (when: string) => `First numbers at ${when}`,
  none: 'No numbers yet',
  cost: (dollars: number) => `This update costs $${String(dollars)}.`,
  refresh: 'Refresh',
  refreshing: 'Refreshing…',
  refreshFailed: 'The platforms could not be reached. Please try again.',
  showCurve: 'Show chart',
  hideCurve: 'Hide chart',
  curveFailed: 'The chart could not be loaded.',
  again: 'Try again',
  noLooks: 'The chart starts with the second update.',
} as const;

export const CURVE_TEXT = {
  account: 'Account',
  metric: 'Figure',
  caption: (metric: string, account: string) => `${metric} of ${account} since it was published`,
  time: 'Time',
  age: 'Age',
  counted: 'Counted as',
  gap: 'not reported',
  minutes: (n: number) => `${String(n)} min`,
  hours: (n: number) => `${String(n)} h`,
  days: (n: number) => (n === 1 ? '1 day' : `${String(n)} days`),
  scale: 'The first days take up more space than later ones.',
  changed: 'Dashed line: from here on, the platform counts differently.',
} as const;
