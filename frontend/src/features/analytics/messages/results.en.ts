/** The posts with the best results. */
export const TOP_POSTS_TEXT = {
  title: 'Top posts',
  key: 'By likes, comments and shares together.',
  engagements: 'likes, comments and shares',
  unknown: (id: number) => `Post ${String(id)}`,
  accounts: (some: number, all: number) => `${String(some)} of ${String(all)} accounts`,
} as const;

/** The rate of engagement, and the change against the days before. */
export const COMPARED_TEXT = {
  rate: 'Engagement rate',
  percent: (percent: string) => `${percent}%`,
  formula: 'Engagement rate: (likes + comments + shares) ÷ impressions, of posts that have all four figures.',
  change: (percent: string) => `${percent}% per post`,
  same: 'same per post',
  before: (from: string, to: string) => `Change: the average per post, against ${from} – ${to}.`,
  choose: 'To compare with the days before, choose an age such as 7 days.',
  notMeasured: 'There are no figures for the days before to compare with.',
} as const;
