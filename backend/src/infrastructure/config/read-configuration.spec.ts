import { describe, expect, it } from '@jest/globals';
import { OneLineError } from './one-line-error.ts';
import { readConfiguration } from './read-configuration.ts';

const problems = (env: Record<string, string>): string[] => {
  try {
    readConfiguration(env);
  } catch (error) {
    if (error instanceof OneLineError) return error.message.split('\n');
    throw error;
  }
  return [];
};

it('runs on one machine without any variable', () => {
  const configuration = readConfiguration({ PORT: '' });
  expect(configuration).toMatchObject({
    port: 3000,
    publicUrl: 'http://localhost:3000',
    sandbox: { port: 3001, url: 'http://localhost:3001' },
    databaseUrl: null,
    eventStoreUrl: null,
    internalPort: null,
    roles: new Set(['web', 'worker', 'projector']),
    production: false,
  });
  expect(configuration.dataDir).toMatch(/[\\/]\.data$/);
});
it('reads the operator’s settings', () => {
  const configuration = readConfiguration({
    PUBLIC_URL: 'https://posts.example/',
    ROLES: 'worker, projector',
    ALLOW_PRIVATE_HOSTS: 'localhost:8080,[::1]:9',
    COMPLIMENTARY_PREMIUM: 'Ana@Example.com',
    EVENTSTORE_URL: 'esdb://a:2113,b:2113?tls=true',
  });
  expect(configuration).toMatchObject({
    publicUrl: 'https://posts.example',
    mailFrom: 'Posthorn <no-reply@posts.example>',
    roles: new Set(['worker', 'projector']),
    allowPrivateHosts: [
      { host: 'localhost', port: 8080 },
      { host: '::1', port: 9 },
    ],
    complimentaryPremium: ['ana@example.com'],
  });
});
it('reads the files with which TikTok verifies a URL', () => {
  const read = (value: string) => readConfiguration({ TIKTOK_VERIFICATION: value }).verificationFiles;
  expect(read('')).toEqual([]);
  expect(read('tiktokAb1.txt:tiktok-developers-site-verification=Ab1, tiktokCd2.txt:Cd2')).toEqual([
    { name: 'tiktokAb1.txt', content: 'tiktok-developers-site-verification=Ab1' },
    { name: 'tiktokCd2.txt', content: 'Cd2' },
  ]);
});
it.each([
  'tiktokAb1.txt',
  'tiktokAb1.txt:',
  'tiktok.txt:Ab1',
  'Ab1.txt:Ab1',
  'tiktokAb1.html:Ab1',
  '../tiktokAb1.txt:Ab1',
  'tiktokAb1.txt:<script>',
  'tiktokAb1.txt:Ab1 Cd2',
  `tiktokAb1.txt:${'x'.repeat(201)}`,
  `tiktok${'x'.repeat(101)}.txt:Ab1`,
])('refuses “%s” as a verification file of TikTok', (value) => {
  expect(problems({ TIKTOK_VERIFICATION: value })).toEqual([
    'TIKTOK_VERIFICATION is not a verification file: write its name and content as TikTok issued them, tiktok….txt:tiktok-developers-site-verification=….',
  ]);
});
it.each([
  [{ PORT: 'http' }, 'PORT is "http": use a number.'],
  [{ DB_POOL: '6' }, 'DB_POOL is 6: use 7 or more.'],
  [{ PORT: '70000' }, 'PORT is not a port number: use a number from 1 to 65535.'],
  [{ ROLES: 'web,cook' }, 'ROLES has "cook": use any of web,worker,projector.'],
  [{ SANDBOX: 'yes' }, 'SANDBOX is "yes": use on or off.'],
  [
    { DATABASE_URL: 'mysql://x/y' },
    'DATABASE_URL is not a usable URL: write postgres://… or postgresql://….',
  ],
  [
    { EVENTSTORE_URL: 'http://x:2113' },
    'EVENTSTORE_URL is not a usable URL: write esdb://… or esdb+discover://….',
  ],
  [
    { ALLOW_PRIVATE_HOSTS: 'localhost' },
    'ALLOW_PRIVATE_HOSTS has "localhost": write host:port, as in localhost:8080.',
  ],
  [{ PORT: '3001' }, 'SANDBOX_PORT is 3001, which is PORT as well: choose another number.'],
  [
    { GOOGLE_CLIENT_ID: 'x' },
    'GOOGLE_CLIENT_SECRET is missing, but GOOGLE_CLIENT_ID is set: set both or none.',
  ],
  [
    { LINKEDIN_SIGNIN_CLIENT_SECRET: 'x' },
    'LINKEDIN_SIGNIN_CLIENT_ID is missing, but LINKEDIN_SIGNIN_CLIENT_SECRET is set: set both or none.',
  ],
  [
    { GOOGLE_ISSUER: 'http://login.example' },
    'GOOGLE_ISSUER is plain http, which is good enough for this machine only: use https.',
  ],
])('says what is wrong with %j', (env, sentence) => {
  expect(problems(env as Record<string, string>)).toEqual([sentence]);
});
it('reports all errors together', () => {
  expect(problems({ PORT: 'x', TRUSTED_PROXIES: 'y' })).toHaveLength(2);
});
it('refuses production with the sandbox, or with a key in the data folder', () => {
  const production = { NODE_ENV: 'production', ENCRYPTION_KEYS: 'k:x' };
  for (const database of [{}, { DATABASE_URL: 'postgres://db/posthorn' }]) {
    expect(problems({ NODE_ENV: 'production', ...database })).toEqual([
      expect.stringContaining('ENCRYPTION_KEYS is needed in production'),
    ]);
    expect(problems({ ...production, ...database, SANDBOX: 'on' })).toEqual([
      'SANDBOX is on, which production does not allow: use off.',
    ]);
  }
  expect(readConfiguration(production).sandbox).toBeNull();
});
it('signs in with the providers whose keys are set, at their own issuer unless the operator sets another', () => {
  const keys = { LINKEDIN_SIGNIN_CLIENT_ID: 'id', LINKEDIN_SIGNIN_CLIENT_SECRET: 'secret' };
  expect(readConfiguration({ ...keys, SANDBOX: 'off' }).signInProviders).toEqual({
    google: null,
    linkedin: { id: 'id', secret: 'secret', issuer: 'https://www.linkedin.com/oauth', simulated: false },
  });
  const issuer = 'http://127.0.0.1:4000';
  const configuration = readConfiguration({ ...keys, LINKEDIN_ISSUER: `${issuer}/` });
  expect(configuration.signInProviders.linkedin?.issuer).toBe(issuer);
  expect(configuration.operatorHosts).toContainEqual({ host: '127.0.0.1', port: 4000 });
});
it('signs in with providers of the sandbox if the operator has set none', () => {
  const keys = { LINKEDIN_SIGNIN_CLIENT_ID: 'id', LINKEDIN_SIGNIN_CLIENT_SECRET: 'secret' };
  const { google, linkedin } = readConfiguration(keys).signInProviders;
  expect(google).toEqual({
    id: 'posthorn-sandbox',
    secret: 'posthorn-sandbox-secret',
    issuer: 'https://accounts.google.sandbox.test',
    simulated: true,
  });
  expect(linkedin).toMatchObject({ issuer: 'https://www.linkedin.com/oauth', simulated: false });
  expect(readConfiguration({ GOOGLE_ISSUER: 'https://login.example' }).signInProviders.google).toBeNull();
  const off = readConfiguration({ SANDBOX: 'off' }).signInProviders;
  expect(off).toEqual({ google: null, linkedin: null });
});

