import { MetricsOfPosts } from '../ports/metrics-of-posts.ts';
import { ReadMetrics } from './read-metrics.ts';
import { RecentLooks } from './recent-looks.ts';

export const metricsProviders = [RecentLooks, { provide: MetricsOfPosts, useClass: ReadMetrics }];

export const metricsPorts = [MetricsOfPosts];
