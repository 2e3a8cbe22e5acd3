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
  reconnect: (platform) => `${platform} no longer gives us access. Reconnect the account.`,
  'no-budget': (platform) => `${platform} charges for each update, and no budget is set for it here.`,
  budget: (platform) => `Today’s budget for ${platform} is used up.`,
  platform: (platform) => `Updates from ${platform} have to wait: it limits them, or does not respond.`,
};

/** The metrics on a post's card. */
export const FIGURES_TEXT = {
  title: 'Figures',
  notAvailable: 'Not available',
  noReason: 'No platform of this post reports this figure.',
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
  nextLook: (when: string) => `Next update at ${when}.`,
  fell: (metric: string, was: string, when: string) => `${metric} down from ${was} on ${when}`,
  fellOn: (metric: string, platform: string, was: string, when: string) =>
    `${metric} on ${platform} down from ${was} on ${when}`,
  /** Follows the two decreases that the card lists. */
  moreFell: (n: number) => (n === 1 ? 'One more figure went down' : `${String(n)} more figures went down`),
  reconnect: 'Reconnect',
  failed: 'The figures could not be loaded.',
  again: 'Try again',
  loading: 'Loading the figures…',
} as const;

/** Shown instead of the metrics to users without Premium. */
export const MASKED_TEXT = {
  mask: '•••',
  hidden: 'Part of Premium',
  upgrade: 'See figures with Premium',
} as const;
