import type { Age } from '@posthorn/contracts/analytics/analytics.http';

const count = (n: number, one: string, many: string): string =>
  n === 1 ? `1 ${one}` : `${n.toLocaleString('en')} ${many}`;

export const SCREEN_TEXT = {
  back: 'Posts',
  title: 'Analytics',
  subtitle: 'How your posts perform, as the platforms report it.',
  failed: 'The figures could not be loaded.',
  again: 'Try again',
  loading: 'Loading the figures…',
  asOf: (time: string) => `As of ${time}`,
  newest: (when: string) => `latest figures ${when}`,
  noSample: 'no figures yet',
  behind: (seconds: string) => `${seconds} s behind`,
  updating: 'Loading what you chose…',
  paused: 'Updates paused',
  nextLook: (when: string) => `Next update ${when}.`,
  reconnect: 'Reconnect',
  empty: 'No posts published in this period',
  emptyHint: 'Choose other dates or another account.',
  toPosts: 'Go to Posts',
} as const;

export const FILTER_TEXT = {
  filters: 'Filters',
  period: 'Period',
  last: (days: number) => `Last ${String(days)} days`,
  own: 'Custom dates',
  from: 'From',
  to: 'To',
  age: 'Age of posts',
  platform: 'Platform',
  allPlatforms: 'All platforms',
  account: 'Account',
  allAccounts: 'All accounts',
  thisAccount: 'One account',
} as const;

/** The ages at which posts are compared. */
export const AGE_TEXT: Readonly<Record<Age, string>> = {
  newest: 'Latest',
  '24h': 'After 24 hours',
  '7d': 'After 7 days',
  '30d': 'After 30 days',
};

/** The same ages inside a sentence. */
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
  trend: 'By publishing day',
  trendFigure: 'Figure',
  trendCaption: (metric: string, at: string) => `${metric} of the posts of each day, ${at}`,
  gap: 'no figures yet',
  gapKey: 'Empty dashed bar: published, but no figures at this age yet.',
  apartKey: (platforms: string) =>
    `${platforms}: shown separately and not in the totals, as its terms require.`,
  day: 'Day',
  posts: 'Posts',
  platforms: 'By platform',
  platform: 'Platform',
  notTold: 'not reported',
  apart: 'not in totals',
  hours: 'Best hours',
  hoursCaption: (days: number) => `How posts did by the hour they were published, last ${String(days)} days`,
  hoursKey:
    'The larger the square, the better. 1 is normal for that account. It shows when posts did well, not why.',
  notInHours: (platforms: string) => `${platforms}: not in the best hours, as its terms require.`,
  notEnough: (posts: number, needed: number) =>
    `Not enough posts yet (${String(posts)} of ${String(needed)})`,
  noCell: (posts: number) => `No hour has ${String(posts)} posts yet.`,
  hour: 'Hour',
  score: 'Score',
  weekdays: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'],
  reply: 'Reply time',
  comments: (n: number) => count(n, 'comment', 'comments'),
  unanswered: (n: number) => `${n.toLocaleString('en')} unanswered`,
  noComments: 'No comments in this period.',
  replies: 'Replies',
  answered: 'Answered',
  half: 'Median',
  most: '90th percentile',
  withinHour: 'Within 1 hour',
  byHand: 'By hand',
  byAi: 'By AI',
  clicks: 'Clicks on your link page',
  clicksCaption: 'Clicks by day',
  clicksTotal: (clicks: number, first: number) =>
    `${count(clicks, 'click', 'clicks')}, ${first.toLocaleString('en')} without repeats`,
  repeats: 'Repeats are clicks of the same visitor on the same link on the same day.',
  clicksBefore: (minutes: number) =>
    `Clicks are counted by full hours of UTC, so those of the first ${String(minutes)} minutes of a day count for the day before.`,
  noClicks: 'No clicks in this period.',
  clicked: 'Clicks',
  export: 'Export',
  exportHint: 'Download the figures of this period for a spreadsheet.',
  exports: { looks: 'Every update (CSV)', newest: 'Latest figures (CSV)' },
  exporting: 'Preparing the file…',
  exportFailed: 'The file could not be downloaded. Please try again.',
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
  hint: 'Analytics are part of Premium. We already collect figures for your posts, so you start with real history.',
  points: [
    'Likes, comments, shares and impressions of every post',
    'Trends by day, and each platform by its own numbers',
    'The hours when your posts do well',
    'How fast you reply, by hand and by AI',
    'All figures for your spreadsheet',
  ],
} as const;
