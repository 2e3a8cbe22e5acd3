import { expect, it } from '@jest/globals';
import { appNames } from '#infrastructure/config/app-names.ts';
import { callbackAddress, consentPath } from './consent-paths.ts';

it('has the specified path for each app', () => {
  expect(appNames.map(consentPath)).toEqual([
    '/api/auth/facebook',
    '/api/auth/threads',
    '/api/auth/twitter',
    // `/api/auth/linkedin` is for signing in.
    '/api/connect/linkedin',
    '/api/auth/tiktok',
    '/api/auth/youtube',
    '/api/auth/pinterest',
    '/api/auth/snapchat',
    '/api/auth/instagram-login',
    '/api/auth/tiktok-business',
  ]);
});
it('has a different callback URL for each app', () => {
  const urls = appNames.map((app) => callbackAddress('https://posts.example', app));
  expect(new Set(urls).size).toBe(appNames.length);
  expect(urls).toContain('https://posts.example/api/connect/linkedin/callback');
  // For the API for Business, TikTok's portal accepts only URLs that end with a slash.
  expect(urls).toContain('https://posts.example/api/auth/tiktok-business/callback/');
});
