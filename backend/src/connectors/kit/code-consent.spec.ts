import { expect, it } from '@jest/globals';
import { ConsentFailed } from './oauth/consent-failures.ts';
import { TokenRefused } from './oauth/with-token.ts';
import { failConsentOnRefusal, buildAuthorizeUrl } from './code-consent.ts';
import { PlatformError } from './platform-error.ts';

const app = {
  keys: { id: 'app', secret: 'secret' },
  authorizeUrl: 'https://www.example/oauth?theme=dark',
  tokenUrl: '',
  apiUrl: '',
  scopes: ['read', 'write'],
};
const request = { state: 's', challenge: 'c', redirectUri: 'https://posthorn.example/callback' };
const fieldsOf = (url: string) => Object.fromEntries(new URL(url).searchParams);

it('keeps the parameters of the configured URL', () => {
  expect(fieldsOf(buildAuthorizeUrl(app, request, ','))).toEqual({
    theme: 'dark',
    client_id: 'app',
    redirect_uri: request.redirectUri,
    response_type: 'code',
    scope: 'read,write',
    state: 's',
  });
});
it('omits a standard field that has another name on a platform', () => {
  const fields = fieldsOf(buildAuthorizeUrl(app, request, ' ', { client_id: null, client_key: 'app' }));
  expect(fields).toMatchObject({ client_key: 'app', scope: 'read write' });
  expect(fields).not.toHaveProperty('client_id');
});

it.each([new TokenRefused('No.'), new PlatformError(403, 'No.', {}, true)])(
  'throws ConsentFailed if the platform refuses with %s',
  async (error) => {
    await expect(failConsentOnRefusal('Example', () => Promise.reject(error))).rejects.toThrow(ConsentFailed);
  },
);
it('rethrows an error that the platform did not return', async () => {
  const fault = new Error('ours');
  await expect(failConsentOnRefusal('Example', () => Promise.reject(fault))).rejects.toBe(fault);
});
