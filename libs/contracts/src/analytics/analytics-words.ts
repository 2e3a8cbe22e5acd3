export const ANALYTICS = {
  /** Maximum number of posts in one request for metrics. */
  idsMax: 100,
  /** Maximum number of days in one request. */
  daysMax: 366,
  /** Number of posts in the list of the best posts. */
  topPosts: 5,
  /** The best hours of the last `days` days. They appear from `postsFrom` posts on, and each cell from `cellFrom` posts on. */
  bestHours: { postsFrom: 20, cellFrom: 3, days: 180 },
} as const;

/** Age of posts at which they are compared with each other; `newest`: current metrics. */
export const AGES = ['24h', '7d', '30d', 'newest'] as const;
export type Age = (typeof AGES)[number];

/** The content of a metrics file: every measurement, or the newest metrics of each publication. */
export const EXPORT_KINDS = ['looks', 'newest'] as const;
export type ExportKind = (typeof EXPORT_KINDS)[number];

export const ANALYTICS_TEXT = {
  needsPremium: 'Premium Required',
  postNotFound: 'This post does not exist.',
  notPublished: 'This post is not published yet.',
  ids: `Name 1 to ${String(ANALYTICS.idsMax)} posts by their ids.`,
  period: `Choose days as YYYY-MM-DD, the last one not before the first, at most ${String(ANALYTICS.daysMax)} of them.`,
  age: `Choose one of ${AGES.join(', ')}.`,
  platform: 'This platform does not exist.',
  account: 'This account does not exist.',
  exportKind: 'Choose looks or newest.',
  exportRuns: 'An export of figures is running. Wait until it has ended, then start the next one.',
} as const;
