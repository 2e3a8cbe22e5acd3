import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import { oauthAppOf, renewedTokens, type OAuthApp } from '../kit/oauth-app.ts';
import { tokenOf } from '../kit/as-account.ts';
import { TokenRefused } from '../kit/oauth/with-token.ts';
import { ReconnectNeeded, RenewalFailed } from '../kit/outcomes.ts';
import type { PinterestClient } from './client.ts';
import { PINTEREST } from './limits.ts';

/** "The authorization grant is invalid": a refresh token is unknown, expired or revoked (pinterest-python-sdk issue 114). */
const GRANT_INVALID = '283';
/** The codes of refusals are not documented. These statuses mean refused grants as well as refused keys. */
const REFUSED = [400, 401, 403];

export const pinterestApp = oauthAppOf('pinterest', PINTEREST.name, 'basic');

/**
 * Continuous refresh tokens: each renewal returns one for sixty more days.
 * @throws ReconnectNeeded, RenewalFailed, OutgoingError, BreakerOpen
 */
export async function renewed(
  app: OAuthApp,
  client: PinterestClient,
  stored: JsonObject,
): Promise<JsonObject> {
  try {
    return await renewedTokens(app, stored, { definite: [GRANT_INVALID] });
  } catch (error) {
    const isRefusal = error instanceof RenewalFailed && REFUSED.includes(error.status ?? 0);
    // While the access token works, our keys may be the reason; a login of the account's owner does not help then.
    if (isRefusal && (await isDead(client, tokenOf(stored))))
      throw new ReconnectNeeded(error.platformMessage);
    throw error;
  }
}

async function isDead(client: PinterestClient, token: string): Promise<boolean> {
  try {
    await client.send({ path: '/user_account', token });
    return false;
  } catch (error) {
    return error instanceof TokenRefused;
  }
}
