import type { APP_VARIABLES } from './platform-apps.ts';

/** The description of a variable for operators. `otherwise` describes the default, in place of the value that the code uses. */
export type DescribedVariable = Readonly<{ meaning: string; otherwise?: string }>;
export type VariableSection = Readonly<{
  title: string;
  intro?: string;
  variables: Readonly<Record<string, DescribedVariable>>;
}>;

const says = (meaning: string, otherwise?: string): DescribedVariable =>
  otherwise === undefined ? { meaning } : { meaning, otherwise };

/** All variables except those of the applications at platforms, by subject. Links start in `docs/`. */
export const VARIABLE_SECTIONS: readonly VariableSection[] = [
  {
    title: 'The process',
    variables: {
      PORT: says('port of the pages and of the API'),
      BIND_ADDRESS: says(
        'network address on which the product listens; put a TLS proxy in front before you open it',
      ),
      PUBLIC_URL: says(
        'URL that people use; https for each host except localhost',
        '`http://localhost:{PORT}`',
      ),
      DATA_DIR: says('folder of the embedded database, media, outbox and keys', '`./.data`'),
      ROLES: says('what this process does'),
      INTERNAL_PORT: says(
        'port of `/metrics` and of full health; every client that reaches it may read them',
        'none: both are on `PORT`',
      ),
      TRUSTED_PROXIES: says(
        'number of proxies in front of the product; their header with the IP address of the client is trusted',
      ),
      REQUESTS_PER_MINUTE: says(
        'requests that one IP address may send a minute, to the API and separately to `/health/ready`',
      ),
      ALLOW_PRIVATE_HOSTS: says(
        '`host:port,…`: servers on private IP addresses that may host accounts, even over plain http',
        'none',
      ),
      LOG_LEVEL: says('`debug`, `info`, `warn` or `error`'),
      NODE_ENV: says('`production` refuses the sandbox and needs `ENCRYPTION_KEYS`'),
      SANDBOX: says('`on`: the product simulates the platforms', '`on`; `off` in production'),
      SANDBOX_PORT: says('port of the sandbox: its page and its API'),
    },
  },
  {
    title: 'Storage',
    variables: {
      DATABASE_URL: says('`postgres://…`: your own PostgreSQL server', 'embedded PostgreSQL'),
      DB_POOL: says(
        'connections to PostgreSQL of one process, [in all](how-to/operate.md#connections-to-the-database)',
      ),
      EVENTSTORE_URL: says(
        '`esdb://…`: [an EventStoreDB](how-to/run-on-eventstoredb.md) keeps the events',
        'the log in PostgreSQL',
      ),
      ENCRYPTION_KEYS: says(
        '`id:base64 of 32 bytes,…`, the newest first; older keys still decrypt',
        'a key file in `DATA_DIR`',
      ),
      S3_ENDPOINT: says(
        'URL of an S3-compatible [store for media](how-to/keep-media-in-an-object-store.md)',
        'none: media are in `DATA_DIR`',
      ),
      S3_BUCKET: says('bucket of that store'),
      S3_ACCESS_KEY_ID: says('its key; set all four or none'),
      S3_SECRET_ACCESS_KEY: says('secret of that key'),
      S3_REGION: says('region that the store expects', '`us-east-1`'),
      MEDIA_CACHE_GB: says('gigabytes that copies of its objects may use on this machine'),
      MEDIA_URL: says('another host, or a CDN, in front of `/media/…` in URLs of files', '`PUBLIC_URL`'),
    },
  },
  {
    title: 'Mail and pages',
    variables: {
      SMTP_URL: says(
        '`smtp://…` or `smtps://…`: server that sends mails',
        'mails are files in `DATA_DIR/outbox`',
      ),
      MAIL_FROM: says('sender of mails', '`no-reply@` the host of `PUBLIC_URL`'),
      PAGES_DOMAIN: says(
        '[a host of its own](how-to/give-link-pages-hosts-of-their-own.md) for each link page below this domain',
        'none: pages are at `/u/{handle}`',
      ),
    },
  },
  {
    title: 'Replies by a model',
    variables: {
      OPENAI_API_KEY: says(
        'key of [the model that writes replies](how-to/operate.md#the-model-that-writes-replies)',
        'none: the sandbox simulates the model, or there is no model',
      ),
      OPENAI_MODEL: says('name of the model; needed with a key or a base URL'),
      OPENAI_BASE_URL: says(
        'another server that speaks Chat Completions, such as Ollama; needs no key',
        '`https://api.openai.com/v1`',
      ),
      AUTO_REPLY: says('`off`: the model writes a reply only when a person asks for it'),
      AI_DAILY_TOKENS: says('tokens of the model that all users together may use in a day (UTC)'),
    },
  },
  {
    title: 'Comments and figures',
    variables: {
      X_DAILY_BUDGET_USD: says(
        'US dollars a day for [reading comments and figures on X](how-to/operate.md#what-reading-x-may-cost); `0`: none are read',
      ),
      METRICS_KEEP_DAYS: says(
        'days for which [figures are kept](how-to/operate.md#how-long-figures-are-kept) at most',
        'as long as the platform allows',
      ),
      YOUTUBE_AMENDMENT: says(
        "`accepted`: you may keep [YouTube's figures](how-to/operate.md#how-long-figures-are-kept) without a time limit",
      ),
      X_CONSUMER_SECRET: says(
        "secret of X's API key, with which X signs [its webhooks](how-to/operate.md#webhooks)",
      ),
      X_BEARER_TOKEN: says(
        "token of X's application, which [subscribes accounts](how-to/operate.md#webhooks)",
      ),
      LINKEDIN_APP_ID: says(
        "number of LinkedIn's application, which [subscribes organizations](how-to/operate.md#webhooks)",
      ),
    },
  },
  {
    title: 'Payments',
    variables: {
      STRIPE_SECRET_KEY: says(
        'secret key of [your account at Stripe](how-to/try-billing.md); both keys have the same mode',
        'none: the sandbox simulates Stripe, or payments are off',
      ),
      STRIPE_PUBLISHABLE_KEY: says('publishable key of that account'),
      STRIPE_WEBHOOK_SECRET: says('secret of the webhook endpoint; two with a comma while you rotate it'),
      STRIPE_API_URL: says('URL of the Stripe API', '`https://api.stripe.com`'),
      STRIPE_JS_URL: says('URL of the Stripe script', '`https://js.stripe.com/endive/stripe.js`'),
      PREMIUM_SINCE: says('first day of the price ladder, as in `2026-11-30`', 'the day of the first start'),
      COMPLIMENTARY_PREMIUM: says('e-mail addresses that get Premium at sign-in, with commas', 'none'),
    },
  },
  {
    title: 'Signing in',
    intro:
      'Google: create an OAuth client for a web application in the ' +
      '[Google Cloud console](https://console.cloud.google.com/auth/clients). Its redirect URL is `{PUBLIC_URL}/api/auth/google/callback`. ' +
      'LinkedIn: create an app at [LinkedIn developers](https://www.linkedin.com/developers/apps), with the product ' +
      '"Sign In with LinkedIn using OpenID Connect". It is another app than the one that posts. ' +
      'Its redirect URL is `{PUBLIC_URL}/api/auth/linkedin/callback`.',
    variables: {
      GOOGLE_CLIENT_ID: says(
        'client of sign-in with Google',
        'none: the sandbox simulates the provider, or this sign-in is off',
      ),
      GOOGLE_CLIENT_SECRET: says('its secret'),
      GOOGLE_ISSUER: says('another OpenID provider in its place', '`https://accounts.google.com`'),
      LINKEDIN_SIGNIN_CLIENT_ID: says(
        'client of sign-in with LinkedIn',
        'none: the sandbox simulates the provider, or this sign-in is off',
      ),
      LINKEDIN_SIGNIN_CLIENT_SECRET: says('its secret'),
      LINKEDIN_ISSUER: says('another OpenID provider in its place', '`https://www.linkedin.com/oauth`'),
    },
  },
  {
    title: 'Addresses and versions of platforms',
    intro:
      'The product trusts the host of a URL that you set, as it trusts the hosts in `ALLOW_PRIVATE_HOSTS`. A server of your own ' +
      'that receives uploads on another private host or port must be in that list too.',
    variables: {
      BLUESKY_SERVICE_URL: says('server that resolves handles and signs in its own accounts'),
      PLC_URL: says('directory of AT Protocol identities'),
      INSTAGRAM_GRAPH_URL: says('API of Instagram for accounts behind a Page', 'as `FACEBOOK_GRAPH_URL`'),
      YOUTUBE_ANALYTICS_URL: says("API of YouTube's reports", 'as `YOUTUBE_API_URL` where that is set'),
      GRAPH_VERSION: says('version of the Graph API that the product requests'),
      LINKEDIN_VERSION: says('version of the LinkedIn API that the product requests'),
      TIKTOK_VERIFICATION: says(
        '`name:content` of the file by which TikTok [checks a URL](how-to/platforms/tiktok.md)',
      ),
    },
  },
];

