import type { Platform } from '@posthorn/contracts/shared/platform';
import type { ModelSettings } from './model-settings.ts';
import type { ObjectStoreSettings } from './object-store-settings.ts';
import type { PlatformApps } from './platform-apps.ts';
import type { SignInProviderMap } from './sign-in-providers.ts';
import type { StripeSettings } from './stripe-settings.ts';
import type { VerificationFile } from './verification-files.ts';

/** What an operator may set, read once at start and checked; see `read-configuration.ts` for names, defaults and messages. */
export abstract class Configuration {
  /** `PORT`, default 3000. */
  abstract readonly port: number;
  /** `INTERNAL_PORT`: where metrics and full health are served when it is set; else they are on `port`. */
  abstract readonly internalPort: number | null;
  /** `SANDBOX` = `on` (default, off in production) or `off`; `port` from `SANDBOX_PORT`, default 3001. Null while off. */
  abstract readonly sandbox: Readonly<{ port: number; url: string }> | null;
  /** `DATA_DIR`, default `./.data`, absolute. */
  abstract readonly dataDir: string;
  /** `PUBLIC_URL`, default `http://localhost:{PORT}`, no trailing slash. */
  abstract readonly publicUrl: string;
  /** `DATABASE_URL`, or null: embedded PostgreSQL. */
  abstract readonly databaseUrl: string | null;
  /** `DB_POOL`: connections to PostgreSQL that this process may hold, all told; default 12. */
  abstract readonly dbPool: number;
  /** `EVENTSTORE_URL` (`esdb://…`), or null: the Postgres log. */
  abstract readonly eventStoreUrl: string | null;
  /** `S3_ENDPOINT` and its sisters, or null: media lie in `DATA_DIR`; see `object-store-settings.ts`. */
  abstract readonly objectStore: ObjectStoreSettings | null;
  /** `MEDIA_URL`: what stands before `/media/…` in the addresses that browsers get, no trailing slash; null: our own host. */
  abstract readonly mediaUrl: string | null;
  /** `PAGES_DOMAIN` (`pages.example`): link pages have hosts of their own below it; null: they are at the app alone. */
  abstract readonly pagesDomain: string | null;
  /** `SMTP_URL`, or null: mail goes to `DATA_DIR/outbox/*.eml`. */
  abstract readonly smtpUrl: string | null;
  /** `MAIL_FROM`. */
  abstract readonly mailFrom: string;
  /** `ENCRYPTION_KEYS` = `id:base64(32 bytes),…`, newest first; null: a key file (mode 600) in `DATA_DIR`. */
  abstract readonly encryptionKeys: string | null;
  /** `ROLES`, default `web,worker,projector`. */
  abstract readonly roles: ReadonlySet<'web' | 'worker' | 'projector'>;
  /** `ALLOW_PRIVATE_HOSTS` = `host:port,…`: the only way past the private-address guard, also for plain http. */
  abstract readonly allowPrivateHosts: readonly Readonly<{ host: string; port: number }>[];
  /** Hosts of the platform and provider addresses that the operator set: open to our own calls there, not to users' words. */
  abstract readonly operatorHosts: readonly Readonly<{ host: string; port: number }>[];
  /** Our applications at the platforms and where the platforms are; see `platform-apps.ts`. */
  abstract readonly platformApps: PlatformApps;
  /** `TIKTOK_VERIFICATION`: served beside the media that platforms fetch, so that TikTok sees whose the address is. */
  abstract readonly verificationFiles: readonly VerificationFile[];
  /** Our clients at Google and LinkedIn, for signing in; see `sign-in-providers.ts`. */
  abstract readonly signInProviders: SignInProviderMap;
  /** `BLUESKY_SERVICE_URL`, default `https://bsky.social`. */
  abstract readonly blueskyServiceUrl: string;
  /** `PLC_URL`, default `https://plc.directory`. */
  abstract readonly plcUrl: string;
  /** The model that writes replies, or null: none; see `model-settings.ts`. */
  abstract readonly model: ModelSettings | null;
  /** `AUTO_REPLY` = `on` (default) or `off`: whether replies may be written without a person asking, for the whole installation. */
  abstract readonly autoReply: boolean;
  /** `AI_DAILY_TOKENS`: tokens of the model that all users together may use in a day (UTC), default 2,000,000. */
  abstract readonly aiDailyTokens: number;
  /** `X_DAILY_BUDGET_USD`: US dollars that reading comments and figures on X may cost in a day (UTC); 0, the default: none is read. */
  abstract readonly xDailyBudgetUsd: number;
  /** `METRICS_KEEP_DAYS`: days for which figures of posts are kept at most, whatever their platform's terms allow; null: as these say. */
  abstract readonly metricsKeepDays: number | null;
  /** `YOUTUBE_AMENDMENT` = `accepted`: platforms with which the operator has agreed that figures need not end or stand apart. */
  abstract readonly amendedTerms: ReadonlySet<Platform>;
  /** Our account at Stripe, or null: nobody can subscribe; see `stripe-settings.ts`. */
  abstract readonly stripe: StripeSettings | null;
  /** `PREMIUM_SINCE` (`2026-11-01`): the first day of the price ladder, or null: the day of the first start. */
  abstract readonly premiumSince: string | null;
  /** `COMPLIMENTARY_PREMIUM`: e-mail addresses in their canonical form that get Premium at sign-in. */
  abstract readonly complimentaryPremium: readonly string[];
  /** `TRUSTED_PROXIES`: number of proxies in front whose address header is believed, default 0. */
  abstract readonly trustedProxies: number;
  /** `REQUESTS_PER_MINUTE`: API calls one address may make, default 600. */
  abstract readonly requestsPerMinute: number;
  /** `BIND_ADDRESS`: the interface the pages are served on, default 127.0.0.1; 0.0.0.0 for all. */
  abstract readonly bindAddress: string;
  /** `LOG_LEVEL` = `debug`, `info` (default), `warn` or `error`. */
  abstract readonly logLevel: 'debug' | 'info' | 'warn' | 'error';
  /** `NODE_ENV=production`. */
  abstract readonly production: boolean;
  abstract readonly version: string;
}
