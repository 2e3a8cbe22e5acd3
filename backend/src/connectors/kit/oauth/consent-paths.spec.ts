import { expect, it } from '@jest/globals';
import { appNames } from '#infrastructure/config/app-names.ts';
import { callbackAddress, consentPath } from './consent-paths.ts';

it('has the specified path for each app', () => {
  expect(appNames.map(consentPath)).toEqual([
    '/api/auth/facebook',
    '/api/auth/threads',
    '/api/auth/twitter',
    // `/api/auth/linkedin` signs in.
    '/api/connect/linkedin',
    '/api/auth/tiktok',
    '/api/auth/youtube',
    '/api/auth/pinterest',
    '/api/auth/snapchat',
    '/api/auth/instagram-login',
    '/api/auth/tiktok-business',
  ]);
});
it('has a different callback address for each app', () => {
  const addresses = appNames.map((app) => callbackAddress('https://posts.example', app));
  expect(new Set(addresses).size).toBe(appNames.length);
  expect(addresses).toContain('https://posts.example/api/connect/linkedin/callback');
  // For the API for Business, TikTok's portal accepts only addresses with this ending.
  expect(addresses).toContain('https://posts.example/api/auth/tiktok-business/callback/');
});