describe('Stripe', () => {
  const keys = {
    STRIPE_SECRET_KEY: 'sk_test_1a',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_1a',
    STRIPE_WEBHOOK_SECRET: 'whsec_new, whsec_old',
  };
  const all = 'set STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET, or none of the three';

  it('is the sandbox’s while there are no keys, and null without the sandbox', () => {
    expect(readConfiguration({}).stripe).toMatchObject({
      mode: 'test',
      apiUrl: 'https://stripe.sandbox.test',
      scriptUrl: 'http://localhost:3001/stripe.js',
    });
    expect(readConfiguration({ SANDBOX: 'off' }).stripe).toBeNull();
  });
  it('accepts both secrets of a webhook during rotation, and another API URL', () => {
    expect(readConfiguration({ ...keys, STRIPE_API_URL: 'http://127.0.0.1:4000/' })).toMatchObject({
      stripe: {
        mode: 'test',
        secretKey: 'sk_test_1a',
        publishableKey: 'pk_test_1a',
        webhookSecrets: ['whsec_new', 'whsec_old'],
        apiUrl: 'http://127.0.0.1:4000',
        scriptUrl: 'https://js.stripe.com/endive/stripe.js',
      },
      operatorHosts: [{ host: '127.0.0.1', port: 4000 }],
    });
    expect(readConfiguration({ PREMIUM_SINCE: '2026-11-30' }).premiumSince).toBe('2026-11-30');
  });
  it.each([
    [{ ...keys, STRIPE_WEBHOOK_SECRET: '' }, `STRIPE_WEBHOOK_SECRET is missing: ${all}.`],
    [{ ...keys, STRIPE_SECRET_KEY: '' }, `STRIPE_SECRET_KEY is missing: ${all}.`],
    [{ ...keys, STRIPE_PUBLISHABLE_KEY: '' }, `STRIPE_PUBLISHABLE_KEY is missing: ${all}.`],
    [
      { ...keys, STRIPE_SECRET_KEY: 'pk_test_1a' },
      'STRIPE_SECRET_KEY is not a Stripe secret key: it begins with sk_ or rk_.',
    ],
    [
      { ...keys, STRIPE_WEBHOOK_SECRET: 'secret' },
      'STRIPE_WEBHOOK_SECRET is not the secret of a webhook endpoint: it begins with whsec_.',
    ],
    [
      { ...keys, STRIPE_PUBLISHABLE_KEY: 'pk_live_1a' },
      'STRIPE_PUBLISHABLE_KEY is a live key, but STRIPE_SECRET_KEY is a test key.',
    ],
    [
      { ...keys, STRIPE_SECRET_KEY: 'sk_live_1a', STRIPE_PUBLISHABLE_KEY: 'pk_live_1a' },
      'STRIPE_SECRET_KEY is a live key, which the product does not use together with the sandbox: set SANDBOX=off.',
    ],
    [{ PREMIUM_SINCE: '2026-02-30' }, 'PREMIUM_SINCE is "2026-02-30": use a day as in 2026-11-30.'],
  ])('refuses %j without showing a secret', (env, sentence) => {
    expect(problems(env)).toEqual([sentence]);
  });
});

