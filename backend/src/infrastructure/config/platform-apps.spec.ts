import { expect, it } from '@jest/globals';
import type { AppName } from './platform-apps.ts';
import { readConfiguration } from './read-configuration.ts';

const appOf = (name: AppName, env: Record<string, string>) => readConfiguration(env).platformApps[name];
const keysOf = (prefix: string) => ({ [`${prefix}_ID`]: 'id', [`${prefix}_SECRET`]: 'secret' });
const here = 'http://127.0.0.1:9001';

it.each([
  ['threads', 'THREADS_APP', 'THREADS_GRAPH_URL', here, `${here}/oauth/access_token`],
  ['threads', 'THREADS_APP', 'THREADS_GRAPH_URL', `${here}/v1.0/`, `${here}/oauth/access_token`],
  ['facebook', 'FACEBOOK_APP', 'FACEBOOK_GRAPH_URL', here, `${here}/v26.0/oauth/access_token`],
  ['facebook', 'FACEBOOK_APP', 'FACEBOOK_GRAPH_URL', `${here}/v25.0`, `${here}/v25.0/oauth/access_token`],
  ['twitter', 'X_CLIENT', 'X_API_URL', `${here}/2`, `${here}/2/oauth2/token`],
  ['pinterest', 'PINTEREST_APP', 'PINTEREST_API_URL', `${here}/proxy/v5`, `${here}/proxy/v5/oauth/token`],
] as const)(
  'takes tokens of %s from where its API is moved to (%s, %s=%s)',
  (name, prefix, variable, url, at) => {
    expect(appOf(name, { ...keysOf(prefix), [variable]: url }).tokenUrl).toBe(at);
  },
);
it('leaves tokens where they are when an address of their own is set, or they live elsewhere', () => {
  const threads = { ...keysOf('THREADS_APP'), THREADS_GRAPH_URL: here };
  expect(appOf('threads', { ...threads, THREADS_TOKEN_URL: 'http://127.0.0.1:9002/t' }).tokenUrl).toBe(
    'http://127.0.0.1:9002/t',
  );
  const linkedin = { ...keysOf('LINKEDIN_CLIENT'), LINKEDIN_API_URL: here };
  expect(appOf('linkedin', linkedin).tokenUrl).toBe('https://www.linkedin.com/oauth/v2/accessToken');
});
it('redeems codes of the sandbox at the sandbox', () => {
  const env = { THREADS_GRAPH_URL: here };
  expect(appOf('threads', env).tokenUrl).toBe('https://threads.sandbox.test/oauth/access_token');
  expect(appOf('threads', { ...env, THREADS_AUTHORIZE_URL: `${here}/oauth/authorize` }).tokenUrl).toBe(
    `${here}/oauth/access_token`,
  );
});
it('takes Instagram along with Facebook, which has both on one host', () => {
  const env = { ...keysOf('FACEBOOK_APP'), FACEBOOK_GRAPH_URL: here };
  expect(readConfiguration(env).platformApps.instagramApiUrl).toBe(here);
  const own = { ...env, INSTAGRAM_GRAPH_URL: 'http://127.0.0.1:9002/' };
  expect(readConfiguration(own).platformApps.instagramApiUrl).toBe('http://127.0.0.1:9002');
  expect(readConfiguration({ FACEBOOK_GRAPH_URL: here }).platformApps.instagramApiUrl).toBe(
    'https://instagram.sandbox.test',
  );
});
