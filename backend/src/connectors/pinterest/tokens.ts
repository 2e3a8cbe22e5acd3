import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import { oauthAppOf, renewedTokens, type OAuthApp } from '../kit/oauth-app.ts';
import { tokenOf } from '../kit/as-account.ts';
import { TokenRefused } from '../kit/oauth/with-token.ts';
import { ReconnectNeeded, RenewalFailed } from '../kit/outcomes.ts';
import type { PinterestClient } from './client.ts';
import { PINTEREST } from './limits.ts';

/** The code for "The authorization grant is invalid": the refresh token is unknown, expired or revoked (pinterest-python-sdk issue 114). */
const GRANT_INVALID = '283';
/** Pinterest does not document its error codes. With these statuses, Pinterest refuses refresh tokens and also the keys of an app. */
const REFUSED = [400, 401, 403];

export const pinterestApp = oauthAppOf('pinterest', PINTEREST.name, 'basic');

/**
 * Renews the tokens. Each renewal returns a refresh token for sixty more days.
 * @throws ReconnectNeeded, RenewalFailed, OutgoingError, BreakerOpen
 */
export async function renewCredentials(
  app: OAuthApp,
  client: PinterestClient,
  stored: JsonObject,
): Promise<JsonObject> {
  try {
    return await renewedTokens(app, stored, { definite: [GRANT_INVALID] });
  } catch (error) {
    const isRefusal = error instanceof RenewalFailed && REFUSED.includes(error.status ?? 0);
    // If the access token still works, our keys may be the reason of the refusal. A new login would not help.
    if (isRefusal && (await isTokenRefused(client, tokenOf(stored))))
      throw new ReconnectNeeded(error.platformMessage);
    throw error;
  }
}

async function isTokenRefused(client: PinterestClient, token: string): Promise<boolean> {
  try {
    await client.send({ path: '/user_account', token });
    return false;
  } catch (error) {
    return error instanceof TokenRefused;
  }
}