describe('the model', () => {
  const model = (env: Record<string, string>) => readConfiguration(env).model;
  const key = { OPENAI_API_KEY: 'sk-1', OPENAI_MODEL: 'some-model' };

  it('is the sandbox’s while there is no key, and null without the sandbox', () => {
    expect(model({})).toMatchObject({ baseUrl: 'https://openai.sandbox.test/v1', isOpenAi: false });
    expect(model({ SANDBOX: 'off' })).toBeNull();
  });
  it('is OpenAI’s with a key, or runs on another server with the same API', () => {
    expect(model(key)).toEqual({
      key: 'sk-1',
      model: 'some-model',
      baseUrl: 'https://api.openai.com/v1',
      isOpenAi: true,
    });
    const inEurope = { ...key, OPENAI_BASE_URL: 'https://eu.api.openai.com/v1' };
    expect(model(inEurope)).toMatchObject({ isOpenAi: true });
    const here = { OPENAI_BASE_URL: 'http://127.0.0.1:11434/v1/', OPENAI_MODEL: 'llama' };
    expect(model(here)).toMatchObject({ baseUrl: 'http://127.0.0.1:11434/v1', isOpenAi: false });
    expect(readConfiguration(here).operatorHosts).toEqual([{ host: '127.0.0.1', port: 11_434 }]);
  });
  it.each([
    [{ OPENAI_API_KEY: 'sk-1' }, 'OPENAI_MODEL is missing: set the name of the model.'],
    [{ OPENAI_BASE_URL: 'https://x.example/v1' }, 'OPENAI_MODEL is missing: set the name of the model.'],
    [{ OPENAI_MODEL: 'm' }, 'OPENAI_API_KEY is missing, but OPENAI_MODEL is set: set both or none.'],
    [{ ...key, OPENAI_API_KEY: 'sk 1' }, 'OPENAI_API_KEY has a space or a sign that no key has.'],
    [{ ...key, OPENAI_BASE_URL: 'x' }, 'OPENAI_BASE_URL is not a usable URL: write http://… or https://….'],
    [{ AUTO_REPLY: 'maybe' }, 'AUTO_REPLY is "maybe": use on or off.'],
    [{ AI_DAILY_TOKENS: 'many' }, 'AI_DAILY_TOKENS is "many": use a number.'],
  ])('refuses %j without showing the key', (env, sentence) => {
    expect(problems(env)).toEqual([sentence]);
  });
});

it('spends nothing on reading X by default', () => {
  expect(readConfiguration({}).xDailyBudgetUsd).toBe(0);
  expect(readConfiguration({ X_DAILY_BUDGET_USD: '2.50' }).xDailyBudgetUsd).toBe(2.5);
  for (const amount of ['much', '-1', '1,5', '1e3', '0.001'])
    expect(problems({ X_DAILY_BUDGET_USD: amount })).toEqual([
      `X_DAILY_BUDGET_USD is "${amount}": use an amount as in 2.50.`,
    ]);
});

