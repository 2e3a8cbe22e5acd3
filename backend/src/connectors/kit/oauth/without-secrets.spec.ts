import { expect, it } from '@jest/globals';
import { withoutSecrets } from './without-secrets.ts';

const SENT = {
  grant_type: 'authorization_code',
  client_id: 'our-public-id',
  client_secret: 'canary-secret',
  refresh_token: 'canary+token.*',
  // Too short: a secret that equals a common word is not removed.
  code: 'short',
};

it('removes only the secrets of our request from an error message of a platform', () => {
  const message =
    'authorization_code of our-public-id with short: canary-secret, canary+token.* and canary+token.*';
  expect(withoutSecrets(message, SENT)).toBe('authorization_code of our-public-id with short: …, … and …');
  expect(withoutSecrets(null, SENT)).toBeNull();
});
