import { MeasuringOfHandler, MetricsTermsOfHandler, ReadMetricsHandler } from './read-metrics.handlers.ts';

export const metricsProviders = [MetricsTermsOfHandler, MeasuringOfHandler, ReadMetricsHandler];
