import {
  MeasuringOfHandler,
  MetricsTermsOfHandler,
  ReadMetricsHandler,
  SeenLooksHandler,
} from './read-metrics.handlers.ts';
import { RecentLooks } from './recent-looks.ts';

export const metricsProviders = [
  RecentLooks,
  MetricsTermsOfHandler,
  MeasuringOfHandler,
  ReadMetricsHandler,
  SeenLooksHandler,
];
