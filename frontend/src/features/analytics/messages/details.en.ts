import type { EndReason, RefreshState } from '@posthorn/contracts/analytics/analytics.http';

/** The result for one account after a manual refresh. */
export const REFRESH_TEXT: Readonly<Record<RefreshState, string>> = {
  asked: 'Asked just now. New figures appear here.',
  recent: 'Asked a short while ago. These are its newest figures.',
  paused: 'Not asked: its looks are paused.',
  ended: 'Not asked: its looks have ended.',
};

export const END_TEXT: Readonly<Record<EndReason, (platform: string) => string>> = {
  gone: (platform) => `No longer on ${platform}. These are its last figures.`,
  disconnected: () => 'The account is disconnected. These are its last figures.',
  complete: () => 'A year old: these are its last figures.',
};

/** The metrics of a card by account. */
export const DETAILS_TEXT = {
  accounts: 'Figures by account',
  unknownAccount: 'Disconnected account',
  recorded: (when: string) => `Recorded ${when}`,
  checked: (when: string) => `checked ${when}`,
  next: (when: string) => `next look ${when}`,
  firstAt: (when: string) => `First numbers at ${when}`,
  none: 'No numbers yet',
  cost: (dollars: number) => `This look costs $${String(dollars)}.`,
  refresh: 'Refresh',
  refreshing: 'Asking…',
  refreshFailed: 'The platforms could not be asked. Please try again.',
  showCurve: 'Show curve',
  hideCurve: 'Hide curve',
  curveFailed: 'The curve could not be loaded.',
  again: 'Try again',
  noLooks: 'The curve begins with the second look.',
} as const;

export const CURVE_TEXT = {
  account: 'Account',
  metric: 'Figure',
  caption: (metric: string, account: string) => `${metric} of ${account} since it was published`,
  time: 'Time',
  age: 'Age',
  counted: 'Counted as',
  gap: 'not told',
  minutes: (n: number) => `${String(n)} min`,
  hours: (n: number) => `${String(n)} h`,
  days: (n: number) => (n === 1 ? '1 day' : `${String(n)} days`),
  scale: 'The first days take more room than later ones.',
  changed: 'Dashed line: the platform counts otherwise from there on.',
} as const;
