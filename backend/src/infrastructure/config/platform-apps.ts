import { appNames, type AppName } from './app-names.ts';
import { readScopes } from './platform-scopes.ts';
import type { Variables } from './variables.ts';

export type AppKeys = Readonly<{ id: string; secret: string }>;
/** URLs have no trailing slash, except where the platform itself writes one. */
export type PlatformApp = Readonly<{
  /** Null: the platform is not configured. */
  keys: AppKeys | null;
  authorizeUrl: string;
  tokenUrl: string;
  apiUrl: string;
  /** The scopes of a consent: `{prefix}_SCOPES`, else all of `platform-scopes.ts`. */
  scopes: readonly string[];
}>;
export type PlatformApps = Readonly<Record<AppName, PlatformApp>> &
  Readonly<{
    /** From `INSTAGRAM_GRAPH_URL`, for accounts behind a Page; its keys are those of `facebook`. */
    instagramApiUrl: string;
    /** From `YOUTUBE_ANALYTICS_URL`: reports are another Google API on its own host; its keys are those of `youtube`. */
    youtubeAnalyticsUrl: string;
    /** `GRAPH_VERSION`, e.g. `v26.0`. Meta does not refuse an outdated version but responds with a later one. */
    metaGraphVersion: string;
    /** `LINKEDIN_VERSION`, e.g. `202609`: LinkedIn supports each version for a year. */
    linkedinVersion: string;
    /** `X_CONSUMER_SECRET`: belongs to the API key; X signs its deliveries with it. Null: deliveries are refused. */
    xConsumerSecret: string | null;
    /** `X_BEARER_TOKEN`: the application’s token. Only with this token can subscriptions be listed and removed; null: no subscriptions. */
    xBearerToken: string | null;
    /** `LINKEDIN_APP_ID`: the number of the application, with which organizations are subscribed; null: no subscriptions. */
    linkedinAppId: string | null;
  }>;

/** The variable of each setting, and its default. `described-variables.ts` describes the variables for operators. */
export type AppVariables = Readonly<{
  id: string;
  secret: string;
  prefix: string;
  api: readonly [name: string, production: string];
  authorize: string;
  token: string;
}>;

const withVersion = (address: string, version: string): string => address.replace('{version}', version);

