import type { PauseReason } from '@posthorn/contracts/analytics/analytics.http';
import type { Metric } from '@posthorn/contracts/shared/metrics';

export const METRIC_NAMES: Readonly<Record<Metric, string>> = {
  likes: 'Likes',
  comments: 'Comments',
  shares: 'Shares',
  saves: 'Saves',
  quotes: 'Quotes',
  impressions: 'Impressions',
  views: 'Views',
  reach: 'Reach',
  clicks: 'Clicks',
};

/** Why the server does not poll at present. */
export const PAUSE_TEXT: Readonly<Record<PauseReason, (platform: string) => string>> = {
  reconnect: (platform) => `${platform} lets nobody in until the account is connected again.`,
  'no-budget': (platform) => `${platform} takes money for each look, and no budget is set for it here.`,
  budget: (platform) => `Today’s budget for looks at ${platform} is used up.`,
  platform: (platform) => `${platform} does not answer.`,
};

/** The metrics on a post's card. */
export const FIGURES_TEXT = {
  title: 'Figures',
  notAvailable: 'Not available',
  noReason: 'No platform of this post tells this figure.',
  of: (some: number, all: number) => `${String(some)} of ${String(all)}`,
  accounts: ' accounts',
  /** Metrics outside the sums: "412 views". */
  beside: (count: string, metric: string) => `${count} ${metric.toLowerCase()}`,
  asOf: (when: string) => `As of ${when}`,
  firstAt: (when: string) => `First numbers at ${when}`,
  firstSoon: 'First numbers soon',
  none: 'No numbers yet',
  details: 'Figures by account',
  noLonger: (platform: string) => `No longer on ${platform}`,
  nextLook: (when: string) => `Next look at ${when}.`,
  fell: (metric: string, was: string, when: string) => `${metric} was ${was} on ${when}`,
  fellOn: (metric: string, platform: string, was: string, when: string) =>
    `${metric} on ${platform} was ${was} on ${when}`,
  /** Follows two decreases that are named. */
  moreFell: (n: number) => (n === 1 ? 'One more figure fell' : `${String(n)} more figures fell`),
  reconnect: 'Reconnect',
  failed: 'The figures could not be loaded.',
  again: 'Try again',
  loading: 'Loading the figures…',
} as const;

/** Shown instead of the metrics. */
export const MASKED_TEXT = {
  mask: '•••',
  hidden: 'Part of Premium',
  upgrade: 'See figures with Premium',
} as const;
