import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import { textOf } from '../kit/json.ts';
import { ReconnectNeeded } from '../kit/outcomes.ts';
import type { AsAccount } from '../kit/as-account.ts';
import { refusesToken } from './errors.ts';

export type MastodonSession = Readonly<{ server: string; token: string; accountId: string }>;

export function sessionOf(credentials: JsonObject): MastodonSession {
  const field = (name: string) => textOf(credentials[name]) ?? '';
  return { server: field('server'), token: field('token'), accountId: field('accountId') };
}

/**
 * Runs `work` with the account's token. Mastodon's tokens do not expire. After a refused token, this uses the token that the user
 * has stored in the meantime, if any; else only a new login helps.
 * @throws ReconnectNeeded, and what `work` throws
 */
export const withSession: AsAccount<MastodonSession> = async (access, work) => {
  const credentials = await access.credentials();
  try {
    return await work(sessionOf(credentials));
  } catch (error) {
    if (!refusesToken(error)) throw error;
    const newer = await access.renew(credentials, () =>
      Promise.reject(new ReconnectNeeded(error.platformMessage)),
    );
    return await work(sessionOf(newer));
  }
};
