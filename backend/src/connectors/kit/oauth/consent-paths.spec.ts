import { expect, it } from '@jest/globals';
import { appNames } from '#infrastructure/config/app-names.ts';
import { callbackAddress, consentPath } from './consent-paths.ts';

it('begins each connection at the address of the specification', () => {
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
it('returns to an address of its own, so that no platform can answer for another', () => {
  const addresses = appNames.map((app) => callbackAddress('https://posts.example', app));
  expect(new Set(addresses).size).toBe(appNames.length);
  expect(addresses).toContain('https://posts.example/api/connect/linkedin/callback');
  // For the API for Business, TikTok's portal accepts only addresses with this ending.
  expect(addresses).toContain('https://posts.example/api/auth/tiktok-business/callback/');
});
