import { expect, it } from '@jest/globals';
import { appNames } from '#infrastructure/config/app-names.ts';
import { PLATFORM_SCOPES } from '#infrastructure/config/platform-scopes.ts';
import { readConfiguration } from '#infrastructure/config/read-configuration.ts';
import { allWebhookVerifiers } from '#connectors/all-webhooks.ts';
import { commentFindings, scopeFindings, webhookFindings } from './platform-findings.ts';

it('reports for each platform how many accounts have readable comments, and why other accounts have none', () => {
  const why = 'Reconnect this account in Settings to read its comments.';
  expect(
    commentFindings([
      { platform: 'threads', why: null },
      { platform: 'linkedin', why: null },
      { platform: 'threads', why },
      { platform: 'threads', why: null },
    ]),
  ).toEqual([
    { about: 'threads', state: 'good', text: 'Comments of 2 accounts can be read.' },
    { about: 'linkedin', state: 'good', text: 'Comments of 1 account can be read.' },
    { about: 'threads', state: 'note', text: `Comments of 1 account cannot be read: ${why}` },
  ]);
  expect(commentFindings([])).toEqual([]);
});

it.each(appNames)('reports nothing for the default permissions of %s', (app) => {
  const requested = PLATFORM_SCOPES[app].map(({ scope }) => scope);
  expect(scopeFindings(app, requested)).toEqual([]);
});
it('lists missing permissions with their use, and requested permissions without a use', () => {
  const requested = ['threads_basic', 'threads_content_publish', 'threads_manage_mentions'];
  expect(scopeFindings('threads', requested)).toEqual([
    'THREADS_SCOPES leaves out threads_delete. The product needs it to delete.',
    'THREADS_SCOPES leaves out threads_read_replies. The product needs it to read comments.',
    'THREADS_SCOPES leaves out threads_manage_replies. The product needs it to answer comments.',
    'THREADS_SCOPES leaves out threads_manage_insights. The product needs it to read figures.',
    'THREADS_SCOPES asks for threads_manage_mentions, which the product does not use. The platform’s review of the app would refuse this.',
  ]);
});
it('lists the missing permissions for pages when only permissions for members are requested', () => {
  expect(scopeFindings('linkedin', ['openid', 'profile', 'w_member_social'])).toEqual([
    'LINKEDIN_SCOPES leaves out w_organization_social. The product needs it to publish, delete.',
    'LINKEDIN_SCOPES leaves out r_organization_social. The product needs it to look up.',
    'LINKEDIN_SCOPES leaves out rw_organization_admin. The product needs it to connect, read comments, read figures.',
    'LINKEDIN_SCOPES leaves out r_organization_social_feed. The product needs it to read comments.',
    'LINKEDIN_SCOPES leaves out w_organization_social_feed. The product needs it to answer comments.',
    'LINKEDIN_SCOPES leaves out r_member_postAnalytics. The product needs it to read figures.',
  ]);
});

const verifiersFor = (env: Record<string, string>) =>
  Object.values(allWebhookVerifiers(readConfiguration({ SANDBOX: 'off', ...env }).platformApps));
const textsOf = (env: Record<string, string>, app: 'facebook' | 'instagram-login' | 'twitter' | 'youtube') =>
  webhookFindings(verifiersFor(env), app, 'https://posts.example').map(({ text }) => text);

it('lists the webhook URL, objects and verify token to register for an application', () => {
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

it('requests the consumer secret that webhooks of X need, and lists the webhook URL when it is set', () => {
  const keys = { X_CLIENT_ID: '1', X_CLIENT_SECRET: 'a' };
  expect(textsOf(keys, 'twitter')).toEqual([expect.stringContaining('set X_CONSUMER_SECRET')]);
  expect(textsOf({ ...keys, X_CONSUMER_SECRET: 'c' }, 'twitter')).toEqual([
    expect.stringContaining('https://posts.example/api/webhooks/twitter'),
  ]);
});
