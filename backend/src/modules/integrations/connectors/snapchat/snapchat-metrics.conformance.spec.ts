import { describeMetrics } from '../testing/conformance/metrics-conformance.ts';

const figures = [
  { metric: 'impressions', source: 'views', counters: ['views'] },
  { metric: 'shares', source: 'shares', counters: ['shares'] },
] as const;

describeMetrics({ platform: 'snapchat', kind: 'video', options: { kind: 'spotlight' }, figures });
describeMetrics({
  platform: 'snapchat',
  kind: 'video',
  options: { kind: 'saved_story', savedStoryTitle: 'A story' },
  figures,
});
