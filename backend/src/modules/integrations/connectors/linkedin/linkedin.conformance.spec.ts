import { expect } from '@jest/globals';
import type { RemoteAccount } from '../contract/connector.ts';
import { describeConnector, type ConnectorSubject } from '../testing/conformance/conformance.ts';

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
      name: 'the same content is there already',
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
      name: 'the role is gone',
      ...error(403, 'ACCESS_DENIED', 'Not enough permissions'),
      expected: { kind: 'refused', reason: 'rejected', words: 'Not enough permissions' },
    },
    {
      name: 'this version of the interface has ended',
      ...error(426, 'NONEXISTENT_VERSION', 'Requested version 202001 is not active'),
      expected: { kind: 'postponed', reason: 'api-version' },
    },
    {
      name: 'somebody else is writing',
      ...error(409, 'CONFLICT', 'conflict'),
      expected: { kind: 'refused', reason: 'conflict', retryable: true },
    },
  ],
};

describeConnector({ ...subject, usual: 'images', kind: { name: 'organization', is: isOrganization } });
describeConnector({
  ...subject,
  usual: 'video',
  kind: { name: 'member', is: (account) => !isOrganization(account), blind: true },
});
