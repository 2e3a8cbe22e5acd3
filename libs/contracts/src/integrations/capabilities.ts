import { metrics, type Metric } from '../shared/metrics.ts';

/** What a platform allows apps to do through its official interface. Screens, API and worker use the same table. */
export type PlatformCapabilities = Readonly<{
  /** A post with only text. */
  text: boolean;
  images: boolean;
  video: boolean;
  /** Comments on the account's own posts can be read. */
  comments: boolean;
  reply: boolean;
  /** Whether comments can be hidden. */
  hide: boolean;
  delete: boolean;
  /** A published post can be deleted through the interface. */
  deletePost: boolean;
  analytics: Readonly<Record<Metric, boolean>>;
  /** The platform's rules allow replies that no person has approved. */
  automaticReplies: boolean;
}>;

/** The table of all metrics: true for the metrics that the platform has. */
export const analyticsOf = (...known: readonly Metric[]): PlatformCapabilities['analytics'] =>
  Object.fromEntries(metrics.map((metric) => [metric, known.includes(metric)])) as Record<Metric, boolean>;
