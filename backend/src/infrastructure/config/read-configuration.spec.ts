import { expect, it } from '@jest/globals';
import { OneLineError } from '../one-line-error.ts';
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

it('runs on one machine without a single variable', () => {
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
it('reads what an operator sets', () => {
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
it('reads the files by which TikTok checks an address', () => {
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
])('takes no “%s” for such a file', (value) => {
  expect(problems({ TIKTOK_VERIFICATION: value })).toEqual([
    'TIKTOK_VERIFICATION is no verification file: write its name and what is in it as TikTok gave them, tiktok….txt:tiktok-developers-site-verification=….',
  ]);
});
it.each([
  [{ PORT: 'http' }, 'PORT is "http": use a number.'],
  [{ DB_POOL: '6' }, 'DB_POOL is 6: use 7 or more.'],
  [{ PORT: '70000' }, 'PORT is no port: use a number from 1 to 65535.'],
  [{ ROLES: 'web,cook' }, 'ROLES has "cook": use any of web,worker,projector.'],
  [{ SANDBOX: 'yes' }, 'SANDBOX is "yes": use on or off.'],
  [
    { DATABASE_URL: 'mysql://x/y' },
    'DATABASE_URL is no address that can be used here: write postgres://… or postgresql://….',
  ],
  [
    { EVENTSTORE_URL: 'http://x:2113' },
    'EVENTSTORE_URL is no address that can be used here: write esdb://… or esdb+discover://….',
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
it('says all that is wrong at once', () => {
  expect(problems({ PORT: 'x', TRUSTED_PROXIES: 'y' })).toHaveLength(2);
});
it('keeps production from running with the sandbox, or with a key in the data folder', () => {
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
it('signs in by the providers whose keys are set, at their own address unless another one is set', () => {
  const keys = { LINKEDIN_SIGNIN_CLIENT_ID: 'id', LINKEDIN_SIGNIN_CLIENT_SECRET: 'secret' };
  expect(readConfiguration(keys).signInProviders).toEqual({
    google: null,
    linkedin: { id: 'id', secret: 'secret', issuer: 'https://www.linkedin.com/oauth' },
  });
  const issuer = 'http://127.0.0.1:4000';
  const configuration = readConfiguration({ ...keys, LINKEDIN_ISSUER: `${issuer}/` });
  expect(configuration.signInProviders.linkedin?.issuer).toBe(issuer);
  expect(configuration.operatorHosts).toContainEqual({ host: '127.0.0.1', port: 4000 });
});
