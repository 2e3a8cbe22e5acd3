import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { Clock } from '#infrastructure/clock.ts';
import type { Configuration } from '#infrastructure/config/configuration.ts';
import { renewedTokens, type OAuthApp } from '../kit/oauth-app.ts';
import { oauthCredentials } from '../oauth/oauth-credentials.ts';
import type { PlatformHttp } from '../platform-http.ts';
import { LINKEDIN } from './descriptor.ts';

export const linkedinApp = (
  http: PlatformHttp,
  clock: Clock,
  { platformApps: { linkedin: app } }: Pick<Configuration, 'platformApps'>,
) =>
  ({
    http,
    clock,
    app,
    platform: 'linkedin',
    title: LINKEDIN.name,
    keysIn: 'client_id',
  }) as const satisfies OAuthApp;

/**
 * LinkedIn gives refresh tokens to approved partners only. Without one a token that has not ended stays as it is, and one
 * that has ended needs its owner. @throws as `renewedTokens`
 */
export async function renewed(ours: OAuthApp, stored: JsonObject): Promise<JsonObject> {
  const { refreshToken, expiresAt } = oauthCredentials(stored);
  const canRenew = refreshToken !== null && ours.app.keys !== null;
  if (!canRenew && expiresAt !== null && Date.parse(expiresAt) > ours.clock.now().getTime()) return stored;
  // They end a year after the consent, however often they are used.
  return renewedTokens(ours, stored, { refreshEnd: (named, before) => named ?? before });
}
