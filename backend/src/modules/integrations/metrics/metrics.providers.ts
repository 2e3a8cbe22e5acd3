import { MetricsOfPosts } from '../ports/metrics-of-posts.ts';
import { ReadMetrics } from './read-metrics.ts';
import { RecentLooks } from './recent-looks.ts';

export const metricsProviders = [
  RecentLooks,
  ReadMetrics,
  { provide: MetricsOfPosts, useExisting: ReadMetrics },
];

export const metricsPorts = [MetricsOfPosts];
