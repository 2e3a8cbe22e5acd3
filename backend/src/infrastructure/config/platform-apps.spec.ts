import { describe, expect, it } from '@jest/globals';
import { appNames, type AppName } from './app-names.ts';
import { APP_VARIABLES } from './platform-apps.ts';
import { readConfiguration } from './read-configuration.ts';

const appOf = (name: AppName, env: Record<string, string>) => readConfiguration(env).platformApps[name];
const keysOf = (prefix: string) => ({ [`${prefix}_ID`]: 'id', [`${prefix}_SECRET`]: 'secret' });
const LOCAL = 'http://127.0.0.1:9001';

it.each([
  ['threads', 'THREADS_APP', 'THREADS_GRAPH_URL', LOCAL, `${LOCAL}/oauth/access_token`],
  ['threads', 'THREADS_APP', 'THREADS_GRAPH_URL', `${LOCAL}/v1.0/`, `${LOCAL}/oauth/access_token`],
  ['facebook', 'FACEBOOK_APP', 'FACEBOOK_GRAPH_URL', LOCAL, `${LOCAL}/v26.0/oauth/access_token`],
  ['facebook', 'FACEBOOK_APP', 'FACEBOOK_GRAPH_URL', `${LOCAL}/v25.0`, `${LOCAL}/v25.0/oauth/access_token`],
  ['twitter', 'X_CLIENT', 'X_API_URL', `${LOCAL}/2`, `${LOCAL}/2/oauth2/token`],
  ['pinterest', 'PINTEREST_APP', 'PINTEREST_API_URL', `${LOCAL}/proxy/v5`, `${LOCAL}/proxy/v5/oauth/token`],
] as const)(
  'requests tokens of %s from the host of its configured API (%s, %s=%s)',
  (name, prefix, variable, url, tokenUrl) => {
    expect(appOf(name, { ...keysOf(prefix), [variable]: url }).tokenUrl).toBe(tokenUrl);
  },
);
it('keeps the token URL that the operator set, and a token URL on another host than the API', () => {
  const threads = { ...keysOf('THREADS_APP'), THREADS_GRAPH_URL: LOCAL };
  expect(appOf('threads', { ...threads, THREADS_TOKEN_URL: 'http://127.0.0.1:9002/t' }).tokenUrl).toBe(
    'http://127.0.0.1:9002/t',
  );
  const linkedin = { ...keysOf('LINKEDIN_CLIENT'), LINKEDIN_API_URL: LOCAL };
  expect(appOf('linkedin', linkedin).tokenUrl).toBe('https://www.linkedin.com/oauth/v2/accessToken');
});
it('requests tokens where the operator or the sandbox serves the consent page', () => {
  const env = { THREADS_GRAPH_URL: LOCAL };
  expect(appOf('threads', env).tokenUrl).toBe('https://threads.sandbox.test/oauth/access_token');
  expect(appOf('threads', { ...env, THREADS_AUTHORIZE_URL: `${LOCAL}/oauth/authorize` }).tokenUrl).toBe(
    `${LOCAL}/oauth/access_token`,
  );
});
it('uses a configured Facebook URL for Instagram too, because one host serves both', () => {
  const env = { ...keysOf('FACEBOOK_APP'), FACEBOOK_GRAPH_URL: LOCAL };
  expect(readConfiguration(env).platformApps.instagramApiUrl).toBe(LOCAL);
  const own = { ...env, INSTAGRAM_GRAPH_URL: 'http://127.0.0.1:9002/' };
  expect(readConfiguration(own).platformApps.instagramApiUrl).toBe('http://127.0.0.1:9002');
  expect(readConfiguration({ FACEBOOK_GRAPH_URL: LOCAL }).platformApps.instagramApiUrl).toBe(
    'https://instagram.sandbox.test',
  );
});
it('requests YouTube reports from their own host, or from the API host that the operator set', () => {
  const reportsOf = (env: Record<string, string>) => readConfiguration(env).platformApps.youtubeAnalyticsUrl;
  const keys = keysOf('YOUTUBE_CLIENT');
  expect(reportsOf(keys)).toBe('https://youtubeanalytics.googleapis.com');
  const same = { ...keys, YOUTUBE_API_URL: 'https://www.googleapis.com/youtube/v3' };
  expect(reportsOf(same)).toBe('https://youtubeanalytics.googleapis.com');
  expect(reportsOf({})).toBe('https://youtube.sandbox.test');
  const moved = { ...keys, YOUTUBE_API_URL: `${LOCAL}/youtube/v3/` };
  expect(reportsOf(moved)).toBe(LOCAL);
  expect(reportsOf({ ...moved, YOUTUBE_ANALYTICS_URL: 'http://127.0.0.1:9002/' })).toBe(
    'http://127.0.0.1:9002',
  );
});
it('does not use the sandbox’s TikTok Business app if the TikTok app is real', () => {
  expect(appOf('tiktok-business', {}).keys).not.toBeNull();
  const real = { TIKTOK_CLIENT_KEY: 'id', TIKTOK_CLIENT_SECRET: 'secret' };
  expect(appOf('tiktok-business', real).keys).toBeNull();
  const both = { ...real, TIKTOK_BUSINESS_APP_ID: '6', TIKTOK_BUSINESS_SECRET: 's' };
  expect(appOf('tiktok-business', both).keys).toEqual({ id: '6', secret: 's' });
});
describe.each(appNames)('the app of %s', (name) => {
  const { id, secret, prefix, api } = APP_VARIABLES[name];
  const [apiName, apiProduction] = api;
  const keys = { [id]: ' our-id ', [secret]: 'our-secret' };

  it('is the sandbox’s app if no keys are set, and has no keys without the sandbox', () => {
    const simulated = appOf(name, {});
    expect(simulated.keys).toEqual({ id: 'posthorn-sandbox', secret: 'posthorn-sandbox-secret' });
    expect(simulated.authorizeUrl).toBe(`http://localhost:3001/oauth/${name}`);
    for (const address of [simulated.apiUrl, simulated.tokenUrl])
      expect(new URL(address).host).toBe(`${name}.sandbox.test`);
    expect(appOf(name, { SANDBOX: 'off' }).keys).toBeNull();
    expect(appOf(name, { NODE_ENV: 'production', ENCRYPTION_KEYS: 'k:x' }).keys).toBeNull();
  });
  it('uses the platform if keys are set, even while the sandbox is on', () => {
    const { keys: own, apiUrl, authorizeUrl, tokenUrl } = appOf(name, keys);
    expect(own).toEqual({ id: 'our-id', secret: 'our-secret' });
    expect(apiUrl).toBe(apiProduction);
    for (const address of [apiUrl, authorizeUrl, tokenUrl]) {
      expect(address).toMatch(/^https:\/\//);
      expect(address).not.toMatch(/sandbox|\{version\}/);
    }
  });
  it.each([
    [{ [id]: 'x' }, `${secret} is missing, but ${id} is set: set both or none.`],
    [{ [secret]: 'x' }, `${id} is missing, but ${secret} is set: set both or none.`],
    [{ [apiName]: 'ftp://x' }, `${apiName} is not a usable URL: write http://… or https://….`],
    [
      { [`${prefix}_TOKEN_URL`]: 'x' },
      `${prefix}_TOKEN_URL is not a usable URL: write http://… or https://….`,
    ],
  ])('refuses %j', (env, sentence) => {
    expect(() => readConfiguration(env)).toThrow(sentence);
  });
  it('uses each configured URL, with and without keys, and allows calls to its host', () => {
    const set = {
      [apiName]: 'http://127.0.0.1:9001/',
      [`${prefix}_AUTHORIZE_URL`]: 'https://consent.example/a/',
      [`${prefix}_TOKEN_URL`]: 'http://[::1]:9003/token/',
    };
    for (const env of [set, { ...set, ...keys }, { ...set, SANDBOX: 'off' }]) {
      expect(appOf(name, env)).toMatchObject({
        apiUrl: 'http://127.0.0.1:9001',
        authorizeUrl: 'https://consent.example/a/',
        tokenUrl: 'http://[::1]:9003/token/',
      });
      expect(readConfiguration(env).operatorHosts).toEqual([
        { host: '127.0.0.1', port: 9001 },
        { host: 'consent.example', port: 443 },
        { host: '::1', port: 9003 },
      ]);
    }
  });
});
it('writes the version into Meta’s URLs once', () => {
  const { facebook, metaGraphVersion } = readConfiguration({
    ...keysOf('FACEBOOK_APP'),
    GRAPH_VERSION: 'v27.0',
  }).platformApps;
  expect(metaGraphVersion).toBe('v27.0');
  expect(facebook.authorizeUrl).toBe('https://www.facebook.com/v27.0/dialog/oauth');
  expect(facebook.tokenUrl).toBe('https://graph.facebook.com/v27.0/oauth/access_token');
});
