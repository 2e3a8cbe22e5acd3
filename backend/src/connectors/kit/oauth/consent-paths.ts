import type { AppName } from '#infrastructure/config/app-names.ts';

/** The path where a consent begins. LinkedIn's is `/api/connect/linkedin`, because `/api/auth/linkedin` is for signing in. */
export const consentPath = (app: AppName): string =>
  app === 'linkedin' ? '/api/connect/linkedin' : `/api/auth/${app}`;

/** The redirect URL to register with the platform. TikTok's API for Business requires a slash at its end. */
export const callbackAddress = (publicUrl: string, app: AppName): string =>
  `${publicUrl}${consentPath(app)}/callback${app === 'tiktok-business' ? '/' : ''}`;

/** The callback of consents at servers that users choose. */
export const SERVER_CALLBACK = '/api/auth/mastodon/callback';
/**
 * Each server has its own URL, so that no server can use its code or token for another server's consent (RFC 9700 section 4.4).
 * `host`: with the port, if there is one.
 */
export const serverCallbackAddress = (publicUrl: string, host: string): string =>
  `${publicUrl}${SERVER_CALLBACK}/${encodeURIComponent(host)}`;
