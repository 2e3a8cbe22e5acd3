import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { Clock } from '#infrastructure/clock.ts';
import { textOf } from '../../kit/json.ts';
import type { AsAccount } from '../../kit/as-account.ts';
import { withToken } from '../../kit/oauth/with-token.ts';
import { ReconnectNeeded } from '../../kit/outcomes.ts';
import { businessPartOf, type BusinessTokens } from './business-tokens.ts';

/** The account's id in the API for Business, and a valid token. */
export type TikTokBusiness = Readonly<{ businessId: string; token: string }>;

/**
 * Runs work with a grant of the API for Business. Like `withToken`, but this renews only the part `business` of the credentials.
 * If the grant has ended, this stores that fact, and the account can still publish.
 */
export const asBusiness =
  (tokens: BusinessTokens, clock: Clock): AsAccount<TikTokBusiness> =>
  async (access, work) => {
    let credentials = await access.credentials();
    const part = {
      credentials: async () => {
        credentials = await access.credentials();
        return neededPart(credentials);
      },
      renew: async (_stale: JsonObject, refresh: (current: JsonObject) => Promise<JsonObject>) => {
        const refusals: ReconnectNeeded[] = [];
        credentials = await access.renew(credentials, async (current) => {
          try {
            return { ...current, business: await refresh(neededPart(current)) };
          } catch (error) {
            if (!(error instanceof ReconnectNeeded)) throw error;
            refusals.push(error);
            return { ...current, business: tokens.ended() };
          }
        });
        const [refusal] = refusals;
        if (refusal) throw refusal;
        return neededPart(credentials);
      },
    };
    const refresh = (stored: JsonObject) => tokens.renewed(stored);
    const renewal = { access: part, refresh, now: () => clock.now() };
    return withToken(renewal, ({ accessToken: token }, stored) =>
      work({ token, businessId: textOf(stored['openId']) ?? '' }),
    );
  };

function neededPart(credentials: JsonObject): JsonObject {
  const part = businessPartOf(credentials);
  if (!part) throw new ReconnectNeeded(null);
  return part;
}
