import { metrics, type Metric } from '../shared/metrics.ts';

/** What a platform lets any app do through its official interface. The same table serves screens, API and worker. */
export type PlatformCapabilities = Readonly<{
  /** A post of text alone. */
  text: boolean;
  images: boolean;
  video: boolean;
  /** Comments on own posts can be read. */
  comments: boolean;
  reply: boolean;
  /** Of comments. */
  hide: boolean;
  delete: boolean;
  /** A published post can be taken down through the interface. */
  deletePost: boolean;
  analytics: Readonly<Record<Metric, boolean>>;
  /** Replies that no person approved are allowed by the platform's rules. */
  automaticReplies: boolean;
}>;

/** A row for each metric from the few that there are. */
export const analyticsOf = (...known: readonly Metric[]): PlatformCapabilities['analytics'] =>
  Object.fromEntries(metrics.map((metric) => [metric, known.includes(metric)])) as Record<Metric, boolean>;
