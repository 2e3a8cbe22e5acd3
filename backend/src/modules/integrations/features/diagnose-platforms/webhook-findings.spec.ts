import { expect, it } from '@jest/globals';
import { readConfiguration } from '#infrastructure/config/read-configuration.ts';
import { allWebhookDoors } from '#connectors/webhooks/all-webhook-doors.ts';
import { webhookFindings } from './webhook-findings.ts';

const doors = (env: Record<string, string>) =>
  Object.values(allWebhookDoors(readConfiguration({ SANDBOX: 'off', ...env }).platformApps));
const textsOf = (env: Record<string, string>, app: 'facebook' | 'instagram-login' | 'twitter' | 'youtube') =>
  webhookFindings(doors(env), app, 'https://posts.example').map(({ text }) => text);

it('says what to register for an application, and with which token', () => {
  const facebook = { FACEBOOK_APP_ID: '1', FACEBOOK_APP_SECRET: 'a' };
  const both = { ...facebook, INSTAGRAM_APP_ID: '2', INSTAGRAM_APP_SECRET: 'b' };
  const [text = ''] = textsOf(both, 'facebook');
  expect(text).toMatch(
    /^Webhook to register: https:\/\/posts\.example\/api\/webhooks\/meta; object Page, field feed; object Instagram, field comments; verify token [0-9a-f]{32}$/,
  );
  expect(textsOf(facebook, 'facebook')).toEqual([text]);
  expect(textsOf(both, 'instagram-login')).not.toEqual([text]);
  expect(textsOf(both, 'youtube')).toEqual([]);
});

it('says what X wants besides the keys of the application', () => {
  const keys = { X_CLIENT_ID: '1', X_CLIENT_SECRET: 'a' };
  expect(textsOf(keys, 'twitter')).toEqual([expect.stringContaining('set X_CONSUMER_SECRET')]);
  expect(textsOf({ ...keys, X_CONSUMER_SECRET: 'c' }, 'twitter')).toEqual([
    expect.stringContaining('https://posts.example/api/webhooks/twitter'),
  ]);
});
