import type { RemoteAccount } from '../contract/connector.ts';
import { describeMetrics } from '../testing/conformance/metrics-conformance.ts';

const isOrganization = ({ remoteId }: RemoteAccount) => remoteId.startsWith('urn:li:organization:');

describeMetrics({
  platform: 'linkedin',
  is: isOrganization,
  kind: 'text',
  figures: [
    { metric: 'likes', source: 'likeCount', counters: ['likes'] },
    { metric: 'comments', source: 'commentCount', counters: ['comments'] },
    { metric: 'shares', source: 'shareCount', counters: ['shares'] },
    { metric: 'impressions', source: 'impressionCount', counters: ['impressions'] },
    { metric: 'reach', source: 'uniqueImpressionsCount', counters: ['reach'] },
    { metric: 'clicks', source: 'clickCount', counters: ['clicks'] },
  ],
});
describeMetrics({
  platform: 'linkedin',
  is: (account) => !isOrganization(account),
  // Of a video's post the URN is another one.
  kind: 'video',
  figures: [
    { metric: 'likes', source: 'REACTION', counters: ['likes'] },
    { metric: 'comments', source: 'COMMENT', counters: ['comments'] },
    { metric: 'shares', source: 'RESHARE', counters: ['shares'] },
    { metric: 'impressions', source: 'IMPRESSION', counters: ['impressions'] },
    { metric: 'reach', source: 'MEMBERS_REACHED', counters: ['reach'] },
  ],
  never: ['clicks'],
  permissions: { r_member_postAnalytics: ['likes', 'comments', 'shares', 'impressions', 'reach'] },
});