it('keeps metrics as long as the platforms’ terms say, unless the operator sets fewer days or has an agreement', () => {
  const terms = (env: Record<string, string>) => {
    const { metricsKeepDays, amendedTerms } = readConfiguration(env);
    return [metricsKeepDays, [...amendedTerms]];
  };
  expect(terms({})).toEqual([null, []]);
  expect(terms({ METRICS_KEEP_DAYS: '90', YOUTUBE_AMENDMENT: 'accepted' })).toEqual([90, ['youtube']]);
  for (const days of ['0', '-3', '1.5', 'week', '36501', '999999999'])
    expect(problems({ METRICS_KEEP_DAYS: days })).toEqual([
      `METRICS_KEEP_DAYS is "${days}": use whole days, from 1 to 36500.`,
    ]);
  expect(problems({ YOUTUBE_AMENDMENT: 'yes' })).toEqual([
    'YOUTUBE_AMENDMENT is "yes": use none or accepted.',
  ]);
});

describe('an object store for media', () => {
  const store = {
    S3_ENDPOINT: 'http://127.0.0.1:3900/',
    S3_BUCKET: 'posthorn-media',
    S3_ACCESS_KEY_ID: 'GK1',
    S3_SECRET_ACCESS_KEY: 'canary-secret',
  };
  const all = 'set S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, or none of the four';

  it('is used when all of its variables are set, and not otherwise', () => {
    expect(readConfiguration({}).objectStore).toBeNull();
    expect(readConfiguration(store).objectStore).toEqual({
      endpoint: 'http://127.0.0.1:3900',
      bucket: 'posthorn-media',
      region: 'us-east-1',
      accessKeyId: 'GK1',
      secretAccessKey: 'canary-secret',
      cacheBytes: 2 * 1024 ** 3,
    });
    expect(
      readConfiguration({ ...store, S3_REGION: 'garage', MEDIA_CACHE_GB: '5' }).objectStore,
    ).toMatchObject({ region: 'garage', cacheBytes: 5 * 1024 ** 3 });
  });
  it('lists what is missing, without the secrets', () => {
    expect(problems({ S3_BUCKET: 'media', S3_SECRET_ACCESS_KEY: 'canary-secret' })).toEqual([
      `S3_ENDPOINT is missing: ${all}.`,
      `S3_ACCESS_KEY_ID is missing: ${all}.`,
    ]);
    expect(problems({ S3_REGION: 'garage' })).toHaveLength(4);
    expect(problems({ ...store, S3_BUCKET: 'Media', S3_SECRET_ACCESS_KEY: 'canary secret' })).toEqual([
      'S3_SECRET_ACCESS_KEY has a space or a sign that no key has.',
      'S3_BUCKET is "Media": use 3 to 63 small letters, digits, dots and hyphens.',
    ]);
    expect(problems({ ...store, S3_ENDPOINT: 's3.example.com' })).toEqual([
      'S3_ENDPOINT is not a usable URL: write http://… or https://….',
    ]);
  });
  it('accepts another host for media', () => {
    expect(readConfiguration({}).mediaUrl).toBeNull();
    expect(readConfiguration({ MEDIA_URL: 'https://media.example/' }).mediaUrl).toBe('https://media.example');
    expect(problems({ MEDIA_URL: 'media.example' })).toHaveLength(1);
  });
});
describe('PAGES_DOMAIN', () => {
  it('is null by default, else the domain', () => {
    expect(readConfiguration({}).pagesDomain).toBeNull();
    for (const name of ['pages.localhost', 'Pages.Example', 'posthorn-pages.co.uk'])
      expect(readConfiguration({ PAGES_DOMAIN: name }).pagesDomain).toBe(name.toLowerCase());
    expect(
      readConfiguration({ PUBLIC_URL: 'https://example.com', PAGES_DOMAIN: 'pages.example.com' }).pagesDomain,
    ).toBe('pages.example.com');
  });
  it.each([
    'https://pages.example',
    'pages.example:3000',
    'pages',
    '.pages.example',
    '*.pages.example',
    'a_b.example',
    '127.0.0.1',
  ])('refuses %s', (value) => {
    expect(problems({ PAGES_DOMAIN: value })).toEqual([
      `PAGES_DOMAIN is "${value}": write the name alone, as in pages.example.com, without https:// and port.`,
    ]);
  });
  const advice = 'use a domain that has nothing but link pages, best one that you registered for them.';
  it.each([
    [
      { PUBLIC_URL: 'https://app.example.com', PAGES_DOMAIN: 'app.example.com' },
      'app.example.com, which is the host of PUBLIC_URL',
    ],
    [
      { PUBLIC_URL: 'https://app.example.com', PAGES_DOMAIN: 'example.com' },
      'example.com, which is above the host of PUBLIC_URL',
    ],
    [
      { PAGES_DOMAIN: 'pages.example', MEDIA_URL: 'https://media.pages.example' },
      'pages.example, which is above the host of MEDIA_URL',
    ],
  ])('refuses a domain that is shared with another host: %j', (env, message) => {
    expect(problems(env)).toEqual([`PAGES_DOMAIN is ${message}: ${advice}`]);
  });
});
