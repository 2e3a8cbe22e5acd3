import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { POOL_SIZE_MIN } from './pool-size-min.ts';
import { canonicalAddress } from './mail-address.ts';
import { repositoryRoot } from './repository-root.ts';
import type { Configuration } from './configuration.ts';
import { readModelSettings } from './model-settings.ts';
import { readPagesDomain } from './pages-domain.ts';
import { readObjectStoreSettings } from './object-store-settings.ts';
import { readPlatformApps } from './platform-apps.ts';
import { readSignInProviders } from './sign-in-providers.ts';
import { readStripeSettings } from './stripe-settings.ts';
import { Variables } from './variables.ts';
import { readVerificationFiles } from './verification-files.ts';

const ROLES = ['web', 'worker', 'projector'] as const;
const AI_DAILY_TOKENS = 2_000_000;
const LEVELS = ['debug', 'info', 'warn', 'error'] as const;

type Values = { -readonly [Key in keyof Configuration]: Configuration[Key] };

/** @throws OneLineError with each invalid variable and its expected form */
export function readConfiguration(env: Readonly<Record<string, string | undefined>>): Configuration {
  return configurationFrom(new Variables(env));
}

/** Returns the name of each variable that the code reads, with its default; null: no default. */
export function defaultsOfVariables(): ReadonlyMap<string, string | null> {
  const read = new Variables({});
  configurationFrom(read);
  return read.defaults;
}

function configurationFrom(read: Variables): Configuration {
  const port = read.port('PORT', 3000);
  const publicUrl = read.url('PUBLIC_URL', ['http:', 'https:'], `http://localhost:${String(port)}`);
  const sandboxPort = read.port('SANDBOX_PORT', 3001);
  const production =
    read.choice('NODE_ENV', ['production', 'development', 'test'], 'development') === 'production';
  const sandboxOn = read.choice('SANDBOX', ['on', 'off'], production ? 'off' : 'on') === 'on';
  const sandbox = sandboxOn ? { port: sandboxPort, url: `http://localhost:${String(sandboxPort)}` } : null;
  const mediaUrl = read.optionalUrl('MEDIA_URL', ['http:', 'https:'])?.replace(/\/+$/u, '') ?? null;
  const configuration: Values = {
    port,
    internalPort: read.optionalPort('INTERNAL_PORT'),
    bindAddress: read.text('BIND_ADDRESS', '127.0.0.1'),
    sandbox,
    dataDir: resolve(read.text('DATA_DIR', join(repositoryRoot(), '.data'))),
    publicUrl,
    databaseUrl: read.optionalUrl('DATABASE_URL', ['postgres:', 'postgresql:']),
    dbPool: read.count('DB_POOL', 12),
    eventStoreUrl: read.optionalUrl('EVENTSTORE_URL', ['esdb:', 'esdb+discover:']),
    objectStore: readObjectStoreSettings(read),
    mediaUrl,
    pagesDomain: readPagesDomain(read, { publicUrl, mediaUrl }),
    smtpUrl: read.optionalUrl('SMTP_URL', ['smtp:', 'smtps:']),
    mailFrom: read.text('MAIL_FROM', `Posthorn <no-reply@${new URL(publicUrl).hostname}>`),
    encryptionKeys: read.optionalText('ENCRYPTION_KEYS'),
    roles: new Set(read.list('ROLES', ROLES, ROLES)),
    allowPrivateHosts: read.hosts('ALLOW_PRIVATE_HOSTS'),
    platformApps: readPlatformApps(read, sandbox?.url ?? null),
    verificationFiles: readVerificationFiles(read),
    signInProviders: readSignInProviders(read, sandboxOn),
    model: readModelSettings(read, sandboxOn),
    stripe: readStripeSettings(read, sandbox?.url ?? null),
    premiumSince: read.day('PREMIUM_SINCE'),
    autoReply: read.choice('AUTO_REPLY', ['on', 'off'], 'on') === 'on',
    aiDailyTokens: read.count('AI_DAILY_TOKENS', AI_DAILY_TOKENS),
    xDailyBudgetUsd: read.amount('X_DAILY_BUDGET_USD', 0),
    metricsKeepDays: read.days('METRICS_KEEP_DAYS'),
    amendedTerms: new Set(
      read.choice('YOUTUBE_AMENDMENT', ['none', 'accepted'], 'none') === 'accepted' ? ['youtube'] : [],
    ),
    operatorHosts: read.operatorHosts,
    blueskyServiceUrl: read.url('BLUESKY_SERVICE_URL', ['http:', 'https:'], 'https://bsky.social'),
    plcUrl: read.url('PLC_URL', ['http:', 'https:'], 'https://plc.directory'),
    complimentaryPremium: read
      .words('COMPLIMENTARY_PREMIUM')
      .map((address) => canonicalAddress(address) ?? address.toLowerCase()),
    trustedProxies: read.count('TRUSTED_PROXIES', 0),
    requestsPerMinute: read.count('REQUESTS_PER_MINUTE', 600),
    logLevel: read.choice('LOG_LEVEL', LEVELS, 'info'),
    production,
    version: versionOf(repositoryRoot()),
  };
  if (sandboxOn && configuration.roles.has('web') && sandboxPort === port) {
    read.refuse('SANDBOX_PORT', `is ${String(port)}, which is PORT as well: choose another number`);
  }
  if (production && sandboxOn) read.refuse('SANDBOX', 'is on, which production does not allow: use off');
  if (production && configuration.encryptionKeys === null) {
    read.refuse(
      'ENCRYPTION_KEYS',
      'is needed in production: "id:base64 of 32 random bytes", as from `openssl rand -base64 32`, or what DATA_DIR/encryption-keys holds already',
    );
  }
  if (configuration.dbPool < POOL_SIZE_MIN) {
    read.refuse('DB_POOL', `is ${String(configuration.dbPool)}: use ${String(POOL_SIZE_MIN)} or more`);
  }
  read.done();
  return configuration;
}

const versionOf = (root: string): string =>
  (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version;
