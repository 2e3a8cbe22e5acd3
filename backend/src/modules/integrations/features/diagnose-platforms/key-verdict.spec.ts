import { expect, it } from '@jest/globals';
import { OutgoingError } from '#infrastructure/outgoing/outgoing-error.ts';
import { ConsentFailed } from '#connectors/kit/oauth/consent-failures.ts';
import { verdictOn } from './key-verdict.ts';

it.each([
  ['bad', new ConsentFailed('X', 'Client authentication failed', 'invalid_client')],
  ['good', new ConsentFailed('X', 'The code is unknown', 'invalid_grant')],
  ['bad', new ConsentFailed('YouTube', 'Bad Request', 'redirect_uri_mismatch')],
  ['bad', new ConsentFailed('Facebook', 'Error validating client secret.')],
  ['bad', new ConsentFailed('Facebook', 'Error validating application. Cannot get application info.')],
  ['good', new ConsentFailed('Facebook', 'Invalid verification code format.')],
  ['good', new ConsentFailed('TikTok', 'Authorization code is expired.')],
  ['unclear', new ConsentFailed('Pinterest', 'Something else')],
  ['bad', new OutgoingError('timeout', true, 'api.example', 'no answer')],
  ['unclear', new Error('a bug')],
])('rates the keys as "%s" after the error %s', (state, error) => {
  expect(verdictOn(error).state).toBe(state);
});