/** Where an operator registers an application, and what to enter there. `redirect` is appended to `PUBLIC_URL`. */
export const DESCRIBED_APPS: Readonly<
  Record<keyof typeof APP_VARIABLES, Readonly<{ label: string; where: string; redirect: string }>>
> = {
  facebook: {
    label: 'Facebook and Instagram',
    where:
      '[Meta for Developers](https://developers.facebook.com/apps): [what to ask for](how-to/platforms/facebook.md)',
    redirect: '/api/auth/facebook/callback',
  },
  threads: {
    label: 'Threads',
    where:
      '[Meta for Developers](https://developers.facebook.com/apps), use case Threads: [what to ask for](how-to/platforms/threads.md)',
    redirect: '/api/auth/threads/callback',
  },
  twitter: {
    label: 'X',
    where: '[X developer console](https://console.x.com): [what to ask for](how-to/platforms/twitter.md)',
    redirect: '/api/auth/twitter/callback',
  },
  linkedin: {
    label: 'LinkedIn',
    where:
      '[LinkedIn developers](https://www.linkedin.com/developers/apps): [what to ask for](how-to/platforms/linkedin.md)',
    redirect: '/api/connect/linkedin/callback',
  },
  tiktok: {
    label: 'TikTok',
    where:
      '[TikTok for Developers](https://developers.tiktok.com/apps): [what to ask for](how-to/platforms/tiktok.md)',
    redirect: '/api/auth/tiktok/callback',
  },
  youtube: {
    label: 'YouTube',
    where:
      '[Google Cloud console](https://console.cloud.google.com/auth/clients): [what to ask for](how-to/platforms/youtube.md)',
    redirect: '/api/auth/youtube/callback',
  },
  pinterest: {
    label: 'Pinterest',
    where:
      '[Pinterest developers](https://developers.pinterest.com/apps/): [what to ask for](how-to/platforms/pinterest.md)',
    redirect: '/api/auth/pinterest/callback',
  },
  snapchat: {
    label: 'Snapchat',
    where:
      '[Snap Business Manager](https://business.snapchat.com): [what to ask for](how-to/platforms/snapchat.md)',
    redirect: '/api/auth/snapchat/callback',
  },
  'instagram-login': {
    label: 'Instagram without a Page',
    where:
      '[Meta for Developers](https://developers.facebook.com/apps), Instagram login: [what to ask for](how-to/platforms/instagram-login.md)',
    redirect: '/api/auth/instagram-login/callback',
  },
  'tiktok-business': {
    label: 'Comments on TikTok',
    where:
      '[TikTok API for Business](https://business-api.tiktok.com/portal): [what to ask for](how-to/platforms/tiktok.md#comments)',
    redirect: '/api/auth/tiktok-business/callback/',
  },
};