export const APP_VARIABLES: Readonly<Record<AppName, AppVariables>> = {
  facebook: {
    id: 'FACEBOOK_APP_ID',
    secret: 'FACEBOOK_APP_SECRET',
    prefix: 'FACEBOOK',
    api: ['FACEBOOK_GRAPH_URL', 'https://graph.facebook.com'],
    authorize: 'https://www.facebook.com/{version}/dialog/oauth',
    token: 'https://graph.facebook.com/{version}/oauth/access_token',
  },
  threads: {
    id: 'THREADS_APP_ID',
    secret: 'THREADS_APP_SECRET',
    prefix: 'THREADS',
    api: ['THREADS_GRAPH_URL', 'https://graph.threads.net'],
    authorize: 'https://threads.net/oauth/authorize',
    token: 'https://graph.threads.net/oauth/access_token',
  },
  twitter: {
    id: 'X_CLIENT_ID',
    secret: 'X_CLIENT_SECRET',
    prefix: 'X',
    api: ['X_API_URL', 'https://api.x.com'],
    authorize: 'https://x.com/i/oauth2/authorize',
    token: 'https://api.x.com/2/oauth2/token',
  },
  linkedin: {
    id: 'LINKEDIN_CLIENT_ID',
    secret: 'LINKEDIN_CLIENT_SECRET',
    prefix: 'LINKEDIN',
    api: ['LINKEDIN_API_URL', 'https://api.linkedin.com'],
    authorize: 'https://www.linkedin.com/oauth/v2/authorization',
    token: 'https://www.linkedin.com/oauth/v2/accessToken',
  },
  tiktok: {
    id: 'TIKTOK_CLIENT_KEY',
    secret: 'TIKTOK_CLIENT_SECRET',
    prefix: 'TIKTOK',
    api: ['TIKTOK_API_URL', 'https://open.tiktokapis.com'],
    authorize: 'https://www.tiktok.com/v2/auth/authorize/',
    token: 'https://open.tiktokapis.com/v2/oauth/token/',
  },
  youtube: {
    id: 'YOUTUBE_CLIENT_ID',
    secret: 'YOUTUBE_CLIENT_SECRET',
    prefix: 'YOUTUBE',
    api: ['YOUTUBE_API_URL', 'https://www.googleapis.com'],
    authorize: 'https://accounts.google.com/o/oauth2/v2/auth',
    token: 'https://oauth2.googleapis.com/token',
  },
  pinterest: {
    id: 'PINTEREST_APP_ID',
    secret: 'PINTEREST_APP_SECRET',
    prefix: 'PINTEREST',
    api: ['PINTEREST_API_URL', 'https://api.pinterest.com'],
    authorize: 'https://www.pinterest.com/oauth/',
    token: 'https://api.pinterest.com/v5/oauth/token',
  },
  snapchat: {
    id: 'SNAPCHAT_CLIENT_ID',
    secret: 'SNAPCHAT_CLIENT_SECRET',
    prefix: 'SNAPCHAT',
    api: ['SNAPCHAT_API_URL', 'https://businessapi.snapchat.com'],
    authorize: 'https://accounts.snapchat.com/login/oauth2/authorize',
    token: 'https://accounts.snapchat.com/login/oauth2/access_token',
  },
  'instagram-login': {
    id: 'INSTAGRAM_APP_ID',
    secret: 'INSTAGRAM_APP_SECRET',
    prefix: 'INSTAGRAM',
    api: ['INSTAGRAM_LOGIN_GRAPH_URL', 'https://graph.instagram.com'],
    authorize: 'https://www.instagram.com/oauth/authorize',
    token: 'https://api.instagram.com/oauth/access_token',
  },
  // TikTok’s API for Business is a separate product from the API that posts. It needs its own application and review.
  'tiktok-business': {
    id: 'TIKTOK_BUSINESS_APP_ID',
    secret: 'TIKTOK_BUSINESS_SECRET',
    prefix: 'TIKTOK_BUSINESS',
    api: ['TIKTOK_BUSINESS_API_URL', 'https://business-api.tiktok.com'],
    authorize: 'https://www.tiktok.com/v2/auth/authorize/',
    token: 'https://business-api.tiktok.com/open_api/v1.3/tt_user/oauth2/token/',
  },
};

/** The client id and secret at the sandbox’s platforms. They are not secret, because the sandbox listens on loopback only. */
export const SANDBOX_KEYS: AppKeys = { id: 'posthorn-sandbox', secret: 'posthorn-sandbox-secret' };

const GRAPH_VERSION = 'v26.0';
const LINKEDIN_VERSION = '202609';

/** Returns a URL with the same path on a host of the sandbox. */
const atSandbox = (host: string, address: string): string =>
  `https://${host}.sandbox.test${new URL(address).pathname.replace(/^\/$/, '')}`;

/** A version at the end of a URL: `/v26.0`, `/2`. */
const VERSION = /\/v?\d+(?:\.\d+)?$/u;

/** If a platform has one host for API and tokens, returns the URL of tokens below `apiUrl`. Otherwise null. */
function tokenUrlBelow(apiUrl: string, apiProduction: string, tokenProduction: string): string | null {
  const { origin, pathname } = new URL(tokenProduction);
  if (origin !== new URL(apiProduction).origin) return null;
  const [version] = VERSION.exec(apiUrl) ?? [];
  const path = version === undefined ? pathname : pathname.replace(/^\/v?\d+(?:\.\d+)?(?=\/)/u, version);
  return `${apiUrl.replace(VERSION, '')}${path}`;
}

