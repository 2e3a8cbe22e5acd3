import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { repositoryRoot } from '#infrastructure/config/repository-root.ts';

// Operators use these names in settings and scripts. Add new names here, and rename none.

const VARIABLES = [
  ...['AI_DAILY_TOKENS', 'ALLOW_PRIVATE_HOSTS', 'AUTO_REPLY', 'BIND_ADDRESS'],
  ...['BLUESKY_SERVICE_URL', 'COMPLIMENTARY_PREMIUM', 'DATABASE_URL', 'DATA_DIR', 'DB_POOL'],
  ...['ENCRYPTION_KEYS', 'EVENTSTORE_URL', 'FACEBOOK_APP_ID', 'FACEBOOK_APP_SECRET'],
  ...['FACEBOOK_GRAPH_URL', 'GOOGLE_ISSUER', 'INSTAGRAM_APP_ID', 'INSTAGRAM_APP_SECRET'],
  ...['INSTAGRAM_GRAPH_URL', 'INSTAGRAM_LOGIN_GRAPH_URL', 'INTERNAL_PORT'],
  ...['LINKEDIN_API_URL', 'LINKEDIN_CLIENT_ID', 'LINKEDIN_CLIENT_SECRET', 'LINKEDIN_ISSUER'],
  ...['LINKEDIN_SIGNIN', 'LINKEDIN_VERSION', 'LOG_LEVEL', 'MAIL_FROM', 'MEDIA_CACHE_GB'],
  ...['MEDIA_URL', 'METRICS_KEEP_DAYS', 'OPENAI_API_KEY', 'OPENAI_BASE_URL', 'OPENAI_MODEL'],
  ...['PAGES_DOMAIN', 'PINTEREST_API_URL', 'PINTEREST_APP_ID', 'PINTEREST_APP_SECRET'],
  ...['PLC_URL', 'PORT', 'PUBLIC_URL', 'REQUESTS_PER_MINUTE', 'ROLES', 'S3_ACCESS_KEY_ID'],
  ...['S3_BUCKET', 'S3_ENDPOINT', 'S3_REGION', 'S3_SECRET_ACCESS_KEY', 'SANDBOX_PORT'],
  ...['SMTP_URL', 'SNAPCHAT_API_URL', 'SNAPCHAT_CLIENT_ID', 'SNAPCHAT_CLIENT_SECRET'],
  ...['STRIPE_API_URL', 'STRIPE_JS_URL', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_SECRET_KEY'],
  ...['STRIPE_WEBHOOK_SECRET', 'THREADS_APP_ID', 'THREADS_APP_SECRET', 'THREADS_GRAPH_URL'],
  ...['TIKTOK_API_URL', 'TIKTOK_BUSINESS', 'TIKTOK_BUSINESS_API_URL'],
  ...['TIKTOK_BUSINESS_APP_ID', 'TIKTOK_BUSINESS_SECRET', 'TIKTOK_CLIENT_KEY'],
  ...['TIKTOK_CLIENT_SECRET', 'TIKTOK_VERIFICATION', 'TRUSTED_PROXIES', 'YOUTUBE_AMENDMENT'],
  ...['YOUTUBE_ANALYTICS_URL', 'YOUTUBE_API_URL', 'YOUTUBE_CLIENT_ID'],
  ...['YOUTUBE_CLIENT_SECRET'],
];
const COMMANDS = [
  ...['start', 'test', 'doctor', 'projections', 'hold', 'erasures', 'restored'],
  ...['media:copy', 'log:copy', 'log:verify', 'bench'],
];

const root = repositoryRoot();

it('keeps the names of the environment variables', () => {
  const code = globSync('backend/src/infrastructure/**/*.ts', { cwd: root })
    .filter((file) => !/\.spec\.ts$|\/testing\//u.test(file))
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n');
  const read = new Set(Array.from(code.matchAll(/'([A-Z][A-Z0-9_]+)'/gu), ([, name]) => name));
  expect(VARIABLES.filter((name) => !read.has(name))).toEqual([]);
});

it('keeps the names of the commands', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Readonly<Record<string, string>>;
  };
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining(COMMANDS));
});
