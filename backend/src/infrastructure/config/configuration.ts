import type { Platform } from '@posthorn/contracts/shared/platform';
import type { ModelSettings } from './model-settings.ts';
import type { ObjectStoreSettings } from './object-store-settings.ts';
import type { PlatformApps } from './platform-apps.ts';
import type { SignInProviderMap } from './sign-in-providers.ts';
import type { StripeSettings } from './stripe-settings.ts';
import type { VerificationFile } from './verification-files.ts';

/** The operator’s settings, read once at the start and checked. `read-configuration.ts` has names, defaults and messages. */
export abstract class Configuration {
  /** `PORT`, default 3000. */
  abstract readonly port: number;
  /** `INTERNAL_PORT`: the port for metrics and full health; null: they are on `port`. */
  abstract readonly internalPort: number | null;
  /** `SANDBOX` = `on` (default, off in production) or `off`; `port` from `SANDBOX_PORT`, default 3001. Null while off. */
  abstract readonly sandbox: Readonly<{ port: number; url: string }> | null;
  /** `DATA_DIR`, default `./.data`, absolute. */
  abstract readonly dataDir: string;
  /** `PUBLIC_URL`, default `http://localhost:{PORT}`, no trailing slash. */
  abstract readonly publicUrl: string;
  /** `DATABASE_URL`, or null: embedded PostgreSQL. */
  abstract readonly databaseUrl: string | null;
  /** `DB_POOL`: the most connections to PostgreSQL that this process may hold in total; default 12. */
  abstract readonly dbPool: number;
  /** `EVENTSTORE_URL` (`esdb://…`), or null: the Postgres log. */
  abstract readonly eventStoreUrl: string | null;
  /** `S3_ENDPOINT` and related variables, or null: media are in `DATA_DIR`; see `object-store-settings.ts`. */
  abstract readonly objectStore: ObjectStoreSettings | null;
  /** `MEDIA_URL`: the prefix of `/media/…` in the URLs for browsers, no trailing slash; null: our own host. */
  abstract readonly mediaUrl: string | null;
  /** `PAGES_DOMAIN` (`pages.example`): each link page has its own host below it; null: link pages are at the app’s host only. */
  abstract readonly pagesDomain: string | null;
  /** `SMTP_URL`, or null: mail goes to `DATA_DIR/outbox/*.eml`. */
  abstract readonly smtpUrl: string | null;
  /** `MAIL_FROM`. */
  abstract readonly mailFrom: string;
  /** `ENCRYPTION_KEYS` = `id:base64(32 bytes),…`, newest first; null: a key file (mode 600) in `DATA_DIR`. */
  abstract readonly encryptionKeys: string | null;
  /** `ROLES`, default `web,worker,projector`. */
  abstract readonly roles: ReadonlySet<'web' | 'worker' | 'projector'>;
  /** `ALLOW_PRIVATE_HOSTS` = `host:port,…`: the only private addresses that may be called; for these, plain http is allowed too. */
  abstract readonly allowPrivateHosts: readonly Readonly<{ host: string; port: number }>[];
  /** Hosts of the platform and provider URLs that the operator set. Posthorn’s own calls may reach them; URLs from users may not. */
  abstract readonly operatorHosts: readonly Readonly<{ host: string; port: number }>[];
  /** The operator’s applications at the platforms and the platforms’ URLs; see `platform-apps.ts`. */
  abstract readonly platformApps: PlatformApps;
  /** `TIKTOK_VERIFICATION`: files served next to the media that platforms fetch, so that TikTok can verify the URL. */
  abstract readonly verificationFiles: readonly VerificationFile[];
  /** The operator’s OAuth clients at Google and LinkedIn, for signing in; see `sign-in-providers.ts`. */
  abstract readonly signInProviders: SignInProviderMap;
  /** `BLUESKY_SERVICE_URL`, default `https://bsky.social`. */
  abstract readonly blueskyServiceUrl: string;
  /** `PLC_URL`, default `https://plc.directory`. */
  abstract readonly plcUrl: string;
  /** The model that writes replies, or null: none; see `model-settings.ts`. */
  abstract readonly model: ModelSettings | null;
  /** `AUTO_REPLY` = `on` (default) or `off`: whether the model may write replies without a person’s request, for the whole installation. */
  abstract readonly autoReply: boolean;
  /** `AI_DAILY_TOKENS`: the most model tokens that all users together may use in a day (UTC), default 2,000,000. */
  abstract readonly aiDailyTokens: number;
  /** `X_DAILY_BUDGET_USD`: US dollars that reading comments and metrics on X may cost in a day (UTC); 0, the default: neither is read. */
  abstract readonly xDailyBudgetUsd: number;
  /** `METRICS_KEEP_DAYS`: how many days metrics are kept at most, even where a platform allows more; null: the limit of each platform. */
  abstract readonly metricsKeepDays: number | null;
  /** Platforms that let this operator keep metrics for ever and show them beside the metrics of other platforms: YouTube if `YOUTUBE_AMENDMENT` is `accepted`. */
  abstract readonly amendedTerms: ReadonlySet<Platform>;
  /** The operator’s Stripe account, or null: subscriptions are unavailable; see `stripe-settings.ts`. */
  abstract readonly stripe: StripeSettings | null;
  /** `PREMIUM_SINCE` (`2026-11-01`): the day from which the price of Premium rises in steps, or null: the day of the first start. */
  abstract readonly premiumSince: string | null;
  /** `COMPLIMENTARY_PREMIUM`: e-mail addresses in their canonical form that get Premium at sign-in. */
  abstract readonly complimentaryPremium: readonly string[];
  /** `TRUSTED_PROXIES`: how many proxies in front add a trusted header with the client’s IP address, default 0. */
  abstract readonly trustedProxies: number;
  /** `REQUESTS_PER_MINUTE`: the most API calls from one IP address, default 600. */
  abstract readonly requestsPerMinute: number;
  /** `BIND_ADDRESS`: the interface that serves the pages, default 127.0.0.1; 0.0.0.0 for all. */
  abstract readonly bindAddress: string;
  /** `LOG_LEVEL` = `debug`, `info` (default), `warn` or `error`. */
  abstract readonly logLevel: 'debug' | 'info' | 'warn' | 'error';
  /** `NODE_ENV=production`. */
  abstract readonly production: boolean;
  abstract readonly version: string;
}