/** Uses the real platforms that have keys in the environment. The sandbox, while on, simulates the others. A URL that the operator set has priority. */
export function readPlatformApps(read: Variables, sandboxUrl: string | null): PlatformApps {
  const metaGraphVersion = read.text('GRAPH_VERSION', GRAPH_VERSION);
  const appOf = (name: AppName): PlatformApp => {
    const { id, secret, prefix, api, authorize, token } = APP_VARIABLES[name];
    const own = readKeys(read, id, secret);
    const isSimulated = own === null && sandboxUrl !== null;
    const [apiName, apiProduction] = api;
    const productionToken = withVersion(token, metaGraphVersion);
    const ownApi = read.operatorUrl(apiName)?.replace(/\/+$/, '') ?? null;
    const ownAuthorize = read.operatorUrl(`${prefix}_AUTHORIZE_URL`);
    // If the sandbox shows the consent page, only the sandbox can exchange the code for tokens.
    const hasRealConsentPage = !isSimulated || ownAuthorize !== null;
    const tokenUrlOfApi =
      ownApi !== null && hasRealConsentPage ? tokenUrlBelow(ownApi, apiProduction, productionToken) : null;
    return {
      scopes: readScopes(read, name, `${prefix}_SCOPES`),
      keys: isSimulated ? SANDBOX_KEYS : own,
      apiUrl: ownApi ?? (isSimulated ? atSandbox(name, apiProduction) : apiProduction),
      authorizeUrl:
        ownAuthorize ??
        (isSimulated ? `${sandboxUrl}/oauth/${name}` : withVersion(authorize, metaGraphVersion)),
      tokenUrl:
        read.operatorUrl(`${prefix}_TOKEN_URL`) ??
        tokenUrlOfApi ??
        (isSimulated ? atSandbox(name, productionToken) : productionToken),
    };
  };
  const apps = Object.fromEntries(appNames.map((name) => [name, appOf(name)])) as Record<
    AppName,
    PlatformApp
  >;
  const isMetaSimulated = apps.facebook.keys === SANDBOX_KEYS;
  // One host serves Facebook and Instagram, so another URL for Facebook applies to Instagram too.
  const instagram = isMetaSimulated ? 'https://instagram.sandbox.test' : apps.facebook.apiUrl;
  return {
    ...apps,
    'tiktok-business': businessAppFor(apps['tiktok-business'], apps.tiktok),
    instagramApiUrl: (read.operatorUrl('INSTAGRAM_GRAPH_URL') ?? instagram).replace(/\/+$/, ''),
    youtubeAnalyticsUrl: (
      read.operatorUrl('YOUTUBE_ANALYTICS_URL') ?? reportsUrlFor(apps.youtube.apiUrl)
    ).replace(/\/+$/, ''),
    metaGraphVersion,
    linkedinVersion: read.text('LINKEDIN_VERSION', LINKEDIN_VERSION),
    xConsumerSecret:
      read.optionalText('X_CONSUMER_SECRET') ??
      (apps.twitter.keys === SANDBOX_KEYS ? SANDBOX_KEYS.secret : null),
    xBearerToken:
      read.optionalText('X_BEARER_TOKEN') ??
      (apps.twitter.keys === SANDBOX_KEYS ? SANDBOX_KEYS.secret : null),
    linkedinAppId:
      read.optionalText('LINKEDIN_APP_ID') ?? (apps.linkedin.keys === SANDBOX_KEYS ? SANDBOX_KEYS.id : null),
  };
}

/** If the API has another URL, reports are requested there too. So Google does not receive tokens of the operator’s own server. */
function reportsUrlFor(apiUrl: string): string {
  const host = apiUrl.replace(/\/youtube\/v3$/u, '');
  const [, production] = APP_VARIABLES.youtube.api;
  return host === production ? 'https://youtubeanalytics.googleapis.com' : host;
}

/** `tiktok-business` reads comments of connected accounts. Without its keys it is off for real accounts, because the sandbox has no data of them. */
const businessAppFor = (business: PlatformApp, { keys }: PlatformApp): PlatformApp =>
  business.keys === SANDBOX_KEYS && keys !== SANDBOX_KEYS ? { ...business, keys: null } : business;

/** Refuses half a key pair at the start, before the first connection fails. */
export function readKeys(read: Variables, idName: string, secretName: string): AppKeys | null {
  const id = read.optionalText(idName);
  const secret = read.optionalText(secretName);
  if (id === null && secret === null) return null;
  if (id === null) read.refuse(idName, `is missing, but ${secretName} is set: set both or none`);
  else if (secret === null) read.refuse(secretName, `is missing, but ${idName} is set: set both or none`);
  return id === null || secret === null ? null : { id, secret };
}
