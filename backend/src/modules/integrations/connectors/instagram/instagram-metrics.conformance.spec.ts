import type { Metric } from '@posthorn/contracts/shared/metrics';
import { describeMetrics } from '../testing/conformance/metrics-conformance.ts';

const ALL: readonly Metric[] = ['impressions', 'reach', 'likes', 'comments', 'shares', 'saves'];
const SCOPES = {
  facebook: 'instagram_manage_insights',
  'instagram-login': 'instagram_business_manage_insights',
} as const;

/** By the Page that an account is linked to, and by Instagram itself. */
for (const app of ['facebook', 'instagram-login'] as const)
  for (const kind of ['image', 'images', 'video'] as const)
    describeMetrics({
      platform: 'instagram',
      app,
      kind,
      figures: [
        { metric: 'impressions', source: 'views', counters: ['impressions'] },
        { metric: 'reach', source: 'reach', counters: ['reach'] },
        { metric: 'likes', source: 'likes', counters: ['likes'] },
        { metric: 'comments', source: 'comments', counters: ['comments'] },
        { metric: 'shares', source: 'shares', counters: ['shares'] },
        { metric: 'saves', source: 'saved', counters: ['saves'] },
      ],
      permissions: { [SCOPES[app]]: ALL },
    });
