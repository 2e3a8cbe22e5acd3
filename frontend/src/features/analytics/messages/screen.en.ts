import type { Age } from '@posthorn/contracts/analytics/analytics.http';

const count = (n: number, one: string, many: string): string =>
  n === 1 ? `1 ${one}` : `${n.toLocaleString('en')} ${many}`;

export const SCREEN_TEXT = {
  back: 'Posts',
  title: 'Analytics',
  subtitle: 'What your posts did, as the platforms tell it.',
  failed: 'The figures could not be loaded.',
  again: 'Try again',
  loading: 'Loading the figures…',
  asOf: (time: string) => `As of ${time}`,
  newest: (when: string) => `newest sample ${when}`,
  noSample: 'no sample yet',
  behind: (seconds: string) => `${seconds} s behind`,
  updating: 'Loading what you chose…',
  paused: 'Not looked at as planned',
  nextLook: (when: string) => `Next look ${when}.`,
  reconnect: 'Connect again',
  empty: 'No published post in this time',
  emptyHint: 'Choose other days, or another account.',
  toPosts: 'Go to Posts',
} as const;

export const FILTER_TEXT = {
  filters: 'What is shown',
  period: 'Days',
  last: (days: number) => `Last ${String(days)} days`,
  own: 'Own days',
  from: 'From',
  to: 'To',
  age: 'Age of the posts',
  platform: 'Platform',
  allPlatforms: 'All platforms',
  account: 'Account',
  allAccounts: 'All accounts',
  thisAccount: 'One account',
} as const;

/** The ages at which posts are compared. */
export const AGE_TEXT: Readonly<Record<Age, string>> = {
  newest: 'Newest',
  '24h': 'At 24 hours',
  '7d': 'At 7 days',
  '30d': 'At 30 days',
};

/** The same inside a sentence. */
export const AT_AGE: Readonly<Record<Age, string>> = {
  newest: 'as they are now',
  '24h': '24 hours after publishing',
  '7d': '7 days after publishing',
  '30d': '30 days after publishing',
};

export const OVERVIEW_TEXT = {
  totals: 'Totals',
  publications: (n: number) => count(n, 'publication', 'publications'),
  measured: (some: number, all: number) =>
    `${some.toLocaleString('en')} of ${all.toLocaleString('en')} have figures`,
  of: (some: number, all: number) => `${some.toLocaleString('en')} of ${all.toLocaleString('en')}`,
  ofPosts: (some: number, all: number) => `${some.toLocaleString('en')} of ${count(all, 'post', 'posts')}`,
  noFigures: 'No figures at this age yet.',
  trend: 'By day of publication',
  trendFigure: 'Figure',
  trendCaption: (metric: string, at: string) => `${metric} of the posts of each day, ${at}`,
  gap: 'no figures yet',
  gapKey: 'An empty dashed bar: published, without figures at this age.',
  apartKey: (platforms: string) =>
    `${platforms}: these figures are its own and in no sum above. Its terms keep them apart.`,
  day: 'Day',
  posts: 'Posts',
  platforms: 'By platform',
  platform: 'Platform',
  notTold: 'not told',
  apart: 'apart',
  hours: 'Best hours',
  hoursCaption: (days: number) => `How posts did by the hour they were published, last ${String(days)} days`,
  hoursKey:
    'The larger a square, the better. 1 is as posts of that account usually do. It says when, not why.',
  notEnough: (posts: number, needed: number) =>
    `Not enough posts yet (${String(posts)} of ${String(needed)})`,
  noCell: (posts: number) => `No hour has ${String(posts)} posts or more yet.`,
  hour: 'Hour',
  score: 'Score',
  weekdays: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'],
  reply: 'Reply time',
  comments: (n: number) => count(n, 'comment', 'comments'),
  unanswered: (n: number) => `${n.toLocaleString('en')} unanswered`,
  noComments: 'No comment in this time.',
  replies: 'Replies',
  answered: 'Answered',
  half: 'Half within',
  most: '9 of 10 within',
  withinHour: 'Within 1 h',
  byHand: 'By hand',
  byAi: 'By AI',
  clicks: 'Clicks of your link page',
  clicksCaption: 'Clicks by day',
  clicksTotal: (clicks: number, visitors: number) =>
    `${count(clicks, 'click', 'clicks')} by ${count(visitors, 'visitor', 'visitors')}`,
  noClicks: 'No click in this time.',
  clicked: 'Clicks',
  export: 'Export',
  exportHint: 'The figures of these days as a table, for spreadsheets.',
  exports: { looks: 'Every look (CSV)', newest: 'Newest figures (CSV)' },
  exporting: 'Fetching the file…',
  exportFailed: 'The file could not be fetched. Please try again.',
} as const;

export const DURATION_TEXT = {
  seconds: (n: number) => `${String(n)} s`,
  minutes: (n: number) => `${String(n)} min`,
  hours: (n: string) => `${n} h`,
  days: (n: string) => `${n} days`,
} as const;

/** For users without Premium. These texts contain no numbers. */
export const MASKED_SCREEN_TEXT = {
  title: 'See what works',
  hint: 'Analytics are part of Premium. Your posts are looked at already, so that you begin with real history.',
  points: [
    'Likes, comments, shares and impressions of every post',
    'Trends by day, and each platform by its own numbers',
    'The hours at which your posts do well',
    'How fast you reply, by hand and by AI',
    'All figures as a table for spreadsheets',
  ],
} as const;
