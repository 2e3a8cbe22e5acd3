import { expect } from '@jest/globals';
import type { RemoteAccount } from '../contract/connector.ts';
import { describeConnector, type ConnectorSubject } from '../testing/conformance/conformance.ts';
import { describeComments } from '../testing/conformance/comments-conformance.ts';
import { describeMetrics } from '../testing/conformance/metrics-conformance.ts';

const error = (status: number, code: string, message: string) => ({
  status,
  body: { status, code, message },
});
const isOrganization = ({ remoteId }: RemoteAccount) => remoteId.startsWith('urn:li:organization:');

const subject: ConnectorSubject = {
  platform: 'linkedin',
  neededScopes: [
    'w_member_social',
    'w_organization_social',
    'r_organization_social',
    'rw_organization_admin',
  ],
  accounts: 3,
  takes: ['text', 'link', 'image', 'png', 'images', 'video', 'gif'],
  refuses: ['mov'],
  renews: true,
  refusals: [
    {
      name: 'the budget of the app is used up for today',
      ...error(429, 'TOO_MANY_REQUESTS', 'Resource level throttle APPLICATION DAY limit is reached.'),
      expected: {
        kind: 'postponed',
        reason: 'rate-limit',
        scope: 'app',
        until: expect.stringMatching(/T00:00:00/u),
      },
    },
    {
      name: 'the same content already exists',
      ...error(422, 'DUPLICATE_POST', 'Content is a duplicate of urn:li:share:1'),
      expected: { kind: 'refused', reason: 'duplicate', words: expect.stringContaining('share:1') },
    },
    {
      name: 'a file has not arrived yet',
      ...error(400, 'MEDIA_ASSET_WAITING_UPLOAD', 'waiting'),
      expected: { kind: 'postponed', reason: 'processing' },
    },
    {
      name: 'a file could not be processed',
      ...error(400, 'MEDIA_ASSET_PROCESSING_FAILED', 'failed'),
      expected: { kind: 'refused', reason: 'media-lost', retryable: true },
    },
    {
      name: 'the text is too long',
      ...error(400, 'FIELD_LENGTH_TOO_LONG', 'commentary is too long'),
      expected: { kind: 'refused', reason: 'too-long', retryable: false },
    },
    {
      name: 'the person has lost the role',
      ...error(403, 'ACCESS_DENIED', 'Not enough permissions'),
      expected: { kind: 'refused', reason: 'rejected', words: 'Not enough permissions' },
    },
    {
      name: 'LinkedIn no longer supports this API version',
      ...error(426, 'NONEXISTENT_VERSION', 'Requested version 202001 is not active'),
      expected: { kind: 'postponed', reason: 'api-version' },
    },
    {
      name: 'a conflict with another change',
      ...error(409, 'CONFLICT', 'conflict'),
      expected: { kind: 'refused', reason: 'conflict', retryable: true },
    },
  ],
};

describeConnector({ ...subject, usualKind: 'images', kind: { name: 'organization', is: isOrganization } });
describeConnector({
  ...subject,
  usualKind: 'video',
  kind: { name: 'member', is: (account) => !isOrganization(account), blind: true },
});

describeComments({
  platform: 'linkedin',
  is: isOrganization,
  kind: 'text',
  reportsEditTimes: true,
});

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
  // The URN of a post with a video has a different type.
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
