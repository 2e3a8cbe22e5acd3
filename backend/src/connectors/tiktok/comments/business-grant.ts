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
 * Runs work with a grant of the API for Business. Like `withToken`, but it renews only this part of the credentials. A grant that has
 * ended is stored as ended, and the account can still publish.
 */
export const asBusiness =
  (tokens: BusinessTokens, clock: Clock): AsAccount<TikTokBusiness> =>
  async (access, work) => {
    let whole = await access.credentials();
    const part = {
      credentials: async () => {
        whole = await access.credentials();
        return neededPart(whole);
      },
      renew: async (_stale: JsonObject, refresh: (current: JsonObject) => Promise<JsonObject>) => {
        const over: ReconnectNeeded[] = [];
        whole = await access.renew(whole, async (current) => {
          try {
            return { ...current, business: await refresh(neededPart(current)) };
          } catch (error) {
            if (!(error instanceof ReconnectNeeded)) throw error;
            over.push(error);
            return { ...current, business: tokens.ended() };
          }
        });
        const [refusal] = over;
        if (refusal) throw refusal;
        return neededPart(whole);
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
